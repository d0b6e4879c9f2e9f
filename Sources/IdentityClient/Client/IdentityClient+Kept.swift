import ClientMachine
import SessionMachine
import WireText

// What an app keeps with the client beside its session.

extension IdentityClient {
  /// What the platform gave the app for push messages; kept over kills, for calls that come later.
  ///
  /// - Parameter token: nil when the platform took it back.
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
