import IdentityDomain
import IdentityTestSupport

extension Client {
  @discardableResult
  func enter(
    _ market: String = "MX,CMX", _ userName: String = "ann@example.com",
    _ password: String = "staple battery"
  ) async throws -> Reply {
    try await call(
      "doLogin", ["user_name": userName, "password": password, "mkt_handle": market])
  }

  /// Registered and confirmed, not signed in.
  func joinMarket(
    email: String = "ann@example.com", mobile: String = "+4915112345678", mode: String = "worker"
  ) async throws {
    let reply = try await call("newUser", Client.newUser(email, mobile, mode))
    try await call(
      "user",
      [
        "user_name": email, "verification_code": try await code(to: email),
        "registration_id": reply.text("registration_id") ?? "",
      ])
    rig.clock.advance(.minutes(2))
  }

  static func newUser(
    _ email: String = "ann@example.com", _ mobile: String = "+4915112345678",
    _ mode: String = "worker"
  ) -> [String: String] {
    [
      "first_name": "Ann", "last_name": "Lee", "mobile": mobile, "email": email,
      "password": "staple battery", "mode": mode,
    ]
  }

  /// Its access token counts as not expired, whatever the clock says: only the session decides.
  func keepsAccessToken() { accessTokenExpiresAt = rig.clock.now() + .days(1_000) }
}
