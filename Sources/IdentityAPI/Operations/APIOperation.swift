/// One operation of the API: where it is, and what it needs. The router, the client and the
/// document are derived from the same rows.
package struct APIOperation: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// How a call is authenticated.
  package enum Authentication: Hashable, Sendable {
    case none
    case accessToken
    /// A refresh token in the body, or the cookie with the CSRF token (`crumb`).
    case refreshToken
    /// The token of a challenge, in the body.
    case verificationToken
  }

  /// The stable name, also in the document (`operationId`).
  package let name: String
  package let method: Method
  /// With `{…}` in place of values.
  package let path: String
  package let authentication: Authentication
  /// Whether a success changes something; if so, a cookie session needs its CSRF token (`crumb`),
  /// and an `Idempotency-Key` applies.
  package let changesState: Bool
  package let success: Int

  /// The second name under which public clients call it: the path with the suffix `2`.
  package var alias: String? {
    let suffixed = ["/v1/login", "/v1/user", "/v1/forgotpassword", "/v1/password", "/v1/logout"]
    return suffixed.contains(path) ? path + "2" : nil
  }
}
