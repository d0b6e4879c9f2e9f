import ClientMachine

/// The native sign-in sheet of a provider (FED-6), such as Sign in with Apple, in place of its page. The server
/// checks the id token that the sheet gives, and that it was made for this sign-in.
///
/// Any SDK that gives an id token for a nonce will do. Google's, for example:
///
/// ```swift
/// ProviderSheet { nonce in
///   do {
///     let result = try await GIDSignIn.sharedInstance.signIn(
///       withPresenting: controller, hint: nil, additionalScopes: nil, nonce: nonce)
///     guard let token = result.user.idToken else { return .failed }
///     return .signedIn(idToken: token.tokenString)
///   } catch GIDSignInError.canceled { return .closed } catch { return .failed }
/// }
/// ```
public struct ProviderSheet: Sendable {
  /// What came of a sheet.
  public enum Ending: Sendable, Equatable {
    /// - Parameters:
    ///   - idToken: as the provider signed it (OpenID Connect Core section 2), with the nonce unchanged in it.
    ///   - authorizationCode: Apple's, by which the server can revoke its tokens later.
    ///   - name: the user's, which Apple tells at the first sign-in only.
    case signedIn(idToken: String, authorizationCode: String? = nil, name: String? = nil)
    /// The user closed it.
    case closed
    /// It could not be shown, or the provider did not sign anybody in.
    case failed
  }

  /// Shows the sheet, and returns once it has ended. The app may be ended meanwhile: then the sign-in is still there at
  /// the next launch, and shows the sheet again when the user asks for it.
  public var show: @Sendable (_ nonce: String) async -> Ending

  /// - Parameter show: as the property.
  public init(_ show: @escaping @Sendable (_ nonce: String) async -> Ending) { self.show = show }
}

/// A sheet that the client has asked for, in the form of a page's address.
package struct AskedSheet: Equatable, Sendable {
  package let provider: String
  package let nonce: String

  init(provider: String, nonce: String) {
    self.provider = provider
    self.nonce = nonce
  }

  /// - Parameter page: what the capability `openProvider` is to open.
  /// - Returns: nil for the address of a page.
  package init?(_ page: String) {
    let scheme = SheetPage.scheme.description
    guard page.hasPrefix(scheme) else { return nil }
    let parts = page.dropFirst(scheme.count).split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(provider: String(parts[0]), nonce: String(parts[1]))
  }

  /// One of another sign-in.
  package var foreign: AskedSheet {
    AskedSheet(provider: provider, nonce: "of-another-" + nonce)
  }

  /// What the client is told of the sheet's end, in place of the query of a page's return.
  package func data(_ ending: ProviderSheet.Ending) -> String {
    switch ending {
    case .signedIn(let idToken, let code, let name):
      data(["id_token": idToken, "authorization_code": code, "name": name])
    case .closed: data(error: "federation_cancelled")
    case .failed: data(error: "federation_failed")
    }
  }

  /// The same where it ended with an error of the server's.
  package func data(error: String) -> String { data(["error": error]) }

  private func data(_ members: [String: String?]) -> String {
    let members = members.compactMapValues { $0 }.merging(["state": nonce]) { $1 }
    return String(
      decoding: JSONValue.object(members.mapValues { .text($0) }).bytes, as: UTF8.self)
  }
}
