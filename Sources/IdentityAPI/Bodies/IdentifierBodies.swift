/// One line of `GET /v1/user/identifiers`: an address or number that the account has verified (CTR-3).
package struct OwnIdentifierBody: Hashable, Sendable, Codable {
  package var id: String
  /// `email` or `phone`, open.
  package var kind: String
  package var value: String
  /// Whether it is the primary one of its kind.
  package var primary: Bool
  package var verifiedAt: String
  /// False where it is the last way in.
  package var removable: Bool

  package init(
    id: String, kind: String, value: String, primary: Bool, verifiedAt: String, removable: Bool
  ) {
    self.id = id
    self.kind = kind
    self.value = value
    self.primary = primary
    self.verifiedAt = verifiedAt
    self.removable = removable
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, value, primary, removable
    case verifiedAt = "verified_at"
  }
}

package struct OwnIdentifiersBody: Hashable, Sendable, Codable {
  package var identifiers: [OwnIdentifierBody]
  package init(identifiers: [OwnIdentifierBody]) { self.identifiers = identifiers }
}
