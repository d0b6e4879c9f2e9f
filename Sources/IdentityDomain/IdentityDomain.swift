// IdentityDomain: what the identity server decides. Accounts, credentials, codes, sessions and
// their token families, devices, limits, sign-outs.
//
// Owns: every rule as a pure value (an input leads to a decision and a new value), the ports beside
// the types they store, and thin services that load, decide and store in one transaction. Must not:
// speak HTTP or SQL, read a clock, draw randomness, hash or sign; those come in as ports. The
// numbers of all rules are in `SecurityRules`, each with its source.

/// A random id of something stored; `Subject` distinguishes the kinds.
package struct ID<Subject>: Hashable, Sendable, CustomStringConvertible {
  /// For ids made here: 22 characters of base64url (RFC 4648 section 5) with 128 random bits.
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }
}

/// An installation of an app: the unit of experiments, known before anyone signs in.
package enum Installation {}

/// The RFC 7638 thumbprint of a device's public key (RFC 9449 `jkt`), base64url.
package struct KeyThumbprint: Hashable, Sendable {
  package let text: String
  package init(_ text: String) { self.text = text }
}
