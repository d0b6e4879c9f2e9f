package import FlowMachine

/// Converts the machine's bytes to the app's texts.
extension EntryScene {
  package init(_ value: ScreenValue) {
    root = value.root.map { Root(view: $0.view.string, showsContent: $0.showsContent) }
    screen = value.screen.map(Screen.init)
    overlays = value.overlays.map(Screen.init)
    isRightToLeft = value.isRightToLeft
  }
}

extension Screen {
  fileprivate init(_ surface: ScreenValue.Surface) {
    let style: Style =
      switch surface.style {
      case .screen: .screen
      case .modal: .modal
      case .overlay: .overlay
      case .alert: .alert
      case .sheet: .sheet
      }
    self.init(
      view: surface.view.string, name: surface.name.string, style: style,
      title: surface.title.string, hasBack: surface.hasBack,
      isDismissable: surface.isDismissable, isActive: surface.isActive,
      elements: surface.elementsWithActions.map(Element.init))
  }
}

extension Element {
  /// - Parameter actions: the buttons in its rows.
  fileprivate init(_ element: ScreenValue.Element, _ actions: [ScreenValue.Element]) {
    self.init(
      id: Int(element.id), name: element.name.string, kind: Kind(element, actions),
      text: element.text.string,
      hint: element.hint.string, problem: element.problem.string, isEnabled: element.isEnabled,
      isBusy: element.isBusy, submits: element.isSubmitting,
      view: element.kind == .image ? "" : element.appName.string, percent: element.percent)
  }
}

extension ScreenValue.Element {
  fileprivate var percent: Int? {
    guard kind == .progress, case .text(let percent) = value else { return nil }
    return Int(percent.string)
  }
}

extension Text {
  var string: String { String(decoding: self, as: UTF8.self) }
}

extension Element {
  /// The machine's id. The machine refuses an unknown id, and one that is not on the topmost
  /// surface.
  var row: ElementID { ElementID(clamping: id) }
}
