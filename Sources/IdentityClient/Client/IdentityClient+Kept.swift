import ClientMachine
import SessionMachine
import WireText

// What an app stores with the client in addition to its session.

extension IdentityClient {
  /// Keeps the platform's push token, across kills, for later calls.
  ///
  /// - Parameter token: nil if the platform withdrew it.
  package func keepPushToken(_ token: String?, platform: String) throws(SecureStoreFailure) {
    var value: [UInt8]?
    if let token {
      var writer = JSONWriter()
      writer.open("{")
      writer.member("platform", Array(platform.utf8))
      writer.member("token", Array(token.utf8))
      writer.close("}")
      value = writer.bytes
    }
    try ports.storage.write([SecureChange(SecureItem.pushToken, value)])
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
