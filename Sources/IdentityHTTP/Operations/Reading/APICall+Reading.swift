import Foundation
import IdentityAPI
import IdentityDomain

extension APICall {
  /// The body, with each of its fields checked.
  func read<Body: CallBody>(_: Body.Type) throws(FailureBody) -> Body {
    guard !body.isEmpty else {
      throw .malformed("The body is empty; send a JSON object.")
    }
    do {
      try BodyShape.check(body)
      return try JSONDecoder().decode(CheckedBody<Body>.self, from: Data(body)).body
    } catch let flaw as BodyShape.Flaw {
      throw FailureBody(flaw, known: Body.fields)
    } catch let failure as FailureBody {
      throw failure
    } catch let error as DecodingError {
      throw FailureBody(error)
    } catch {
      throw .malformed("The body cannot be read.")
    }
  }

  /// The same, for a body that may be missing.
  func read<Body: CallBody>(_ type: Body.Type, orEmpty empty: Body) throws(FailureBody) -> Body {
    body.isEmpty ? empty : try read(type)
  }

  /// A value of the query; an empty one counts as absent.
  func queried(_ name: String) throws(FailureBody) -> String? {
    guard let text = query[name], !text.isEmpty else { return nil }
    try FieldRule.all[name]?.check(text, name)
    return text
  }

  /// The installation of a call without a body. It is in a header, because proxies log URLs, and
  /// experiments identify a user by it.
  func namedInstallation() throws(FailureBody) -> String? {
    guard let installation, !installation.isEmpty else { return nil }
    try FieldRule.all["installation_id"]?.check(installation, Self.installationHeader)
    return installation
  }

  static let installationHeader = "Portico-Installation"

  /// A flag of the query, as clients in various languages write it.
  func queriedSwitch(_ name: String) throws(FailureBody) -> Bool {
    switch try queried(name)?.lowercased() {
    case nil, "false": return false
    case "true": return true
    case .some: throw .malformed("\(name) must be true or false.", field: name)
    }
  }

  /// The name in the path. A name that is impossible is not found.
  func named(_ name: String) throws(IdentityFailure) -> String {
    guard let text = path[name], (try? FieldRule.thing.check(text, name)) != nil else {
      throw .notFound
    }
    return text
  }

  /// The session that the call belongs to.
  func session() throws(IdentityFailure) -> SessionCall {
    guard let claims = credentials.accessToken else { throw .unauthorized(nil) }
    return SessionCall(claims: claims, crumb: credentials.crumb, caller: caller)
  }

  /// The refresh token: from the cookie or from the body, but not from both, which would be
  /// ambiguous.
  func refreshToken(orBody text: String?) throws(FailureBody) -> Secret<RefreshToken>? {
    guard let cookie = credentials.cookie else { return text.map { Secret($0) } }
    guard text == nil else {
      throw FailureBody(
        .ambiguousCredentials,
        description: "Send the refresh token in the cookie or in the body, not both.",
        field: "refreshtoken")
    }
    return cookie
  }
}

/// A body whose fields satisfy their rules.
private struct CheckedBody<Body: CallBody>: Decodable {
  let body: Body

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    for name in Body.fields {
      guard let text = try fields.decodeIfPresent(String.self, forKey: FieldName(name)) else {
        continue
      }
      try FieldRule.all[name]?.check(text, name)
    }
    body = try Body(from: decoder)
  }
}

private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
