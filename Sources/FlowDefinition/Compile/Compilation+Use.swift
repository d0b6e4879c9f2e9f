import FlowMachine
import Statechart

// Declarations that nothing uses: mostly a line that was forgotten, or a name that was changed in
// one place only. They would do no harm on a device; they are refused because whoever wrote them
// believes that something happens.

extension Compilation {
  func checkUse() {
    checkFacts()
    checkRules()
    for scope in scopes {
      checkRequestsAndOverlays(of: scope)
      checkTimers(of: scope)
      checkEvents(of: scope)
      checkTexts(of: scope)
    }
    checkServicesAndSignals()
  }

  private func reportUnused(_ name: Name, _ problem: String, _ remedy: String) {
    // What is left out of a base may have been all that used it.
    guard !baseFiles.contains(name.position.file) else { return }
    report(.unused, at: name.position, "\(quoted(name.value)) \(problem)", remedy)
  }

  private func checkFacts() {
    // A name of a sub-flow may be used in the document around it, or the other way round.
    var used: Set<FactID> = []
    for scope in scopes { used.formUnion(scope.uses.facts.compactMap { scope.facts[$0] }) }
    for scope in scopes {
      // What the host tells is also for whoever looks on.
      let facts = scope.document.facts.filter { $0.place != .device }
      let names = scope.document.configuration.map(\.name) + facts.map(\.name)
      for name in names where scope.facts[name.value].map({ !used.contains($0) }) ?? false {
        if scope.document.session?.value == name.value {
          reportUnused(
            name, "represents the session, and nothing sets it",
            "Save it from a response, as in `save: {\(name.value): $.\(name.value)}`")
        } else {
          reportUnused(
            name, "is never used", "Remove it, or use it in a guard, a text or an action")
        }
      }
    }
  }

  private func checkRequestsAndOverlays(of scope: Scope) {
    for name in scope.document.requests.map(\.name)
    where !scope.uses.startedRequests.contains(name.value) {
      reportUnused(
        name, "is never started", "Add the action `request: \(name.value)`, or remove it")
    }
    for name in scope.document.overlays.map(\.name)
    where !scope.uses.shownOverlays.contains(name.value) {
      reportUnused(
        name, "is never shown",
        "Add `show: \(name.value)` to the `failure` of a request or as an action, or remove it"
      )
    }
  }

  private func checkTimers(of scope: Scope) {
    let ofStates = states.filter { $0.scope === scope && !$0.isContainer }
      .flatMap { $0.declaration?.timers.map(\.name) ?? [] }
    for name in scope.document.timers.map(\.name) + ofStates {
      if !scope.uses.startedTimers.contains(name.value) {
        reportUnused(
          name, "is never started", "Add the action `startTimer: \(name.value)`, or remove it")
      } else if !scope.uses.watchedTimers.contains(name.value) {
        reportUnused(
          name, "elapses without any effect",
          "Use `\(name.value).elapsed` in a guard, show `{\(name.value).left}`, or remove it")
      }
    }
  }

  private func checkEvents(of scope: Scope) {
    let uses = scope.uses
    for (name, position) in uses.raised
    where uses.handled[name] == nil && !uses.signals.contains(name) {
      reportUnused(
        Name(name, at: position), "is raised but never handled",
        "Add `\(name):` to an `on`, or remove the action")
    }
    for outcome in scope.document.outcomes where !uses.outcomes.contains(outcome.value) {
      reportUnused(
        outcome, "is not the outcome of any state",
        "Write `final: \(outcome.value)` in a state, or remove it")
    }
  }

  private func checkServicesAndSignals() {
    let uses = scopes.map(\.uses)
    let startsAll = uses.contains(where: \.startsAllServices)
    let started = uses.reduce(into: Set<String>()) { $0.formUnion($1.startedServices) }
    let handled = uses.reduce(into: Set<String>()) { $0.formUnion($1.handled.keys) }
    for scope in scopes {
      for name in scope.document.services where !startsAll && !started.contains(name.value) {
        reportUnused(
          name, "is never started", "Add the action `start: \(name.value)`, or remove it")
      }
      for signal in scope.document.signals {
        let name = signal.name
        let isUsed =
          signal.saves != nil || handled.contains(name.value)
          || scope.uses.raised[name.value] != nil
        if !isUsed {
          reportUnused(
            name, "is a signal that is never handled",
            "Add `\(name.value):` to an `on`, or remove it")
        }
      }
    }
  }

  /// Of a key that several languages have the first place is told.
  private func checkTexts(of scope: Scope) {
    var told: Set<String> = []
    for table in scope.document.texts where !table.isFromCatalog {
      for key in table.entries.map(\.key)
      where textIDs[textPath(key.value, scope)] == nil && FrameWord(key: key.value) == nil
        && told.insert(key.value).inserted
      {
        reportUnused(
          key, "is a text that is never shown",
          "Show it in an element, or delete it in every language")
      }
    }
    for (key, entry) in scope.added
    where !entry.isFromCatalog && textIDs[textPath(key, scope)] == nil
      && FrameWord(key: key) == nil && told.insert(key).inserted
    {
      let shown = textKeys.filter { $0.scope === scope }.map(\.key)
      let guess = nearest(to: entry.key.value, among: shown).map { "Write `\($0)`" }
      reportUnused(
        entry.key, "is a text that is never shown",
        guess
          ?? "Write the key of a text of the base; for a sub-flow, after the states that lead to it"
      )
    }
  }
}
