package import IdentityAPI
import IdentityDomain

/// What a field of a request may contain, by its name on the wire; checked before any work is done.
///
/// What a value means (an address, a phone number, a token of ours) is for the domain to check.
package struct FieldRule: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// One line of text: no control characters, no line breaks.
    case line
    /// Any number of lines.
    case text
    /// Tokens and ids: visible ASCII, so that there are no look-alikes.
    case opaque
    /// Anything that is not empty: its flaws as a password are reported with an error of their own.
    case password
  }

  package let kind: Kind
  /// Bytes of UTF-8.
  package let most: Int

  /// Every field of every body and query. The document of the API says the same; a test compares
  /// the two.
  package static let all: [String: FieldRule] = [
    "user_name": FieldRule(kind: .line, most: SecurityRules.userNameBytes),
    "password": password, "newpassword": password,
    "verification_code": FieldRule(kind: .line, most: SecurityRules.presentedCodeBytes),
    "name": FieldRule(kind: .line, most: SecurityRules.nameBytes),
    "email": FieldRule(kind: .line, most: SecurityRules.userNameBytes),
    "identifier": FieldRule(kind: .line, most: SecurityRules.userNameBytes),
    "picture_url": FieldRule(kind: .opaque, most: SecurityRules.pictureURLBytes),
    "language": FieldRule(kind: .opaque, most: SecurityRules.languageTagBytes),
    "registration_id": thing, "installation_id": thing,
    "session": token, "token": token, "mail_token": token, "refreshtoken": token,
    "phone_number": FieldRule(kind: .line, most: SecurityRules.phoneNumberBytes),
    "region": FieldRule(kind: .opaque, most: 2),
    "platform": FieldRule(kind: .line, most: SecurityRules.pushPlatformBytes),
    "app_version": FieldRule(kind: .line, most: SecurityRules.appVersionBytes),
    "mobile_device_token": FieldRule(kind: .opaque, most: SecurityRules.pushTokenBytes),
    "key": FieldRule(kind: .line, most: SecurityRules.selectionKeyBytes),
    "value": FieldRule(kind: .text, most: SecurityRules.selectionValueBytes),
    "experiment": thing, "variant": thing, "goal": thing,
    "latitude": coordinate, "longitude": coordinate,
    "first_name": FieldRule(kind: .line, most: SecurityRules.nameBytes / 2 - 1),
    "last_name": FieldRule(kind: .line, most: SecurityRules.nameBytes / 2 - 1),
    "mobile": FieldRule(kind: .line, most: SecurityRules.phoneNumberBytes),
    "mode": FieldRule(kind: .opaque, most: SecurityRules.modeBytes),
    "link_token": token, "device": FieldRule(kind: .opaque, most: 8),
    "undo_token": token, "action": FieldRule(kind: .opaque, most: 8),
    "channel": FieldRule(kind: .opaque, most: 8),
    "mkt_handle": FieldRule(kind: .line, most: SecurityRules.nameOfThingBytes),
    "factor_code": FieldRule(kind: .line, most: SecurityRules.presentedFactorBytes),
    "trust_device": FieldRule(kind: .opaque, most: 8), "enabled": FieldRule(kind: .opaque, most: 8),
    "provider": thing, "state": token, "code": token, "code_token": token,
    "return_url": FieldRule(kind: .opaque, most: SecurityRules.returnURLBytes),
    "id_token": FieldRule(kind: .opaque, most: SecurityRules.providerTokenBytes),
    "authorization_code": FieldRule(kind: .opaque, most: SecurityRules.providerCodeBytes),
    "id": FieldRule(kind: .opaque, most: SecurityRules.credentialBytes),
    "client_data": passkeyPart, "authenticator_data": passkeyPart, "signature": passkeyPart,
    "attestation_object": passkeyPart, "user_handle": thing,
    "request": FieldRule(kind: .opaque, most: 8), "logout_all": FieldRule(kind: .opaque, most: 8),
  ]

  /// Also for names in a path.
  static let thing = FieldRule(kind: .opaque, most: SecurityRules.nameOfThingBytes)
  private static let coordinate = FieldRule(kind: .opaque, most: SecurityRules.coordinateBytes)
  private static let passkeyPart = FieldRule(kind: .opaque, most: SecurityRules.passkeyPartBytes)
  private static let token = FieldRule(kind: .opaque, most: SecurityRules.presentedTokenBytes)
  /// The domain limits passwords in code points, and reports "too long" with its own code.
  private static let password = FieldRule(kind: .password, most: .max)

  /// - Throws: the failure form, with a remedy.
  package func check(_ text: String, _ field: String) throws(FailureBody) {
    func refusal(_ why: String) -> FailureBody {
      FailureBody(.malformed, description: "\(field) \(why).", field: field)
    }
    if text.isEmpty, kind != .text { throw refusal("is empty") }
    guard text.utf8.count <= most else { throw refusal("is longer than \(most) bytes of UTF-8") }
    switch kind {
    case .password: break
    case .opaque:
      guard text.utf8.allSatisfy({ 33...126 ~= $0 }) else {
        throw refusal("contains characters other than visible ASCII")
      }
    case .line, .text:
      let isFine = text.unicodeScalars.allSatisfy { scalar in
        if kind == .text, scalar == "\n" || scalar == "\t" || scalar == "\r" { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
      }
      guard isFine else { throw refusal("contains control characters") }
    }
  }
}
