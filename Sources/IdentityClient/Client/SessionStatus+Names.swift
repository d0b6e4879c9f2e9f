import ClientMachine
package import SessionMachine

extension SessionStatus {
  /// As flows know it: the fact `session`.
  package var name: String { "\(sessionFact)" }

  /// Why the last session ended: the fact `signOutCause`; nil while one is there or none was.
  package var cause: String? { signOutCause.map { String(decoding: $0, as: UTF8.self) } }
}
