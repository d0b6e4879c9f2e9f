package import SessionMachine

/// What an app is told without asking.
package enum ClientEvent: Hashable, Sendable {
  /// At launch and on every change.
  case session(SessionStatus)
  /// The server ended the session (ENT-5, ACC-7).
  case sessionExpired(SignOutCause)
  /// This version of the app must not go on (ENT-7).
  case updateRequired
}

extension SessionStatus {
  /// As flows know it: the fact `session`.
  package var name: String {
    switch self {
    case .absent: "absent"
    case .unreadable: "unreadable"
    case .stale: "stale"
    case .valid: "valid"
    case .revoked: "revoked"
    }
  }

  /// Why the last session ended: the fact `signOutCause`; nil while one is there or none was.
  package var cause: String? {
    switch self {
    case .absent(let note): note.map { String(decoding: $0.cause.name, as: UTF8.self) }
    case .revoked(let note): String(decoding: note.cause.name, as: UTF8.self)
    case .unreadable, .stale, .valid: nil
    }
  }
}
