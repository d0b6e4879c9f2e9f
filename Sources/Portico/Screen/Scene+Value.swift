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
      elements: surface.elements.map(Element.init))
  }
}

extension Element {
  fileprivate init(_ element: ScreenValue.Element) {
    let kind: Kind =
      switch element.kind.input {
      case .text: .field(Field(element))
      case .option: .choice(Choice(element))
      case .options: .choices(Choices(element))
      case .flag: .toggle(isOn: element.value == .flag(true))
      case .tap where element.kind == .link: .link
      case .tap: .button(.at(element.style, or: .plain))
      case .none:
        switch element.kind {
        case .heading: .heading
        case .image: .image(element.appName.string)
        case .progress: .progress
        case .secret: .secret(.at(element.style, or: .text))
        default: .text
        }
      }
    self.init(
      id: Int(element.id), name: element.name.string, kind: kind, text: element.text.string,
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

extension Element.Option {
  fileprivate init(_ option: ScreenValue.Option) {
    self.init(text: option.text.string, detail: option.detail.string, image: option.image.string)
  }
}

extension Element.Choices {
  fileprivate init(_ element: ScreenValue.Element) {
    self.init(options: element.options.map(Element.Option.init))
    if case .choices(let chosen) = element.value { selection = Set(chosen) }
  }
}

extension Element.Choice {
  fileprivate init(_ element: ScreenValue.Element) {
    style =
      switch element.kind {
      case .picker where element.style == ElementKind.buttonsStyle: .buttons
      case .picker where element.style == ElementKind.rowsStyle: .rows
      case .picker: .picker
      default: .at(element.style, or: .list)
      }
    options = element.options.map(Element.Option.init)
    if case .choice(let place) = element.value { selection = place }
    isSearchable = element.isSearchable
  }
}

extension CaseIterable where AllCases == [Self] {
  /// The tables store a style as its index in the document's list.
  fileprivate static func at(_ place: UInt8, or other: Self) -> Self {
    Int(place) < allCases.count ? allCases[Int(place)] : other
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
