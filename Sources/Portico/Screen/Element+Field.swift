import FlowMachine

extension Element {
  /// A text field.
  public struct Field: Equatable, Sendable {
    /// The kind of content.
    public var content: FieldContent
    /// The typed text; nil if there is none, and for a secret, which is never returned.
    public var value: String?
    /// Whether the text is a secret: it is drawn as dots and goes to secure storage.
    public var isSecret: Bool
    /// Whether a secret is present.
    public var isFilled: Bool
    /// The maximum length, 0 for any. For a code, its length.
    public var length: Int
    /// For a date: the first valid day, as `1990-12-31`; empty for any.
    public var least: String
    /// For a date: the last valid day; empty for any.
    public var most: String
    /// For a phone number: the country chosen beside it (ISO 3166-1), empty if there is none.
    public var country: String

    /// A field that an app creates for its previews.
    public init(
      content: FieldContent, value: String? = nil, isSecret: Bool = false, isFilled: Bool = false,
      length: Int = 0
    ) {
      self.content = content
      self.value = value
      self.isSecret = isSecret
      self.isFilled = isFilled
      self.length = length
      (least, most, country) = ("", "", "")
    }
  }

  /// The purpose of a field, which selects the keyboard and what the platform fills in.
  public enum FieldContent: String, Sendable, CaseIterable {
    case text, name, email, newEmail, phone, number, password, newPassword, code, country, username,
      givenName, familyName
    /// Text of several lines, such as a message.
    case multiline
    /// A day, as `1990-12-31`.
    case date
  }
}

extension Element.Field {
  init(_ element: ScreenValue.Element) {
    // An element kind that takes text has its own content; a field names it as its style.
    content = Element.FieldContent(rawValue: "\(element.styleName ?? element.kind.name)") ?? .text
    if case .text(let text) = element.value { value = text.string }
    isSecret = element.isSecret
    isFilled = element.value == .secret
    length = Int(element.length)
    least = element.least.string
    most = element.most.string
    country = element.country.string
  }
}

extension Element.FieldContent {
  /// Whether its text runs from left to right in every language, as digits and addresses do.
  package var isLeftToRight: Bool {
    switch self {
    case .email, .newEmail, .phone, .number, .password, .newPassword, .code, .date, .username: true
    case .text, .name, .country, .givenName, .familyName, .multiline: false
    }
  }
}
