// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's AuthenticationServices that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run. The pages of requests, providers and credentials list Sendable, too; these are
// not, so that less of our code is let through here than there.

public import Foundation

/// A window of UIKit or AppKit.
// assumed: UIWindow or NSWindow there, of which the stubs have none
@MainActor open class ASPresentationAnchor: NSObject {}

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
// Its page gives no isolation, as the pages of its protocols do.
open class ASWebAuthenticationSession: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public final class Callback: Sendable {
    // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/customscheme(_:)
    public static func customScheme(_ customScheme: String) -> Self { fatalError() }
    // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)
    public static func https(host: String, path: String) -> Self { fatalError() }
  }

  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)-7fpox
  // assumed: `@Sendable`, which its page does not say; a handler of the main actor would end the app on a Mac
  public init(
    url URL: URL, callbackURLScheme: String?,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {}
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)-6nut7
  // assumed: `@Sendable`, as above
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public init(
    url URL: URL, callback: Callback,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {}
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
  public weak var presentationContextProvider:
    (any ASWebAuthenticationPresentationContextProviding)?
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
  public var prefersEphemeralWebBrowserSession: Bool {
    get { false }
    set {}
  }
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()
  @discardableResult public func start() -> Bool { false }
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()
  public func cancel() {}
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
// Its page gives no isolation, as the pages of its protocols do.
open class ASAuthorizationController: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/init(authorizationrequests:)
  public init(authorizationRequests: [ASAuthorizationRequest]) {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/delegate
  public weak var delegate: (any ASAuthorizationControllerDelegate)?
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/presentationcontextprovider
  public weak var presentationContextProvider:
    (any ASAuthorizationControllerPresentationContextProviding)?
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests()
  public func performRequests() {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performautofillassistedrequests()
  @available(iOS 16.0, visionOS 1.0, *)
  @available(macOS, unavailable)
  public func performAutoFillAssistedRequests() {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/cancel()
  @available(iOS 16.0, macOS 13.0, *)
  public func cancel() {}
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewithauthorization:)
  func authorizationController(
    controller: ASAuthorizationController,
    didCompleteWithAuthorization authorization: ASAuthorization)
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewitherror:)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding:
  NSObjectProtocol
{
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding/presentationanchor(for:)
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest
open class ASAuthorizationRequest: NSObject {}
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential
public protocol ASAuthorizationCredential: NSObjectProtocol {}
// https://developer.apple.com/documentation/authenticationservices/asauthorization
open class ASAuthorization: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/asauthorization/credential
  public var credential: any ASAuthorizationCredential { fatalError() }

  // https://developer.apple.com/documentation/authenticationservices/asauthorization/scope
  @available(iOS 13.0, macOS 10.15, *)
  public struct Scope: RawRepresentable, Hashable, Sendable {
    // assumed: as RawRepresentable demands it
    public var rawValue: String
    // assumed: as RawRepresentable demands it
    public init(rawValue: String) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/authenticationservices/asauthorization/scope/fullname
    public static let fullName = Scope(rawValue: "")
    // https://developer.apple.com/documentation/authenticationservices/asauthorization/scope/email
    public static let email = Scope(rawValue: "")
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDProvider: NSObject {
  // assumed: as NSObject has it
  public override init() {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/createrequest()
  public func createRequest() -> ASAuthorizationAppleIDRequest { fatalError() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/requestedscopes
  public var requestedScopes: [ASAuthorization.Scope]? {
    get { nil }
    set {}
  }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce
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
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/identitytoken
  public var identityToken: Data? { nil }
  // assumed: only named, by the page of ASAuthorizationAppleIDCredential
  public var authorizationCode: Data? { nil }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/fullname
  public var fullName: PersonNameComponents? { nil }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror
public struct ASAuthorizationError: Error {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code
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
  // assumed: its own page was not read
  public var code: Code { fatalError() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/init(relyingpartyidentifier:)
  public init(relyingPartyIdentifier: String) {}
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/createcredentialregistrationrequest(challenge:name:userid:)
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { fatalError() }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/createcredentialassertionrequest(challenge:)
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { fatalError() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference
@available(iOS 15.0, macOS 12.0, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable,
  Hashable, Sendable
{
  // assumed: as RawRepresentable demands it
  public var rawValue: String
  // assumed: as RawRepresentable demands it
  public init(rawValue: String) { self.rawValue = rawValue }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor/init(credentialid:)
  public init(credentialID: Data) {}
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistrationrequest/userverificationpreference
  public var userVerificationPreference:
    ASAuthorizationPublicKeyCredentialUserVerificationPreference
  {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationwebbrowserplatformpublickeycredentialregistrationrequest/excludedcredentials
  @available(iOS 17.4, macOS 13.5, visionOS 1.1, *)
  public var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
    get { nil }
    set {}
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
  // assumed: only named, by the page of ASAuthorizationPublicKeyCredentialAssertionRequest
  public var userVerificationPreference:
    ASAuthorizationPublicKeyCredentialUserVerificationPreference
  {
    get { fatalError() }
    set {}
  }
  // assumed: only named, by the page of its class
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
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistration/rawattestationobject
  public var rawAttestationObject: Data? { nil }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
  public var rawClientDataJSON: Data { Data() }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
  public var credentialID: Data { Data() }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertion
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationCredential
{
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion
  // These three are `Data!` there. Here, whoever forgets that they may be missing is refused.
  public var rawAuthenticatorData: Data? { Data() }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/userid
  public var userID: Data? { Data() }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion
  public var signature: Data? { Data() }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
  public var rawClientDataJSON: Data { Data() }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
  public var credentialID: Data { Data() }
}

// https://developer.apple.com/documentation/authenticationservices/ascredentialupdater
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public final class ASCredentialUpdater {
  // https://developer.apple.com/documentation/authenticationservices/ascredentialupdater/init()
  public init() {}
  // https://developer.apple.com/documentation/authenticationservices/ascredentialupdater/reportunknownpublickeycredential(relyingpartyidentifier:credentialid:)
  public func reportUnknownPublicKeyCredential(
    relyingPartyIdentifier: String, credentialID: Data
  ) async throws {}
}
