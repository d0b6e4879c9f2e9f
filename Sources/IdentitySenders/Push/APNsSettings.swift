package import NetworkTransfer

/// An app at Apple's push service, and the key that signs our provider tokens.
package struct APNsSettings: Sendable {
  /// For apps from the App Store and TestFlight.
  package static let standardAddress = "https://api.push.apple.com"
  /// For development builds of apps.
  package static let sandboxAddress = "https://api.sandbox.push.apple.com"

  /// Ten capital letters and digits: the developer's team.
  package let team: String
  /// The key, in the same format.
  package let keyID: String
  /// The app's bundle id.
  package let topic: String
  package let address: ProviderPeer
  package let signer: ProviderSigner
  /// A file of certificates (PEM) that are trusted instead of the system's.
  package var authorities: String?
  /// For one request, including the connection.
  package var limit = Duration.seconds(20)

  /// - Parameters:
  ///   - text: `TEAM:KEY:TOPIC`.
  ///   - pem: the `.p8` file of the key.
  ///   - key: makes a signer (ES256) from it; its errors are not shown.
  package init(
    _ text: String, key pem: String, address: String = APNsSettings.standardAddress,
    signer make: (String) throws -> ProviderSigner
  ) throws(Peer.Refusal) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Self.isID(parts[0]), Self.isID(parts[1]) else {
      throw Peer.Refusal(
        "is not TEAM:KEY:TOPIC; team and key have ten capital letters and digits each, as the"
          + " developer account shows them")
    }
    guard (1...255).contains(parts[2].utf8.count), parts[2].utf8.allSatisfy(Self.isTopicByte)
    else { throw Peer.Refusal("names no app; TOPIC is its bundle id, such as com.example.app") }
    (team, keyID, topic) = (parts[0], parts[1], parts[2])
    self.address = try ProviderPeer(address)
    guard let signer = try? make(pem), signer.algorithm == .es256 else {
      throw Peer.Refusal("has a key file without a P-256 EC key in PEM (AuthKey_….p8)")
    }
    self.signer = signer
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
  }

  private static func isTopicByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
      || byte == 45 || byte == 46
  }

  func url(_ device: String) -> String {
    var base = address.peer.description
    while base.hasSuffix("/") { base.removeLast() }
    return "\(base)/3/device/\(device)"
  }
}
