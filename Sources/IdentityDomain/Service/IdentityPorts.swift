package import WebAuthn

/// What the service delegates.
package struct IdentityPorts: Sendable {
  package let store: any IdentityStore
  package let clock: any WallClock
  package let random: any RandomBytes
  package let digests: any KeyedDigest
  package let passwords: any PasswordHashing
  package let sealing: any Sealing
  package let phones: any PhoneNumberParsing
  package let factors: any FactorSecrets
  package let signer: any TokenSigner
  package let providers: any IdentityProviders
  package let passkeys: any WebAuthnCryptography

  package init(
    store: any IdentityStore, clock: any WallClock, random: any RandomBytes,
    digests: any KeyedDigest, passwords: any PasswordHashing, sealing: any Sealing,
    phones: any PhoneNumberParsing, signer: any TokenSigner,
    factors: any FactorSecrets,
    providers: any IdentityProviders = NoProviders(),
    passkeys: any WebAuthnCryptography = NoPasskeyCryptography()
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.digests = digests
    self.passwords = passwords
    self.sealing = sealing
    self.phones = phones
    self.factors = factors
    self.signer = signer
    self.providers = providers
    self.passkeys = passkeys
  }
}
