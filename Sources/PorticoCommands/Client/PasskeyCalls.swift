/// The platform's calls for passkeys: no host here has an authenticator, and a server refuses what is made up (PAS-6).
enum PasskeyCalls {
  /// Those that a person has asked for.
  static let asked = ["createPasskey", "getPasskey"]
  static let all = asked + ["autofillPasskey", "canCreatePasskey", "signalUnknownPasskey"]
}
