import Crypto
import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer

/// What a provider sends to the server in a sign-in. One piece is fuzzed, and the rest of the sign-in is honest.
enum ProviderPiece: Int, CaseIterable {
  case discovery, keys, tokenAnswer, userInfo
  /// An id token as it comes, signature and all.
  case idToken
  /// Claims that the provider's key has signed, whatever they are.
  case claims
  case gitHubToken, gitHubUser, gitHubEmails
  /// The field `user` of Apple's form post.
  case appleUser
  /// The body of Apple's notice, and claims that its key has signed.
  case notice, noticeClaims
}

/// A provider whose key and clock never change, so that its seeds stay valid.
struct HonestProvider: Sendable {
  static let issuer = "https://id.example.com"
  static let nonce = "nonce-of-this-sign-in"
  static let client = "client-1"
  static let now = Timestamp(milliseconds: 1_800_000_000_000)
  static let request = AuthorizationParameters(
    state: "state-1", nonce: nonce,
    verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))

  private static let material = [UInt8](repeating: 7, count: 32)

  /// - Throws: never for these bytes, which are a number below the order of the curve.
  static func key() throws -> P256.Signing.PrivateKey {
    try P256.Signing.PrivateKey(rawRepresentation: material)
  }

  static let discovery = """
    {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize",\
    "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys",\
    "userinfo_endpoint":"\(issuer)/userinfo","revocation_endpoint":"\(issuer)/revoke"}
    """
  static let userInfo = #"{"sub":"subject-1","picture":"https://id.example.com/ada.png"}"#
  static let gitHub: [ProviderPiece: String] = [
    .gitHubToken: #"{"access_token":"gho_1","scope":"user:email","token_type":"bearer"}"#,
    .gitHubUser:
      #"{"id":583231,"login":"octocat","name":"The Octocat","avatar_url":"https://a.b/u"}"#,
    .gitHubEmails: #"[{"email":"octo@example.com","primary":true,"verified":true}]"#,
  ]
  static let appleUser = #"{"name":{"firstName":"Ada","lastName":"Lovelace"}}"#

  static let claims = """
    {"iss":"\(issuer)","sub":"subject-1","aud":"\(client)","iat":\(now.numericDate),\
    "exp":\(now.numericDate + 300),"nonce":"\(nonce)","email":"ada@example.com",\
    "email_verified":true,"name":"Ada Lovelace"}
    """
  static let noticeClaims = """
    {"iss":"\(issuer)","aud":"\(client)","iat":\(now.numericDate),"jti":"1",\
    "events":"{\\"type\\":\\"consent-revoked\\",\\"sub\\":\\"subject-1\\"}"}
    """

  static func keys() throws -> String {
    let point = Array(try key().publicKey.rawRepresentation)
    return """
      {"keys":[{"kty":"EC","crv":"P-256","use":"sig","kid":"key-1","alg":"ES256",\
      "x":"\(Base64URL.text(Array(point[..<32])))","y":"\(Base64URL.text(Array(point[32...])))"}]}
      """
  }

  static func token(_ claims: [UInt8]) throws -> String {
    let head = Base64URL.text(Array(#"{"alg":"ES256","kid":"key-1","typ":"JWT"}"#.utf8))
    let signed = head + "." + Base64URL.text(claims)
    let signature = try key().signature(for: Data(signed.utf8))
    return signed + "." + Base64URL.text(Array(signature.rawRepresentation))
  }

  /// Whether the key has signed a token, by another library than the one under test.
  static func hasSigned(_ token: String) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.bytes(parts[2]),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(bytes)),
      let key = try? key().publicKey
    else { return false }
    return key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
  }

  static func tokenAnswer(_ token: String) -> String {
    """
    {"access_token":"access-1","token_type":"Bearer","refresh_token":"refresh-1",\
    "id_token":"\(token)"}
    """
  }

  static func notice(_ token: String) -> String { "{\"payload\":\"\(token)\"}" }

  /// A good piece.
  static func honest(_ piece: ProviderPiece) throws -> [UInt8] {
    let text =
      switch piece {
      case .discovery: discovery
      case .keys: try keys()
      case .tokenAnswer: tokenAnswer(try token(Array(claims.utf8)))
      case .userInfo: userInfo
      case .idToken: try token(Array(claims.utf8))
      case .claims: claims
      case .gitHubToken, .gitHubUser, .gitHubEmails: gitHub[piece] ?? ""
      case .appleUser: appleUser
      case .notice: notice(try token(Array(noticeClaims.utf8)))
      case .noticeClaims: noticeClaims
      }
    return Array(text.utf8)
  }
}

/// Answers honestly to every request but the one whose piece is fuzzed.
struct FuzzedTransport: ProviderTransport {
  let bodies: [String: [UInt8]]

  init(_ piece: ProviderPiece, _ bytes: [UInt8]) throws {
    let paths: [ProviderPiece: String] = [
      .discovery: "/.well-known/openid-configuration", .keys: "/keys", .tokenAnswer: "/token",
      .userInfo: "/userinfo", .gitHubToken: "/login/oauth/access_token", .gitHubUser: "/user",
      .gitHubEmails: "/user/emails",
    ]
    var bodies: [String: [UInt8]] = [:]
    for (other, path) in paths { bodies[path] = try HonestProvider.honest(other) }
    switch piece {
    case .idToken:
      // A text of JSON may hold what a token never does.
      let text = try JSONEncoder().encode(["id_token": String(decoding: bytes, as: UTF8.self)])
      let rest = Array(#"{"access_token":"access-1","token_type":"Bearer","#.utf8)
      bodies["/token"] = rest + text.dropFirst()
    case .claims:
      bodies["/token"] = Array(
        HonestProvider.tokenAnswer(try HonestProvider.token(bytes)).utf8)
    default:
      if let path = paths[piece] { bodies[path] = bytes }
    }
    self.bodies = bodies
  }

  func answer(to call: ProviderCall) async -> ProviderAnswer? {
    bodies[call.endpoint.peer.path].map {
      ProviderAnswer(status: 200, fields: ["content-type": "application/json"], body: $0)
    }
  }
}

struct StoppedClock: WallClock {
  func now() -> Timestamp { HonestProvider.now }
}
