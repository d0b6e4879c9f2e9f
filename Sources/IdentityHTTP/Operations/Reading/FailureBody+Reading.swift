import IdentityAPI
import IdentityDomain

extension FailureBody {
  static func malformed(_ description: String, field: String? = nil) -> FailureBody {
    FailureBody(.malformed, description: description, field: field)
  }

  /// A form that its path does not offer.
  init(_ missing: MissingField) { self = .missing(missing.field) }

  static func missing(_ field: String) -> FailureBody {
    .malformed("\(field) is missing.", field: field)
  }

  /// In the body and in the query.
  static func twice(_ field: String) -> FailureBody {
    .malformed("Send this in the body, not in the query.", field: field)
  }

  /// - Parameter known: the fields of the body. Only they are named: the response must not echo
  ///   what a stranger wrote.
  init(_ flaw: BodyShape.Flaw, known: [String]) {
    switch flaw {
    case .notUTF8: self = .malformed("The body is not UTF-8.")
    case .notObject: self = .malformed("The body must be one JSON object (RFC 8259).")
    case .tooDeep:
      self = .malformed("The body is nested deeper than \(SecurityRules.bodyDepth) levels.")
    case .twice(let name):
      let field = known.contains(name) ? name : nil
      self = .malformed("\(field ?? "A member") appears twice in the body.", field: field)
    }
  }

  /// An error of the decoder, with its JSON path.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .missing(Self.path(context.codingPath + [key]) ?? key.stringValue)
    case .valueNotFound(_, let context):
      let field = Self.path(context.codingPath)
      self = .malformed("\(field ?? "The body") is missing.", field: field)
    case .typeMismatch(_, let context):
      let field = Self.path(context.codingPath)
      self = .malformed("\(field ?? "The body") has the wrong type.", field: field)
    case .dataCorrupted(let context):
      let field = Self.path(context.codingPath)
      self = .malformed("\(field ?? "The body") is not valid JSON.", field: field)
    @unknown default: self = .malformed("The body cannot be read.")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String? {
    keys.isEmpty ? nil : keys.map(\.stringValue).joined(separator: ".")
  }
}
