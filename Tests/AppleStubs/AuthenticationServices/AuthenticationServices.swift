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

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
@MainActor open class ASAuthorizationController: NSObject {
  public init(authorizationRequests: [ASAuthorizationRequest]) {}
  public weak var delegate: (any ASAuthorizationControllerDelegate)?
  public weak var presentationContextProvider:
    (any ASAuthorizationControllerPresentationContextProviding)?
  public func performRequests() {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performautofillassistedrequests()
  @available(iOS 16.0, visionOS 1.0, *)
  @available(macOS, unavailable)
  public func performAutoFillAssistedRequests() {}
  @available(iOS 16.0, macOS 13.0, *)
  public func cancel() {}
}

@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding:
  NSObjectProtocol
{
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

open class ASAuthorizationRequest: NSObject {}
public protocol ASAuthorizationCredential: NSObjectProtocol {}
open class ASAuthorization: NSObject {
  public var credential: any ASAuthorizationCredential { fatalError() }

  // https://developer.apple.com/documentation/authenticationservices/asauthorization/scope
  @available(iOS 13.0, macOS 10.15, *)
  public struct Scope: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fullName = Scope(rawValue: "")
    public static let email = Scope(rawValue: "")
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDProvider: NSObject {
  public override init() {}
  public func createRequest() -> ASAuthorizationAppleIDRequest { fatalError() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  public var requestedScopes: [ASAuthorization.Scope]? {
    get { nil }
    set {}
  }
  public var nonce: String? {
    get { nil }
    set {}
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
  public var identityToken: Data? { nil }
  public var authorizationCode: Data? { nil }
  public var fullName: PersonNameComponents? { nil }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror
public struct ASAuthorizationError: Error {
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    @available(iOS 15.0, macOS 12.0, *)
    case notInteractive = 1005
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    case matchedExcludedCredential = 1006
  }
  public var code: Code { fatalError() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
  public init(relyingPartyIdentifier: String) {}
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { fatalError() }
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { fatalError() }
}

@available(iOS 15.0, macOS 12.0, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable,
  Hashable, Sendable
{
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
  public init(credentialID: Data) {}
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
  public var userVerificationPreference:
    ASAuthorizationPublicKeyCredentialUserVerificationPreference
  {
    get { fatalError() }
    set {}
  }
  @available(iOS 17.4, macOS 13.5, visionOS 1.1, *)
  public var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
    get { nil }
    set {}
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
  public var userVerificationPreference:
    ASAuthorizationPublicKeyCredentialUserVerificationPreference
  {
    get { fatalError() }
    set {}
  }
  public var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
    get { [] }
    set {}
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistration
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
  ASAuthorizationCredential
{
  public var rawAttestationObject: Data? { nil }
  public var rawClientDataJSON: Data { Data() }
  public var credentialID: Data { Data() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertion
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationCredential
{
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var rawAuthenticatorData: Data! { Data() }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var userID: Data! { Data() }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var signature: Data! { Data() }
  public var rawClientDataJSON: Data { Data() }
  public var credentialID: Data { Data() }
}

// https://developer.apple.com/documentation/authenticationservices/ascredentialupdater
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public final class ASCredentialUpdater {
  public init() {}
  public func reportUnknownPublicKeyCredential(
    relyingPartyIdentifier: String, credentialID: Data
  ) async throws {}
}
