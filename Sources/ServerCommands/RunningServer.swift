import Foundation
import IdentityAPI
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPasswords
import IdentityPhoneNumbers
import IdentitySQLite
import Logging

/// The parts of the server, put together.
struct RunningServer: Sendable {
  private let http: IdentityServer
  private let host: String
  private let keeper: KeyKeeper
  private let store: SQLiteStore
  private let worker: OutboxWorker
  private let wake: Wake
  private let log: Logger

  /// Opens the store and the keys.
  /// - Throws: why the server must not start.
  init(_ plan: ServePlan, log: Logger) async throws {
    let clock = SystemClock()
    let random = SystemRandomBytes()
    guard case .sqlite(let path) = plan.store
    let store = try SQLiteStore(SQLiteStoreSettings(path: path))
    let keeper = try await KeyKeeper(
      store: store, masterKey: plan.masterKey, isDevelopment: plan.http.isDevelopment,
      clock: clock, random: random)
    let tokens = ES256Tokens(keeper.ring)
    let hasher = try await Argon2Hasher.started(
      threads: max(1, ProcessInfo.processInfo.activeProcessorCount))
    let settings = Self.settings(plan)
    let service = IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: random, digests: keeper.ring, passwords: hasher,
        sealing: keeper.ring, phones: LibPhoneNumber(), signer: tokens),
      settings: settings)
    let operations = IdentityOperations(service: service) {
      FailureAnswer($0, at: clock.now()).body
    }
    _ = operations
    fatalError()
  }
}
