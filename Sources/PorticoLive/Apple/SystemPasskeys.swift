#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation
public import Portico

/// Passkeys on an Apple device, in the system's own sheet.
///
/// ```swift
/// device.passkeys = SystemPasskeys { window }.capability
/// ```
///
/// The app needs the domain among its associated domains (`webcredentials:example.com`), and the server the app's id
/// (`passkeys.apple_apps`); otherwise the system shows nothing, and a flow hears that there are none.
@MainActor
public final class SystemPasskeys {
  private let sheet: AuthorizationSheet

  /// - Parameter anchor: the window over which the sheet is shown.
  public init(anchor: @escaping @MainActor () -> ASPresentationAnchor) {
    sheet = AuthorizationSheet(anchor)
  }

  /// For `Device.passkeys`, which keeps this object.
  nonisolated public var capability: Passkeys {
    var passkeys = Passkeys(
      create: { await self.create($0) }, get: { await self.get($0) },
      signalUnknown: { await Self.signalUnknown($0, $1) })
    #if os(iOS) || os(visionOS)
    passkeys.suggest = { await self.get($0, isSuggested: true) }
    #endif
    return passkeys
  }

  private func create(
    _ options: Passkeys.CreationOptions
  ) async -> Result<Passkeys.Attestation, Passkeys.Refusal> {
    guard let challenge = Data(base64URL: options.challenge),
      let userHandle = Data(base64URL: options.userHandle)
    else { return .failure(.unavailable) }
    let request = ASAuthorizationPlatformPublicKeyCredentialProvider(
      relyingPartyIdentifier: options.relyingParty
    ).createCredentialRegistrationRequest(
      challenge: challenge, name: options.userName, userID: userHandle)
    request.userVerificationPreference = .init(rawValue: options.userVerification)
    if #available(iOS 17.4, macOS 13.5, visionOS 1.1, *) {
      request.excludedCredentials = Self.descriptors(options.excluded)
    }
    return await perform(request).flatMap { credential in
      guard let made = credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration,
        let attestation = made.rawAttestationObject
      else { return .failure(.unavailable) }
      return .success(
        Passkeys.Attestation(
          id: made.credentialID.base64URL, clientData: made.rawClientDataJSON.base64URL,
          attestationObject: attestation.base64URL))
    }
  }

  private func get(
    _ options: Passkeys.RequestOptions, isSuggested: Bool = false
  ) async -> Result<Passkeys.Assertion, Passkeys.Refusal> {
    guard let challenge = Data(base64URL: options.challenge) else { return .failure(.unavailable) }
    let request = ASAuthorizationPlatformPublicKeyCredentialProvider(
      relyingPartyIdentifier: options.relyingParty
    ).createCredentialAssertionRequest(challenge: challenge)
    request.userVerificationPreference = .init(rawValue: options.userVerification)
    request.allowedCredentials = Self.descriptors(options.allowed)
    return await perform(request, isSuggested: isSuggested).flatMap { credential in
      // The system promises neither of the two, nor the user's handle.
      guard let shown = credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion,
        let authenticatorData = shown.rawAuthenticatorData, let signature = shown.signature
      else { return .failure(.unavailable) }
      return .success(
        Passkeys.Assertion(
          id: shown.credentialID.base64URL, clientData: shown.rawClientDataJSON.base64URL,
          authenticatorData: authenticatorData.base64URL, signature: signature.base64URL,
          userHandle: shown.userID?.base64URL))
    }
  }

  private func perform(
    _ request: ASAuthorizationRequest, isSuggested: Bool = false
  ) async -> Result<any ASAuthorizationCredential, Passkeys.Refusal> {
    await sheet.show(request, isSuggested: isSuggested).map(\.credential).mapError { ending in
      guard case .failed(let code) = ending else { return .notAllowed }
      if #available(iOS 18.0, macOS 15.0, visionOS 2.0, *), code == .matchedExcludedCredential {
        return .invalidState
      }
      return .unavailable
    }
  }

  private static func descriptors(
    _ credentials: [String]
  ) -> [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
    credentials.compactMap { Data(base64URL: $0) }.map {
      ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
    }
  }

  nonisolated private static func signalUnknown(
    _ relyingParty: String, _ credential: String
  ) async -> Bool {
    guard #available(iOS 26.0, macOS 26.0, visionOS 26.0, *),
      let id = Data(base64URL: credential)
    else { return false }
    do {
      try await ASCredentialUpdater().reportUnknownPublicKeyCredential(
        relyingPartyIdentifier: relyingParty, credentialID: id)
      return true
    } catch {
      return false
    }
  }
}

extension Data {
  fileprivate init?(base64URL text: String) {
    let plain = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
  }

  fileprivate var base64URL: String {
    base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
#endif
