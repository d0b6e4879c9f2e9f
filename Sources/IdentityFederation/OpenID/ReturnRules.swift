package import IdentityDomain

/// What the redirect brought back (RFC 6749 section 4.1.2, RFC 9207 section 2.4).
package enum ReturnRules {
  /// The code of a response that may be redeemed.
  /// - Parameters:
  ///   - issuers: all spellings of the one that was asked.
  ///   - isIssuerNeeded: whether the provider says that it names itself each time.
  package static func code(
    _ response: ProviderResponse, issuers: Set<String>, isIssuerNeeded: Bool
  ) throws(ProviderFailure) -> Secret<ProviderCode> {
    // First of all: an error of another provider is not believed either.
    if let issuer = response.issuer {
      guard issuers.contains(issuer) else { throw .wrongIssuer }
    } else if isIssuerNeeded {
      throw .wrongIssuer
    }
    switch response.error {
    case nil: break
    case "access_denied": throw .refused
    case "user_cancelled_authorize": throw .cancelled
    default: throw .failed
    }
    guard let code = response.code,
      (1...SecurityRules.providerCodeBytes).contains(code.exposed.utf8.count)
    else { throw .failed }
    return code
  }
}
