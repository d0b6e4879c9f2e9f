import Foundation
import IdentityAPI
import IdentityDomain

extension APICall {
  /// The response of a success, with the status of the operation.
  func answer(
    _ body: some Encodable, cookie: APIAnswer.CookieChange = .none
  ) throws -> APIAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return APIAnswer(
      status: operation.success, body: Array(try encoder.encode(body)), cookie: cookie)
  }

  /// The same, written without an encoder.
  func answer(
    _ body: some FlatBody, cookie: APIAnswer.CookieChange = .none
  ) -> APIAnswer {
    APIAnswer(status: operation.success, body: body.flat.bytes, cookie: cookie)
  }

  func answer(
    _ description: String, cookie: APIAnswer.CookieChange = .none
  ) throws -> APIAnswer {
    try answer(SuccessBody(description: description), cookie: cookie)
  }

  /// The response after a session was opened or extended.
  func answer(_ grant: TokenGrant, _ description: String, isExtension: Bool) throws -> APIAnswer {
    answer(
      TokenBody(grant, description, isExtension: isExtension), cookie: CookieChange(grant))
  }

  typealias CookieChange = APIAnswer.CookieChange

  /// The session of this call has ended, so a browser's cookie is removed too.
  var dropsCookie: CookieChange {
    caller.storage == .cookie || credentials.cookie != nil ? .clear : .none
  }
}

extension APIAnswer.CookieChange {
  /// A cookie session keeps its refresh token where no script can read it.
  init(_ grant: TokenGrant) {
    let family = grant.session.family
    guard case .cookie = family.kind, let token = grant.refreshToken else {
      self = .none
      return
    }
    self = .set(token, expiresAt: family.openedAt + family.limits.absolute)
  }
}
