/// Why a hash is not imported. Each says what is wrong and how to fix it; none quotes the hash.
package enum ImportedHashRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownForm
  /// A form whose hashes are not worth keeping, with the reason.
  case notKept(form: String, because: String)
  /// This form, but truncated or changed.
  case damaged(form: String)
  case tooDear(form: String, cost: String, most: String)
  case tooCheap(form: String)

  package var description: String {
    switch self {
    case .unknownForm:
      "the hash has no form that is known here (see docs/users-import.md); \(Self.without)"
    case .notKept(let form, let because): "\(form) is not imported: \(because); \(Self.without)"
    case .damaged(let form): "the hash looks like \(form), but it is cut off or was changed"
    case .tooDear(let form, let cost, let most):
      "\(form) with \(cost) would hold up the server at a login (at most \(most)); \(Self.without)"
    case .tooCheap(let form): "\(form) with so little work protects nothing; \(Self.without)"
    }
  }

  private static let without =
    "leave the password out, and the person sets a new one by 'forgot password'"
}
