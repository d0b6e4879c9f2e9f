/// Where pushes for one signed-in user on one device are sent (CMP-13).
package struct PushEndpoint: Hashable, Sendable {
  /// The platform's token. It is an address, but is kept out of logs all the same.
  package let pushToken: String
  package let platform: String
  /// The sign-in that it belongs to, and ends with.
  package let session: ID<Session>
  package let account: ID<Account>
  package let registeredAt: Timestamp

  package init(
    pushToken: String, platform: String, session: ID<Session>, account: ID<Account>,
    registeredAt: Timestamp
  ) {
    self.pushToken = pushToken
    self.platform = platform
    self.session = session
    self.account = account
    self.registeredAt = registeredAt
  }
}

package protocol PushEndpointTable {
  func pushEndpoint(_ pushToken: String) throws -> PushEndpoint?
  func pushEndpoints(of account: ID<Account>) throws -> [PushEndpoint]
  /// A push token has one owner and a session one endpoint; replaces whatever has either.
  func put(_ endpoint: PushEndpoint) throws
  func removePushEndpoint(_ pushToken: String) throws
  func removePushEndpoints(of session: ID<Session>) throws
}
