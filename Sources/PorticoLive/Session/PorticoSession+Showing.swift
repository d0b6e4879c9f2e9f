import FlowRuntime
import IdentityClient
import Portico

/// What a session without a device says.
struct StillSession: Sendable {
  let token: String
}

extension PorticoSession {
  /// A session that reads and stores nothing: for the previews of an app's views, and for unit tests of its own calls.
  ///
  /// ```swift
  /// AccountRow(session: .showing(.signedIn, user: .init(id: "1", email: "ada@example.org")))
  /// ```
  ///
  /// Requests get the token without a proof, which no service accepts. `signOut()` leads to `signedOut`.
  ///
  /// - Parameters:
  ///   - state: whether somebody is signed in.
  ///   - user: who; ignored unless the state is `signedIn`.
  ///   - token: what `accessToken()` returns to whoever is signed in.
  ///   - transport: answers the app's own calls; nil: they fail as without a network.
  public static func showing(
    _ state: State, user: User? = nil, token: String = "", transport: Transport? = nil
  ) -> PorticoSession {
    let settings = ClientSettings(
      server: "", appName: "app", appVersion: "1.0", platform: Self.platform)
    let host = ClientHost(settings, folder: "") { _ throws(SecureStoreFailure) in throw .locked }
    let session = PorticoSession(
      host, "en", device: Device(), transport ?? { _ in throw SessionError.offline })
    session.still = StillSession(token: token)
    session.become(state, state == .signedIn ? user : nil)
    return session
  }

  /// - Returns: nil for a session with a device.
  func stillToken() throws(SessionError) -> String? {
    guard let still else { return nil }
    switch state {
    case .signedIn: return still.token
    case .signedOut(let cause): throw .signedOut(cause: cause)
    case .unknown, .unavailable: throw .storageUnavailable
    }
  }
}
