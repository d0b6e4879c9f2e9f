/// How the device's check of its owner has ended.
public enum OwnerCheck: Equatable, Sendable {
  /// It was the owner.
  case unlocked
  /// The user or the system has dismissed the question.
  case cancelled
  /// It was not the owner, or the device could not find out.
  case failed
  /// The device has no passcode, so there is nothing that it could check.
  case unavailable
}
