package import NetworkTransfer
package import IdentityDomain

package enum SMTPPassword {}

/// The mail server, and how to use it.
package struct SMTPSettings: Sendable {
  package let peer: Peer
  package let protection: Transfer.Protection
  package let from: MailFrom
  package let login: (user: String, password: Secret<SMTPPassword>)?
  /// A file of certificates (PEM) that are trusted instead of the system's.
  package var authorities: String?
  /// For one mail, including the connection.
  package var limit = Duration.seconds(20)

  /// - Parameters:
  ///   - address: `smtps://HOST[:PORT]` for TLS from the first byte (465), `smtp://HOST[:PORT]` for
  ///     STARTTLS, which is then required (587); on loopback `smtp` is plain (25).
  ///   - startsTLS: STARTTLS on loopback as well.
  package init(
    address: String, from: MailFrom, user: String?, password: String?, startsTLS: Bool = false
  ) throws(Peer.Refusal) {
    peer = try Peer(address, schemes: ["smtp", "smtps"])
    guard peer.path.isEmpty || peer.path == "/" else {
      throw Peer.Refusal("has a path; write only a host and a port")
    }
    protection =
      peer.scheme == "smtps" ? .tls : peer.isLoopback && !startsTLS ? .none : .startTLS
    self.from = from
    switch (user, password) {
    case (nil, nil): login = nil
    case (let user?, let password?) where !user.isEmpty && !password.isEmpty:
      guard !(user + password).utf8.contains(where: { $0 < 32 }) else {
        throw Peer.Refusal("has a user or a password with a control character")
      }
      login = (user, Secret(password))
    default: throw Peer.Refusal("needs both a user and a password, or neither")
    }
  }

  /// With the standard ports (RFC 6409, RFC 8314), and the name in our greeting.
  var url: String {
    let standard: UInt16 = protection == .tls ? 465 : protection == .none ? 25 : 587
    return "\(peer.scheme)://\(peer.host):\(peer.port ?? standard)/\(from.domain)"
  }
}
