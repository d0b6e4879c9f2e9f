import ClientMachine
import SessionMachine
import WireText

// What an app stores with the client in addition to its session.

extension IdentityClient {
  /// Keeps the platform's push token, across kills, for later calls.
  ///
  /// - Parameter token: nil if the platform withdrew it.
  package func keepPushToken(_ token: String?, platform: String) throws(SecureStoreFailure) {
    let value = token.map { Self.item($0, platform) }
    try ports.storage.write([SecureChange(SecureItem.pushToken, value)])
  }

  /// Keeps a token that the platform supplied unasked, as it may at each launch.
  ///
  /// - Returns: whether it is another one than before.
  package func keepNewPushToken(
    _ token: String, platform: String
  ) throws(SecureStoreFailure) -> Bool {
    let value = Self.item(token, platform)
    return try ports.storage.exclusively { () throws(SecureStoreFailure) -> Bool in
      guard try ports.storage.read(SecureItem.pushToken) != value else { return false }
      try ports.storage.write([SecureChange(SecureItem.pushToken, value)])
      return true
    }
  }

  private static func item(_ token: String, _ platform: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("platform", Array(platform.utf8))
    writer.member("token", Array(token.utf8))
    writer.close("}")
    return writer.bytes
  }
}

extension StoredItem {
  var name: String {
    switch self {
    case .session: SecureItem.session
    case .challenges: SecureItem.challenges
    case .marketLogin: SecureItem.marketLogin
    case .pushToken: SecureItem.pushToken
    case .installation: SecureItem.installation
    }
  }
}

extension SecureStoreFailure {
  var problem: StorageProblem {
    switch self {
    case .locked: .locked
    case .full: .full
    case .corrupt: .corrupt
    case .broken: .broken
    }
  }
}
