import IdentityClient

/// The generic passwords that an app keeps in the Keychain, by account. Each call returns the status that the system does.
package protocol KeychainItems: Sendable {
  /// - Returns: the value, if the status is 0.
  func copy(_ account: String) -> (status: Int32, value: [UInt8]?)
  func add(_ account: String, _ value: [UInt8]) -> Int32
  func update(_ account: String, _ value: [UInt8]) -> Int32
  func rename(_ account: String, to other: String) -> Int32
  func delete(_ account: String) -> Int32
}

/// The statuses that mean something to secure storage, as `SecBase.h` numbers them.
package enum KeychainStatus {
  package static let success: Int32 = 0
  /// `errSecDiskFull`
  package static let diskFull: Int32 = -34
  /// `errSecDuplicateItem`
  package static let duplicate: Int32 = -25_299
  /// `errSecItemNotFound`
  package static let notFound: Int32 = -25_300
  /// `errSecInteractionNotAllowed`: before the first unlock after a restart.
  package static let locked: Int32 = -25_308
  /// `errSecMissingEntitlement`
  package static let unsigned: Int32 = -34_018

  /// - Throws: what any status but success means.
  static func check(_ status: Int32) throws(SecureStoreFailure) {
    switch status {
    case success: return
    case locked: throw .locked
    case diskFull: throw .full
    case unsigned:
      throw .broken(
        "the Keychain is only for signed apps (-34018): choose a team for the target, also for a test host"
      )
    default: throw .broken("the Keychain answered \(status)")
    }
  }
}
