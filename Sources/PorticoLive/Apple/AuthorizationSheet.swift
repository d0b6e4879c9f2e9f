#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation

/// The system's sheet for passkeys and Apple accounts. One at a time: a second takes the place of the first.
@MainActor
final class AuthorizationSheet: NSObject, ASAuthorizationControllerDelegate,
  ASAuthorizationControllerPresentationContextProviding
{
  /// Why it has given nothing.
  enum Ending: Error {
    /// The user cancelled it, another took its place, or nobody waits for it any longer.
    case closed
    case failed(ASAuthorizationError.Code?)
  }
  /// What the user has shown. Nobody changes it, so it may go to whoever waits for it.
  struct Shown: @unchecked Sendable { let credential: any ASAuthorizationCredential }
  typealias Outcome = Result<Shown, Ending>

  private let anchor: @MainActor () -> ASPresentationAnchor
  private var controller: ASAuthorizationController?
  private var waiting: CheckedContinuation<Outcome, Never>?
  /// The number of the latest sheet. A controller belongs to the main actor, its number may be known anywhere.
  private var turn = 0

  init(_ anchor: @escaping @MainActor () -> ASPresentationAnchor) { self.anchor = anchor }

  /// - Parameter isSuggested: among the suggestions of a field, where the system has that, and not in a sheet.
  func show(_ request: ASAuthorizationRequest, isSuggested: Bool = false) async -> Outcome {
    if let controller {
      controller.cancel()
      end(controller, .failure(.closed))
    }
    let controller = ASAuthorizationController(authorizationRequests: [request])
    controller.delegate = self
    controller.presentationContextProvider = self
    self.controller = controller
    turn += 1
    let turn = turn
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        #if os(iOS) || os(visionOS)
        if isSuggested { return controller.performAutoFillAssistedRequests() }
        #endif
        controller.performRequests()
      }
    } onCancel: {
      Task { @MainActor in self.close(turn) }
    }
  }

  /// Nobody waits for this sheet any longer.
  private func close(_ turn: Int) {
    guard turn == self.turn, let controller else { return }
    controller.cancel()
    end(controller, .failure(.closed))
  }

  /// The system asks where the sheet goes.
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
    anchor()
  }

  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    end(controller, .success(Shown(credential: authorization.credential)))
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) {
    let code = (error as? ASAuthorizationError)?.code
    let isClosed = code == .canceled || code == .notInteractive
    end(controller, .failure(isClosed ? .closed : .failed(code)))
  }

  /// What comes of a sheet whose place another has taken is of no interest.
  private func end(_ controller: ASAuthorizationController, _ outcome: Outcome) {
    guard self.controller === controller else { return }
    self.controller = nil
    waiting?.resume(returning: outcome)
    waiting = nil
  }
}
#endif
