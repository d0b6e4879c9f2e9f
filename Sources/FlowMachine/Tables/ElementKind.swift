/// The kinds of elements. The raw value is the number in the compiled form: append new kinds.
///
/// The rest of the machine, its tools and its hosts depend on `input`, so that a new kind with an
/// existing input needs only to be drawn.
package enum ElementKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case heading, text, image, progress, field, choice, picker, toggle, button, link, date, secret,
    choices, notice, steps, avatar
}

/// How a person interacts with an element.
package enum ElementInput: CaseIterable, Sendable {
  /// It only displays something.
  case none
  case tap
  /// `Input.type` or `typeSecret`: the whole text.
  case text
  /// `InputValue.option`.
  case option
  /// `InputValue.flag`.
  case flag
  /// `InputValue.mark`: each option is a flag of its own.
  case options
}

extension ElementInput {
  /// Whether there are options to choose from.
  package var hasOptions: Bool { self == .option || self == .options }
}

extension ElementKind {
  /// The kind's name in documents and JSON.
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
    case .secret: "secret"
    case .choices: "choices"
    case .notice: "notice"
    case .steps: "steps"
    case .avatar: "avatar"
    }
  }

  package var input: ElementInput {
    switch self {
    case .heading, .text, .image, .progress, .secret, .notice, .steps, .avatar: .none
    case .button, .link: .tap
    case .field, .date: .text
    case .choice, .picker: .option
    case .toggle: .flag
    case .choices: .options
    }
  }

  /// The names of the styles in documents and JSON, in the order of their numbers; most kinds have
  /// none.
  package var styles: [StaticString] {
    switch self {
    case .field:
      [
        "text", "name", "email", "newEmail", "phone", "number", "password", "newPassword", "code",
        "country", "username", "givenName", "familyName", "multiline",
      ]
    case .choice: ["list", "wheel"]
    case .picker: ["list", "buttons", "rows", "actions"]
    case .button: ["primary", "plain", "destructive"]
    case .secret: ["text", "qr"]
    case .progress: ["bar", "skeleton"]
    case .notice: ["neutral", "success", "warning", "error"]
    default: []
    }
  }

  /// The index of `buttons` among the styles of a picker.
  package static let buttonsStyle: UInt8 = 1

  /// The index of `rows` among the styles of a picker.
  package static let rowsStyle: UInt8 = 2

  /// The index of `actions` among the styles of a picker.
  package static let actionsStyle: UInt8 = 3

  /// The index of `qr` among the styles of a secret.
  package static let qrStyle: UInt8 = 1

  /// The index of `newPassword` among the styles of a field.
  package static let newPasswordStyle: UInt8 = 7

  /// The index of `country` among the styles of a field.
  static let countryStyle: UInt8 = 9

  /// The index of `skeleton` among the styles of a progress.
  package static let skeletonStyle: UInt8 = 1

  /// Whether it says something in words that come and go.
  package var isWords: Bool { self == .text || self == .heading || self == .notice }

  /// Whether a person can interact with it.
  package var takesInput: Bool { input != .none }
}

/// What a typed text must satisfy. Append new rules.
package enum ValidatorRule: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case required, email, digits, phone, least, most, same, date, pattern
}

extension ElementRow {
  /// The row's layout (`RowReader`). It begins with the greatest kind.
  static let layout: StaticString = "?bttf%%%%%pggebf#[V[N[Q(R11"

  /// Whether text can be typed into it.
  package var takesText: Bool { kind.input == .text }

  /// Whether it sets facts, which its validators check.
  package var takesValue: Bool {
    switch kind.input {
    case .text, .option, .flag, .options: true
    case .none, .tap: false
    }
  }
}

extension ValidatorRow {
  /// The row's layout. It begins with the greatest rule.
  static let layout: StaticString = "8+%t"
}
