package import NetworkTransfer
import Foundation

/// A Firebase project, and the service account that we send as.
package struct FCMSettings: Sendable {
  package static let standardAddress = "https://fcm.googleapis.com"

  package let project: String
  /// The service account's address; the `iss` of our assertions.
  package let account: String
  package let keyID: String
  /// The token endpoint (RFC 7523 section 2.1).
  package let tokenAddress: ProviderPeer
  package let address: ProviderPeer
  package let signer: ProviderSigner
  /// A file of certificates (PEM) that are trusted instead of the system's.
  package var authorities: String?
  /// For one request, including the connection.
  package var limit = Duration.seconds(20)

  private struct Account: Decodable {
    let type: String?
    let project_id: String?
    let private_key_id: String?
    let private_key: String?
    let client_email: String?
    let token_uri: String?
  }

  /// - Parameters:
  ///   - file: the service account's JSON, as issued by the provider's console.
  ///   - key: makes a signer (RS256) from a private key in PEM; its errors are not shown.
  package init(
    serviceAccount file: [UInt8], address: String = FCMSettings.standardAddress,
    key: (String) throws -> ProviderSigner
  ) throws(Peer.Refusal) {
    guard let read = try? JSONDecoder().decode(Account.self, from: Data(file)) else {
      throw Peer.Refusal("is not the JSON of a service account; create a new key in the console")
    }
    guard read.type == "service_account" else {
      throw Peer.Refusal("is for another kind of account; \"type\" must be \"service_account\"")
    }
    func member(_ name: String, _ value: String?) throws(Peer.Refusal) -> String {
      guard let value, !value.isEmpty else { throw Peer.Refusal("has no \"\(name)\"") }
      return value
    }
    project = try member("project_id", read.project_id)
    guard project.utf8.allSatisfy({ Self.isNameByte($0) }) else {
      throw Peer.Refusal("has a \"project_id\" with other than letters, digits and hyphens")
    }
    account = try member("client_email", read.client_email)
    keyID = try member("private_key_id", read.private_key_id)
    let pem = try member("private_key", read.private_key)
    tokenAddress = try Self.named("has a \"token_uri\" that") { () throws(Peer.Refusal) in
      try ProviderPeer(try member("token_uri", read.token_uri))
    }
    self.address = try ProviderPeer(address)
    guard let signer = try? key(pem), signer.algorithm == .rs256 else {
      throw Peer.Refusal("has a \"private_key\" that is not an RSA key of 2048 bits or more in PEM")
    }
    self.signer = signer
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
      || byte == 45 || byte == 58 || byte == 46
  }

  private static func named<Value>(
    _ part: String, _ make: () throws(Peer.Refusal) -> Value
  ) throws(Peer.Refusal) -> Value {
    do { return try make() } catch { throw Peer.Refusal("\(part) \(error.description)") }
  }

  var url: String {
    var base = address.peer.description
    while base.hasSuffix("/") { base.removeLast() }
    return "\(base)/v1/projects/\(project)/messages:send"
  }
}
