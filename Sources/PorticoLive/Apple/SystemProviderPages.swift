#if canImport(AuthenticationServices)
public import AuthenticationServices
public import Foundation
public import Portico

/// Pages of sign-in providers on an Apple device, in the system's own sheet for that
/// (`ASWebAuthenticationSession`, RFC 8252 section 8.12).
///
/// ```swift
/// device.providers =
///   SystemProviderPages(returnAddress: "com.example.app:/signed-in") { window }.capability
/// ```
///
/// An https address as `returnAddress` has to be one of the app's associated domains, and takes the sheet of iOS
/// 17.4, macOS 14.4 or visionOS 1.1; an app for older systems uses a scheme of its own. The sheet ends with the app: if the
/// system ends it meanwhile, the flow shows the page again.
@MainActor
public final class SystemProviderPages: NSObject,
  ASWebAuthenticationPresentationContextProviding
{
  private let returnAddress: String
  private let anchor: @MainActor () -> ASPresentationAnchor
  private var session: ASWebAuthenticationSession?
  private var turn = 0

  /// - Parameters:
  ///   - returnAddress: see `ProviderPages.returnAddress`.
  ///   - anchor: the window over which the sheet is shown.
  public init(returnAddress: String, anchor: @escaping @MainActor () -> ASPresentationAnchor) {
    self.returnAddress = returnAddress
    self.anchor = anchor
  }

  /// For `Device.providers`, which keeps this object.
  nonisolated public var capability: ProviderPages {
    ProviderPages(
      returnAddress: { [returnAddress] in returnAddress },
      open: { page, ended in await self.open(page, ended) })
  }

  /// The system asks where the sheet goes.
  public func presentationAnchor(
    for session: ASWebAuthenticationSession
  ) -> ASPresentationAnchor { anchor() }

  private func open(
    _ page: String, _ ended: @escaping @Sendable (ProviderPages.Ending) async -> Void
  ) -> Bool {
    // At any other scheme the system ends the app, with an exception that Swift cannot catch.
    guard PageAddress.isAllowed(page), let url = URL(string: page),
      let own = URL(string: returnAddress)
    else { return false }
    session?.cancel()
    turn += 1
    let session = Self.session(url, own) { [weak self, turn] address, _ in
      let ending = address.map { ProviderPages.Ending.returned(to: $0.absoluteString) } ?? .closed
      Task { @MainActor in
        // One whose place another has taken says nothing any more.
        guard self?.turn == turn else { return }
        self?.session = nil
        await ended(ending)
      }
    }
    guard let session else { return false }
    session.presentationContextProvider = self
    self.session = session
    return session.start()
  }

  /// - Parameter completed: is called on a queue of the system's; a closure of the main actor would end the app there.
  private static func session(
    _ url: URL, _ own: URL, _ completed: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> ASWebAuthenticationSession? {
    guard own.scheme == "https" else {
      return ASWebAuthenticationSession(
        url: url, callbackURLScheme: own.scheme, completionHandler: completed)
    }
    guard #available(iOS 17.4, macOS 14.4, visionOS 1.1, *), let host = own.host else { return nil }
    return ASWebAuthenticationSession(
      url: url, callback: .https(host: host, path: own.path), completionHandler: completed)
  }
}
#endif
