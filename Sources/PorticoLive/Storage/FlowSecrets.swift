package import FlowMachine
package import FlowRuntime
package import IdentityClient

/// The secrets of flows in the same secure storage as the session, under their own names.
package struct FlowSecrets: SecretStorage {
  private let storage: any SecureStore
  private static let prefix = "flow/"

  package init(_ storage: any SecureStore) { self.storage = storage }

  package func names() throws(StorageFailure) -> [SecretName] {
    try Self.mapped { () throws(SecureStoreFailure) in
      try storage.names().compactMap { Self.name(in: $0) }
    }
  }

  package func read(_ name: SecretName) throws(StorageFailure) -> Text? {
    try Self.mapped { () throws(SecureStoreFailure) in try storage.read(Self.key(name)) }
  }

  package func write(_ changes: [SecretChange]) throws(StorageFailure) {
    try Self.mapped { () throws(SecureStoreFailure) in
      try storage.write(changes.map { SecureChange(Self.key($0.name), $0.value) })
    }
  }

  /// Names in flows contain no slash.
  private static func key(_ name: SecretName) -> String {
    var key = prefix + String(decoding: name.fact, as: UTF8.self)
    if let seal = name.seal {
      key += "/\(String(decoding: seal.request, as: UTF8.self))/\(seal.ticket)"
    }
    return key
  }

  private static func name(in key: String) -> SecretName? {
    guard key.hasPrefix(prefix) else { return nil }
    let parts = key.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return SecretName(fact: Text(parts[0].utf8))
    case 3:
      guard let ticket = UInt32(parts[2]) else { return nil }
      return SecretName(
        fact: Text(parts[0].utf8),
        seal: SecretName.Seal(request: Text(parts[1].utf8), ticket: ticket))
    default: return nil
    }
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
