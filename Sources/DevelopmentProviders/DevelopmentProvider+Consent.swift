import Foundation
import IdentityDomain

/// An authorization request that may be answered.
struct AuthorizationAsked: Sendable {
  let redirectURI: String
  let state: String?
  let nonce: String?
  let challenge: String
  let isFormPost: Bool
}

extension DevelopmentProvider {
  private enum Reading {
    case asked(AuthorizationAsked)
    /// Client or redirect URI are wrong: nobody is sent there (RFC 6749 section 4.1.2.1).
    case page(String)
    case error(String, AuthorizationAsked)
  }

  private func reading(_ query: String) -> Reading {
    guard let fields = FormFields(query) else {
      return .page("A parameter is repeated or malformed.")
    }
    guard fields["client_id"] == client.id else { return .page("The client_id is not registered.") }
    guard fields["redirect_uri"] == client.redirectURI else {
      return .page("The redirect_uri is not the registered one, \(client.redirectURI).")
    }
    let asked = AuthorizationAsked(
      redirectURI: client.redirectURI, state: fields["state"], nonce: fields["nonce"],
      challenge: fields["code_challenge"] ?? "", isFormPost: fields["response_mode"] == "form_post")
    guard fields["response_type"] == "code" || (kind == .github && fields["response_type"] == nil)
    else { return .error("unsupported_response_type", asked) }
    let scopes = (fields["scope"] ?? "").split(separator: " ")
    guard kind == .github || scopes.contains("openid") || kind == .apple else {
      return .error("invalid_scope", asked)
    }
    // RFC 9700 section 2.1.1.
    guard fields["code_challenge_method"] == "S256", asked.challenge.utf8.count == 43,
      asked.state != nil, kind == .github || asked.nonce != nil
    else { return .error("invalid_request", asked) }
    // Apple's rule, where a name or an address is asked for.
    if kind == .apple, scopes.contains("name") || scopes.contains("email"), !asked.isFormPost {
      return .error("invalid_request", asked)
    }
    return .asked(asked)
  }

  func consentPage(_ request: DevelopmentRequest) -> DevelopmentResponse {
    switch reading(request.query) {
    case .page(let text): .page(ConsentPage.error(text, kind), status: 400)
    case .error(let code, let asked): answered(asked, [("error", code)])
    case .asked(let asked):
      .page(
        ConsentPage.asking(kind, action: base + authorizePath, query: request.query),
        action: Self.origin(asked.redirectURI))
    }
  }

  /// The page was sent: with `request` (the query), `decision`, and who it is.
  mutating func decided(
    _ request: DevelopmentRequest, at now: Timestamp
  ) -> DevelopmentResponse {
    guard let form = FormFields(body: request.body), let query = form["request"] else {
      return .page(ConsentPage.error("The form is malformed.", kind), status: 400)
    }
    let asked: AuthorizationAsked
    switch reading(query) {
    case .page(let text): return .page(ConsentPage.error(text, kind), status: 400)
    case .error(let code, let asked): return answered(asked, [("error", code)])
    case .asked(let good): asked = good
    }
    switch form["decision"] {
    case "allow": break
    case "cancel" where kind == .apple:
      return answered(asked, [("error", "user_cancelled_authorize")])
    default: return answered(asked, [("error", "access_denied")])
    }
    guard let person = person(form) else {
      return .page(ConsentPage.error("Enter an email address and a name.", kind), status: 400)
    }
    let code = randomText()
    let hides = kind == .apple && form["hide_email"] != nil
    grants[code] = Grant(
      clientID: client.id, redirectURI: asked.redirectURI, challenge: asked.challenge,
      nonce: asked.nonce, person: person, hidesEmail: hides,
      expiresAt: now + Self.codeLifetime)
    var fields = [("code", code)]
    if kind == .apple, named.insert(person.subject).inserted {
      fields.append(("user", AppleName.json(person, hidesEmail: hides)))
    }
    return answered(asked, fields)
  }

  /// Stands for the native sheet, which a browser does not have: whoever posts `nonce`, and who it is as on the
  /// page, gets what the sheet hands to the app.
  mutating func sheet(_ request: DevelopmentRequest, at now: Timestamp) -> DevelopmentResponse {
    guard let form = FormFields(body: request.body), let nonce = form["nonce"],
      let person = person(form)
    else { return .error("invalid_request") }
    struct Sheet: Encodable {
      let id_token: String
      let code: String?
    }
    let handed = nativeSheet(
      person, audience: client.nativeIDs.min() ?? client.id, nonce: nonce,
      hidesEmail: kind == .apple && form["hide_email"] != nil, at: now)
    return .json(Sheet(id_token: handed.idToken, code: handed.code))
  }

  private func person(_ form: FormFields) -> DevelopmentPerson? {
    let examples = DevelopmentPerson.examples(kind)
    if let index = form["person"].flatMap({ Int($0) }), examples.indices.contains(index) {
      return examples[index]
    }
    guard form["person"] == "other", let email = form["email"].flatMap({ EmailAddress($0) }) else {
      return nil
    }
    return DevelopmentPerson(
      name: form["name"] ?? email.localPart, email: email.text,
      isEmailVerified: form["verified"] != nil)
  }

  /// Sends the person back.
  private func answered(
    _ asked: AuthorizationAsked, _ fields: [(String, String)]
  ) -> DevelopmentResponse {
    var fields = fields
    if let state = asked.state { fields.append(("state", state)) }
    // RFC 9207.
    if kind == .openID { fields.append(("iss", base)) }
    if asked.isFormPost {
      return .page(
        ConsentPage.returning(kind, to: asked.redirectURI, fields),
        action: Self.origin(asked.redirectURI))
    }
    let query = fields.map { "\($0)=\(FormText.encoded($1))" }.joined(separator: "&")
    return .redirect(to: asked.redirectURI + (asked.redirectURI.contains("?") ? "&" : "?") + query)
  }

  /// Scheme, host and port.
  private static func origin(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }
}

enum AppleName {
  private struct User: Encodable {
    struct Name: Encodable {
      let firstName: String
      let lastName: String
    }
    let name: Name
    let email: String
  }

  static func json(_ person: DevelopmentPerson, hidesEmail: Bool) -> String {
    let parts = person.name.split(separator: " ", maxSplits: 1).map(String.init)
    let user = User(
      name: User.Name(firstName: parts.first ?? "", lastName: parts.count > 1 ? parts[1] : ""),
      email: hidesEmail ? person.relayAddress : person.email)
    return (try? JSONEncoder().encode(user)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

enum FormText {
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
