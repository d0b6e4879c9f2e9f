#if canImport(LocalAuthentication)
import LocalAuthentication
public import Portico

extension HomeLock {
  /// A lock that asks by the device's own means: face or fingerprint, else the passcode; on a Mac also the user's password.
  ///
  /// The app's `Info.plist` says why it uses Face ID (`NSFaceIDUsageDescription`); without that, the system asks for the
  /// passcode or refuses.
  ///
  /// - Parameters:
  ///   - session: who is signed in; made together with the lock.
  ///   - graceSeconds: how long the app may be in the background without being locked, from 0 to 86,400; 0: not at all.
  ///   - reason: what the device shows beside its question; nil or empty for ours, in the language of the app.
  public static func live(
    _ session: PorticoSession, graceSeconds: Int = 60, reason: String? = nil
  ) -> HomeLock {
    HomeLock(session, graceSeconds: graceSeconds, reason: reason, owner: systemOwner)
  }
}

/// A context is used once: it would go on accepting an owner that it has recognised.
@Sendable private func systemOwner(_ reason: String) async -> OwnerCheck {
  let context = LAContext()
  return await withCheckedContinuation { continuation in
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { isOwner, error in
      continuation.resume(returning: isOwner ? .unlocked : outcome(of: error))
    }
  }
}

/// Only a device without a passcode is open: whatever else prevents the check may be what somebody else has caused.
private func outcome(of error: (any Error)?) -> OwnerCheck {
  switch (error as? LAError)?.code {
  case .passcodeNotSet: .unavailable
  case .userCancel, .systemCancel, .appCancel: .cancelled
  default: .failed
  }
}
#endif
