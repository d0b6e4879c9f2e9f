import FlowMachine

extension Element {
  /// The kind of an element.
  public enum Kind: Equatable, Sendable {
    case heading
    case text
    /// By the name of the image. Without a text it is decoration.
    case image(String)
    case progress(ProgressStyle)
    case field(Field)
    case choice(Choice)
    /// Any number of several options, each of them a flag of the flow.
    case choices(Choices)
    case toggle(isOn: Bool)
    case button(ButtonStyle)
    case link
    /// A secret that its owner is to see: `AppEntry.secret(_:)` reads it.
    case secret(SecretStyle)
    /// A paragraph that stands out: what became of something, or what to mind.
    case notice(Tone)
    /// Where a person is among steps: how many there are, and the one that has been reached, from 1 on. The text says the
    /// same in words.
    case steps(count: Int, reached: Int)
    /// A person, whose name is the text. The initials are empty as long as there is no name that begins with a letter.
    case avatar(initials: String)

    /// Whether people can use it: tap it, type into it, or choose.
    public var takesInput: Bool { use != .none }

    /// Whether people give it a value, in difference to a button and a link.
    public var takesValue: Bool { use == .value }

    /// The options that people choose from.
    package var options: [Option] {
      switch self {
      case .choice(let choice): choice.options
      case .choices(let choices): choices.options
      default: []
      }
    }

    package enum Use { case none, tap, value }

    /// How people use it. Whatever depends on that asks here, so that a new kind is decided in one place.
    package var use: Use {
      switch self {
      case .heading, .text, .image, .progress, .secret, .notice, .steps, .avatar: .none
      case .button, .link: .tap
      case .field, .choice, .choices, .toggle: .value
      }
    }
  }
}

extension Element.Kind {
  init(_ element: ScreenValue.Element, _ actions: [ScreenValue.Element]) {
    self =
      switch element.kind.input {
      case .text: .field(Element.Field(element))
      case .option: .choice(Element.Choice(element, actions))
      case .options: .choices(Element.Choices(element))
      case .flag: .toggle(isOn: element.value == .flag(true))
      case .tap where element.kind == .link: .link
      case .tap: .button(.at(element.style, or: .plain))
      case .none:
        switch element.kind {
        case .heading: .heading
        case .image: .image(element.appName.string)
        case .progress: .progress(.at(element.style, or: .bar))
        case .notice: .notice(.at(element.style, or: .neutral))
        case .steps:
          .steps(count: Int(element.steps.count), reached: Int(element.steps.reached))
        case .avatar: .avatar(initials: element.initials.string)
        case .secret: .secret(.at(element.style, or: .text))
        default: .text
        }
      }
  }
}

extension Element.Option {
  fileprivate init(_ option: ScreenValue.Option) {
    self.init(text: option.text.string, detail: option.detail.string, image: option.image.string)
  }
}

extension Element.RowAction {
  /// Nil where the row does not have it.
  fileprivate init?(_ action: ScreenValue.Element, inRow place: Int) {
    guard action.options.indices.contains(place), !action.options[place].text.isEmpty
    else { return nil }
    self.init(
      id: Int(action.id), name: action.name.string, text: action.options[place].text.string,
      isEnabled: action.isEnabled)
  }
}

extension Element.Choices {
  fileprivate init(_ element: ScreenValue.Element) {
    self.init(options: element.options.map(Element.Option.init))
    if case .choices(let chosen) = element.value { selection = Set(chosen) }
  }
}

extension Element.Choice {
  fileprivate init(_ element: ScreenValue.Element, _ actions: [ScreenValue.Element]) {
    style =
      switch element.kind {
      case .picker where element.style == ElementKind.buttonsStyle: .buttons
      case .picker where element.style == ElementKind.rowsStyle: .rows
      case .picker: .picker
      default: .at(element.style, or: .list)
      }
    options = element.options.enumerated().map { place, option in
      var option = Element.Option(option)
      option.actions = actions.compactMap { Element.RowAction($0, inRow: place) }
      return option
    }
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
