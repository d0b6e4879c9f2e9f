import FlowMachine
import Statechart

extension Compilation {
  func writeOverlays(of scope: Scope) {
    for declaration in scope.document.overlays {
      guard let id = scope.overlays[declaration.name.value] else { continue }
      let name = declaration.name.value
      var row = builder.tables.overlays[Int(id)]
      row.style =
        switch declaration.style {
        case .screen: .screen
        case .alert: .alert
        case .sheet: .sheet
        }
      row.title = text(declaration.title, scope)
      row.isRestorable = declaration.isRestorable
      row.dismissedEvent = builder.event("dismissed." + scope.prefix + name)
      row.elements = elements(declaration.elements, of: name, scope) { element in
        guard element.id.value != "dismiss" else { return (noID, []) }
        guard let handler = declaration.on.first(where: { $0.event.value == element.id.value })
        else {
          if element.opensURL { return (noID, []) }
          report(
            .unhandledElement, at: element.id.position,
            "A tap on \(quoted(element.id.value)) does nothing",
            "Change its id to `dismiss`, or add `\(element.id.value):` to the overlay's `on`")
          return (noID, [])
        }
        let event = builder.event(scope.prefix + name + "." + element.id.value)
        return (event, startedRequests(handler.actions, scope))
      }
      builder.tables.overlays[Int(id)] = row
      checkOverlayEvents(declaration)
    }
  }

  private func checkOverlayEvents(_ declaration: OverlayDeclaration) {
    let ids = declaration.elements.filter(\.isTapped).map(\.id.value)
    for (event, _) in declaration.on {
      if event.value == "dismiss" {
        report(
          .misplacedKey, at: event.position,
          "`dismiss` only dismisses the overlay and takes no actions",
          "Add `dismissed.\(declaration.name.value):` to the `on` of a screen or the flow")
      } else if !ids.contains(event.value) {
        reportUnknown("button or link", event, known: ids, in: "the overlay's `elements`")
      }
    }
  }

  /// The overlays' own actions: transitions without a target in the state that holds the screens.
  func overlayTransitions(of scope: Scope) -> [PlacedTransition] {
    scope.document.overlays.flatMap { declaration in
      declaration.on.map { event, actions in
        PlacedTransition(
          row: ChartDefinition.Transition(
            on: builder.event(scope.prefix + declaration.name.value + "." + event.value),
            actions: self.actions(actions, scope)),
          position: event.position)
      }
    }
  }
}
