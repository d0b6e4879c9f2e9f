import IdentityAPI
import SessionMachine

// MKT-4: signing in to a market without a person.

extension IdentityClient {
  /// The stored session; where there is none or the server refuses it, the grant that is bound to the
  /// device key, for the market that was signed in to. Nothing is told of a session that ended as
  /// long as the grant may take its place. A network failure stays one, and destroys nothing.
  func automaticLogin(
    _ parameters: JSONValue, _ idempotencyKey: String?, timeout: Int64
  ) async -> ClientAnswer {
    let start = ports.clock.now().steady
    holdEvents()
    let reply = await ask(timeout: timeout) { .needed(Need(caller: $0)) }
    guard case .refused(.signedOut) = reply, var login = storedMarketLogin() else {
      releaseEvents(isOver: true)
      return extended(reply)
    }
    if let market = parameters["mkt_handle"] { login.set("mkt_handle", market) }
    let answer = await perform(
      "doLogin", parameters: login.bytes, idempotencyKey: idempotencyKey,
      timeout: timeout - (ports.clock.now().steady - start))
    releaseEvents(isOver: answer.failure != nil)
    return answer
  }

  /// No credential: a name and a market, of use with the device key only.
  private func storedMarketLogin() -> JSONValue? {
    (try? ports.storage.read(SecureItem.marketLogin)).flatMap { $0 }.flatMap { JSONValue($0) }
  }

  /// Whoever signed in to a market may do so again by the device key. A session that may only set a
  /// password is no such login.
  func keepMarketLogin(_ value: JSONValue, _ call: PreparedCall) {
    guard value["must_set_password"]?.scalar != "true", let userName = call.body?["user_name"],
      let market = call.body?["mkt_handle"]
    else { return }
    let login = JSONValue.object([
      (name: "user_name", value: userName), (name: "mkt_handle", value: market),
    ])
    // Without it the form shows the next time.
    try? ports.storage.write([SecureChange(SecureItem.marketLogin, login.bytes)])
  }
}
