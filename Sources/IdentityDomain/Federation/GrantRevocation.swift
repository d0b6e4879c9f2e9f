/// Ends grants at providers: rows of the outbox, so that a provider that is down loses none (FED-9).
struct GrantRevocation: ServiceMember {
  let parts: ServiceParts

  /// Ends what a provider granted for an account that no longer has it.
  ///
  /// A person at a provider has one row: what is removed, linked and removed again does not wait behind itself.
  ///
  /// - Parameters:
  ///   - delay: where the removal can be taken back until then.
  func revoke(
    _ identities: [FederatedIdentity], _ nonces: RevocationNonces, after delay: Duration = .zero,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for (place, identity) in identities.enumerated() {
      guard let kept = identity.refreshToken, let name = identity.reference(ports.digests) else {
        continue
      }
      let id: ID<OutboxMessage> = ID(name.text)
      // What cannot be opened becomes a dead letter: the operator has to hear of a grant that stays.
      let secret = try? ports.sealing.open(kept, context: identity.subject.text)
      let message = OutboxMessage(
        id: id,
        recipient: .provider(
          ProviderAddress(provider: identity.provider, subject: identity.subject)),
        template: .grantRevocation, language: settings.language,
        sealedSecret: try secret.map {
          try ports.sealing.seal($0, nonce: nonces.nonce(place), context: id.text)
        } ?? kept,
        expiresAt: now + delay + SecurityRules.revocationLifetime, createdAt: now)
      try tables.removeOutboxMessage(id)
      try tables.append(message)
      if delay > .zero { try tables.update(OutboxRow(message, dueAt: now + delay)) }
    }
  }
}

/// A nonce for each provider that an account may have, drawn before the transaction.
struct RevocationNonces: Sendable {
  private let bytes: [UInt8]

  init(_ random: any RandomBytes) {
    bytes = random.bytes(12 * SecurityRules.federatedIdentities)
  }

  func nonce(_ place: Int) -> [UInt8] {
    let start = 12 * (place % SecurityRules.federatedIdentities)
    return Array(bytes[start..<start + 12])
  }
}

extension ServiceMember {
  var grants: GrantRevocation { GrantRevocation(parts: parts) }
}
