/// What a provider's word is good for, and where a sign-in by it leads. Pure.
package enum FederationRules {
  /// Whether an address counts as verified: the provider says so, and it is one that the provider gives out, or
  /// the operator trusts it (FED-7).
  package static func ownsEmail(
    _ assertion: ProviderAssertion, _ policy: ProviderPolicy
  ) -> Bool {
    guard let email = assertion.email, assertion.saysEmailIsVerified else { return false }
    if policy.isTrustedForAddresses { return true }
    let domain = email.text.split(separator: "@").last.map(String.init) ?? ""
    if policy.authoritativeDomains.contains(domain) { return true }
    // An organization's addresses are Google's to give out as long as Google names the organization.
    return policy.brand == .google && assertion.hostedDomain?.lowercased() == domain
  }

  /// Level 2 only by a context that the operator lists.
  package static func level(
    _ assertion: ProviderAssertion, _ policy: ProviderPolicy
  ) -> AssuranceLevel {
    assertion.context.map { policy.levelTwoContexts.contains($0) } ?? false ? .two : .one
  }

  package enum NextStep: Hashable, Sendable {
    case open(ID<Account>)
    /// A code goes to the address. The same whether somebody has the address, unless the provider is
    /// authoritative for it (FED-7).
    case proveAddress(EmailAddress)
    /// A new account, with the address if the provider's word is enough for it (FED-2).
    case create(EmailAddress?)
  }

  /// - Parameters:
  ///   - identity: what is stored of this person at the provider.
  ///   - holder: which account has verified the address.
  package static func signIn(
    _ person: AssertedPerson, identity: FederatedIdentity?, holder: ID<Account>?
  ) -> NextStep {
    if let identity { return .open(identity.account) }
    guard let email = person.email else { return .create(nil) }
    return person.ownsEmail && holder == nil ? .create(email) : .proveAddress(email)
  }

  /// Whether an account can still be signed in to without one of its providers (FED-8).
  package static func canRemove(
    _ subject: FederatedSubject, from identities: [FederatedIdentity],
    _ bindings: [IdentifierBinding], _ passkeys: [Passkey]
  ) -> Bool {
    hasWayIn(identities.filter { $0.subject != subject }, bindings, passkeys)
  }

  /// Whether an account can be signed in to: by a provider, a passkey, or a code to an identifier. A relay address is none
  /// of its own: it forwards as long as the provider's grant lasts.
  package static func hasWayIn(
    _ identities: [FederatedIdentity], _ bindings: [IdentifierBinding], _ passkeys: [Passkey]
  ) -> Bool {
    !passkeys.isEmpty || identities.contains { $0.revokedAt == nil }
      || bindings.contains { !isRelay($0.identifier) }
  }

  private static func isRelay(_ identifier: Identifier) -> Bool {
    guard case .email(let address) = identifier else { return false }
    return relayDomains.contains { address.text.hasSuffix("@" + $0) }
  }

  /// Apple's "Hide My Email".
  private static let relayDomains = ["privaterelay.appleid.com"]
}
