/// The kinds of elements. The number is the one of the compiled form: a new kind comes last.
///
/// The rest of the machine, its tools and its hosts ask for `input`, so that a kind whose input there is
/// already needs nothing of them but how it is drawn.
package enum ElementKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case heading, text, image, progress, field, choice, picker, toggle, button, link, date
}

/// What a person does with an element.
package enum ElementInput: Sendable {
  /// It only shows something.
  case none
  case tap
  /// `Input.type` or `typeSecret`: the whole text.
  case text
  /// `Input.choose`: the place of an option.
  case option
  /// `Input.toggle`.
  case flag
}

extension ElementKind {
  /// The kind as documents and JSON spell it.
  package var name: StaticString {
    switch self {
    case .heading: "heading"
    case .text: "text"
    case .image: "image"
    case .progress: "progress"
    case .field: "field"
    case .choice: "choice"
    case .picker: "picker"
    case .toggle: "toggle"
    case .button: "button"
    case .link: "link"
    case .date: "date"
    }
  }

  package var input: ElementInput {
    switch self {
    case .heading, .text, .image, .progress: .none
    case .button, .link: .tap
    case .field, .date: .text
    case .choice, .picker: .option
    case .toggle: .flag
    }
  }

  /// The styles as documents and JSON spell them, in the order of their numbers; none for most kinds.
  package var styles: [StaticString] {
    switch self {
    case .field:
      [
        "text", "name", "email", "newEmail", "phone", "number", "password", "newPassword", "code",
        "country", "username",
      ]
    case .choice: ["list", "wheel"]
    case .picker: ["list", "buttons"]
    case .button: ["primary", "plain", "destructive"]
    default: []
    }
  }

  /// The place of `buttons` among the styles of a picker.
  package static let buttonsStyle: UInt8 = 1

  /// The place of `country` among the styles of a field.
  static let countryStyle: UInt8 = 9

  /// Whether a person can do something with it.
  package var takesInput: Bool { input != .none }
}

/// What a text that was typed has to be. A new rule comes last.
package enum ValidatorRule: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case required, email, digits, phone, least, most, same, date
}

extension ElementRow {
  /// The row's bytes (`RowReader`). It begins with the greatest kind.
  static let layout: StaticString = ":bttf%%%%%pggebf#[V[N[Q(R11"

  /// Whether a text is typed into it, which its validators judge.
  package var takesText: Bool { kind.input == .text }
}

extension ValidatorRow {
  /// The row's bytes. It begins with the greatest rule.
  static let layout: StaticString = "7+%t"
}
