import FlowMachine

extension Element {
  /// Where a person types.
  public struct Field: Equatable, Sendable {
    /// What is typed there.
    public var content: FieldContent
    /// What was typed; nil where nothing was, and for a secret, which nobody gets back.
    public var value: String?
    /// What is typed is a secret: it is drawn as dots and goes where secrets go.
    public var isSecret: Bool
    /// A secret is there.
    public var isFilled: Bool
    /// The greatest length, 0 for any. For a code, its length.
    public var length: Int
    /// For a date: the first day that is valid, as `1990-12-31`; empty for any.
    public var least: String
    /// For a date: the last day that is valid; empty for any.
    public var most: String
    /// For a number: the country that is chosen beside it (ISO 3166-1), empty while there is none.
    public var country: String
    /// The return key submits the screen.
    public var submits: Bool
  }

  /// What a field is for: the keyboard, and what the platform fills in by itself.
  public enum FieldContent: String, Sendable, CaseIterable {
    case text, name, email, newEmail, phone, number, password, newPassword, code, country, username
    /// A day, as `1990-12-31`.
    case date
  }
}

extension Element.Field {
  init(_ element: ScreenValue.Element) {
    // A kind of its own is typed as such; a field says in its style what is typed.
    content = Element.FieldContent(rawValue: "\(element.styleName ?? element.kind.name)") ?? .text
    if case .text(let text) = element.value { value = text.string }
    isSecret = element.isSecret
    isFilled = element.value == .secret
    length = Int(element.length)
    least = element.least.string
    most = element.most.string
    country = element.country.string
    submits = element.isSubmitting
  }
}
