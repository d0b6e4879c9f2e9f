import ClientMachine
package import SessionMachine

extension SessionStatus {
  /// As the fact `session` has it in flows.
  package var name: String { "\(sessionFact)" }

  /// Why the last session ended, as the fact `signOutCause`; nil while there is a session, or if
  /// there was none.
  package var cause: String? { signOutCause.map { String(decoding: $0, as: UTF8.self) } }
}
