#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation
public import Portico

/// Sign in with Apple in the system's own sheet (FED-6). The session and the entry are given the same device, because the
/// session tells the server which sheets there are.
///
/// ```swift
/// device.providers.sheets["apple"] = SystemAppleSheet { window }.capability
/// ```
///
/// The app needs the capability "Sign in with Apple", and the server the app's bundle ID among the provider's
/// `native_client_ids`.
@MainActor
public final class SystemAppleSheet {
  private let sheet: AuthorizationSheet

  /// - Parameter anchor: the window over which the sheet is shown.
  public init(anchor: @escaping @MainActor () -> ASPresentationAnchor) {
    sheet = AuthorizationSheet(anchor)
  }

  /// For `ProviderPages.sheets`, which keeps this object.
  nonisolated public var capability: ProviderSheet {
    ProviderSheet { nonce in await self.show(nonce) }
  }

  private func show(_ nonce: String) async -> ProviderSheet.Ending {
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.requestedScopes = [.fullName, .email]
    request.nonce = nonce
    switch await sheet.show(request) {
    case .failure(.closed): return .closed
    case .failure(.failed): return .failed
    case .success(let shown):
      guard let account = shown.credential as? ASAuthorizationAppleIDCredential,
        let token = account.identityToken
      else { return .failed }
      return .signedIn(
        idToken: String(decoding: token, as: UTF8.self),
        authorizationCode: account.authorizationCode.map { String(decoding: $0, as: UTF8.self) },
        name: account.fullName.flatMap(Self.text))
    }
  }

  /// Nil where Apple tells no name, as after the first sign-in.
  private static func text(_ name: PersonNameComponents) -> String? {
    let parts = [name.givenName, name.familyName].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
#endif
