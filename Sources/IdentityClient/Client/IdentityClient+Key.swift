import SessionMachine

extension IdentityClient {
  /// The key is known to the machine as soon as it can be read: a session that is bound to another
  /// one is over.
  func loadKey() {
    guard key == nil, session != nil else { return }
    do throws(SecureStoreFailure) {
      guard let found = try ports.keys.load() else { return feed(.keyKnown(Self.noKey)) }
      key = found
      feed(.keyKnown(ProofOfPossession.thumbprint(of: found)))
    } catch {
      // Not to be read now; so nothing is known about it.
    }
  }

  /// The thumbprint of no key.
  private static let noKey: Bytes = [0]

  /// The device key; made at the first call that needs one.
  func deviceKey() throws(SecureStoreFailure) -> any DeviceKey {
    if let key { return key }
    let found: any DeviceKey
    if let stored = try ports.keys.load() {
      found = stored
    } else {
      found = try ports.keys.create()
    }
    key = found
    feed(.keyKnown(ProofOfPossession.thumbprint(of: found)))
    return found
  }
}
