/// Why a password could neither be hashed nor checked. Contains nothing about a user.
package enum Argon2Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// libsodium cannot be used on this machine.
  case unusable
  /// Memory or passes beyond the limits.
  case parameters(Argon2Parameters)
  case outOfMemory
  /// The server is shutting down.
  case stopped

  package var description: String {
    switch self {
    case .unusable: "libsodium does not start: is it damaged, or without a source of randomness?"
    case .parameters(let asked):
      "Argon2id with \(asked.memory) KiB and \(asked.passes) passes is outside of the limits;"
        + " the standard is \(Argon2Parameters.standard.memory) KiB and"
        + " \(Argon2Parameters.standard.passes) passes"
    case .outOfMemory:
      "no memory for an Argon2id hash: use fewer hashing threads or less memory each"
    case .stopped: "password hashing has been stopped"
    }
  }
}
