/// The response to `POST /v1/user/exports`: where the caller's session reads what is stored (CTR-9).
package struct ExportLinkBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var id: String
  package var path: String
  package var expiresAt: String

  package init(id: String, path: String, expiresAt: String) {
    self.id = id
    self.path = path
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, id, path
    case expiresAt = "expires_at"
  }
}
