// What a DELETE says beyond its path. Secrets stand in a body: a query is kept in logs and histories on
// its way. The account API's public clients send queries, so those are read as well.

/// `DELETE /v1/user`: asks for the code, or brings it; or confirms where no code can be sent.
package struct DeletionBody: Hashable, CallBody {
  package static let fields = [CodingKeys.verificationCode.rawValue]
  /// A boolean, or its word: clients make texts of all that they send.
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

/// `DELETE /v1/user/push_notification/mobile_platform_endpoint`.
package struct PushReleaseBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var mobileDeviceToken: String?

  package init(mobileDeviceToken: String? = nil) { self.mobileDeviceToken = mobileDeviceToken }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case mobileDeviceToken = "mobile_device_token"
  }
}
