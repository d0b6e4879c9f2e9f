import FlowRuntime
import IdentityClient

/// Why a session could not do what an app asked for. Only `signedOut` means that the user has to sign in.
public enum SessionError: Error, Equatable, Sendable {
  /// Nobody is signed in; with the cause if a session has ended.
  case signedOut(cause: String?)
  /// Another user has signed in since the call began.
  case sessionChanged
  /// There is no connection: nothing was sent.
  case offline
  /// The connection broke; the call may have arrived.
  case connectionLost
  case timedOut
  case cancelled
  /// The device's storage or key cannot be used now, for instance before the first unlock.
  case storageUnavailable
  /// Tokens go to https addresses, and to this machine, only.
  case insecureAddress
  /// The response is longer than 64 MiB.
  case tooLarge
  /// The identity server did not renew the session, and did not end it; with the stable name of its failure.
  case refused(code: String)

  init(_ error: IdentityError) {
    self =
      switch error.code {
      case "not_sent": .offline
      case "lost": .connectionLost
      case "timed_out": .timedOut
      case "interrupted": .storageUnavailable
      case IdentityError.sessionChanged: .sessionChanged
      case "unauthorized": .signedOut(cause: error.cause)
      default: .refused(code: error.code)
      }
  }

  init(_ failure: LiveTransfer.Failure) {
    self =
      switch failure {
      case .notSent: .offline
      case .timedOut: .timedOut
      case .lost: .connectionLost
      }
  }

  init(_ failure: StorageFailure) { self = .storageUnavailable }
}
