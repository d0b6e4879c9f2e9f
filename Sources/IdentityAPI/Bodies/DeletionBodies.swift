// What a DELETE says in addition to its path. Secrets belong in a body, because proxies and
// histories keep queries. The account API's public clients send queries, so those are accepted as
// well.

/// `DELETE /v1/user`: requests the code, or presents it; or confirms if no code can be sent.
package struct DeletionBody: Hashable, CallBody {
  package static let fields = [CodingKeys.verificationCode.rawValue]
  /// A boolean, or the word for it: clients turn everything that they send into texts.
  package var request: Bool?
  package var verificationCode: String?
  /// Of an account without an address and a number, after a fresh sign-in at its provider.
  package var confirm: Bool?

  package init(request: Bool? = nil, verificationCode: String? = nil, confirm: Bool? = nil) {
    self.request = request
    self.verificationCode = verificationCode
    self.confirm = confirm
  }

  enum CodingKeys: String, CodingKey {
    case request, confirm
    case verificationCode = "verification_code"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    verificationCode = try members.decodeIfPresent(String.self, forKey: .verificationCode)
    confirm = try members.decodeIfPresent(Bool.self, forKey: .confirm)
    guard members.contains(.request), try !members.decodeNil(forKey: .request) else { return }
    if let flag = try? members.decode(Bool.self, forKey: .request) {
      request = flag
      return
    }
    switch try members.decode(String.self, forKey: .request) {
    case "true": request = true
    case "false": request = false
    default:
      throw DecodingError.typeMismatch(
        Bool.self,
        DecodingError.Context(
          codingPath: members.codingPath + [CodingKeys.request], debugDescription: "no boolean"))
    }
  }
}

/// The response to a deletion: done, or from when on (CTR-10).
package struct DeletionAnswerBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  /// RFC 3339; absent if the account was deleted.
  package var deletesAt: String?

  package init(description: String, deletesAt: String? = nil) {
    self.description = description
    self.deletesAt = deletesAt
  }

  enum CodingKeys: String, CodingKey {
    case status, description
    case deletesAt = "deletes_at"
  }
}

/// `DELETE /v1/user/push_notification/mobile_platform_endpoint`.
package struct PushReleaseBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var mobileDeviceToken: String?

  package init(mobileDeviceToken: String? = nil) { self.mobileDeviceToken = mobileDeviceToken }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case mobileDeviceToken = "mobile_device_token"
  }
}
