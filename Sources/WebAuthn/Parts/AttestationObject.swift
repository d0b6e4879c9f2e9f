/// What making a credential returns (WebAuthn section 6.5.4).
///
/// The server asks for no attestation: who made an authenticator decides nothing here. A browser then sends `none`, or
/// leaves a self attestation as it is (section 5.1.3, step 24.4), which is a signature by the new key.
package struct AttestationObject: Sendable {
  package enum Statement: Hashable, Sendable {
    case none
    case selfSigned(algorithm: Int64, signature: [UInt8])
  }

  package let statement: Statement
  package let authenticatorData: AuthenticatorData
  package let authenticatorBytes: [UInt8]

  /// - Throws: `unsupportedAttestation` for another format, and for a certificate.
  package init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    guard let object = CBOR(bytes), let format = object["fmt"]?.text,
      let statement = object["attStmt"], let fields = statement.entries,
      let data = object["authData"]?.bytes
    else { throw .malformed(.attestationObject) }
    switch format {
    case Array("none".utf8):
      guard fields.isEmpty else { throw .unsupportedAttestation }
      self.statement = .none
    case Array("packed".utf8):
      guard fields.count == 2, let algorithm = statement["alg"]?.integer,
        let signature = statement["sig"]?.bytes
      else { throw .unsupportedAttestation }
      self.statement = .selfSigned(algorithm: algorithm, signature: signature)
    default: throw .unsupportedAttestation
    }
    authenticatorData = try AuthenticatorData(data)
    authenticatorBytes = data
  }
}
