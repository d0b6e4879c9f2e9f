package import FlowMachine
package import FlowRuntime
package import IdentityClient

/// The secrets of flows in the same secure storage as the session, under their own names.
package struct FlowSecrets: SecretStorage {
  private let storage: any SecureStore
  private static let prefix = "flow/"
  private static let markKey = "mark-key"

  package init(_ storage: any SecureStore) { self.storage = storage }

  package func names() throws(StorageFailure) -> [SecretName] {
    try Self.mapped { () throws(SecureStoreFailure) in
      try storage.names().compactMap { Self.name(in: $0) }
    }
  }

  package func read(_ name: SecretName) throws(StorageFailure) -> Text? {
    try Self.mapped { () throws(SecureStoreFailure) in try storage.read(Self.key(name)) }
  }

  package func hash(_ secret: Text, as name: SecretName) throws(StorageFailure) -> Text {
    try Self.mapped { () throws(SecureStoreFailure) in
      try markKey().hash(secret, as: name)
    }
  }

  /// The stored key, or a new one, which is then stored.
  private func markKey() throws(SecureStoreFailure) -> MarkKey {
    try storage.exclusively { () throws(SecureStoreFailure) in
      if let known = try storage.read(Self.markKey).flatMap({ MarkKey(stored: $0) }) {
        return known
      }
      let key = MarkKey()
      try storage.write([SecureChange(Self.markKey, key.stored)])
      return key
    }
  }

  package func write(_ changes: [SecretChange]) throws(StorageFailure) {
    try Self.mapped { () throws(SecureStoreFailure) in
      try storage.write(changes.map { SecureChange(Self.key($0.name), $0.value) })
    }
  }

  private static func key(_ name: SecretName) -> String {
    prefix + String(decoding: name.text, as: UTF8.self)
  }

  private static func name(in key: String) -> SecretName? {
    guard key.hasPrefix(prefix) else { return nil }
    return SecretName(Text(key.dropFirst(prefix.count).utf8))
  }

  private static func mapped<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(StorageFailure) -> Value {
    do throws(SecureStoreFailure) { return try body() } catch {
      throw StorageFailure(error)
    }
  }
}

extension StorageFailure {
  init(_ failure: SecureStoreFailure) {
    self =
      switch failure {
      case .locked: .locked
      case .full: .full
      case .corrupt: .broken("the storage is damaged")
      case .broken(let why): .broken(why)
      }
  }
}
