// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's AuthenticationServices that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

public import Foundation

/// A window of UIKit or AppKit.
@MainActor open class ASPresentationAnchor: NSObject {}

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

@MainActor open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public final class Callback: Sendable {
    public static func customScheme(_ customScheme: String) -> Callback { fatalError() }
    public static func https(host: String, path: String) -> Callback { fatalError() }
  }

  public init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler
  ) {}
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}
  public weak var presentationContextProvider:
    (any ASWebAuthenticationPresentationContextProviding)?
  public var prefersEphemeralWebBrowserSession: Bool {
    get { false }
    set {}
  }
  @discardableResult public func start() -> Bool { false }
  public func cancel() {}
}
