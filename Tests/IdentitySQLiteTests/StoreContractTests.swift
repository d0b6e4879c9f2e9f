import Foundation
import IdentitySQLite
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@Suite("The store in a SQLite file keeps the contract")
struct StoreContractTests {
  private static let cases = StoreContract.cases(rounds: wantedRounds ?? 3)

  @Test("Each case of the contract holds", arguments: cases)
  func contract(_ one: StoreCase) async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await one.run(store)
    #expect(try await store.damage() == [])
    try store.close()
  }

  @Test("Each case also holds between two stores on one file", arguments: cases)
  func twoStores(_ one: StoreCase) async throws {
    let folder = try TemporaryFolder()
    let stores = [try folder.store(), try folder.store()]
    try await one.run(Balanced(stores))
    for store in stores { try store.close() }
  }

  @Test("Each case of running a store holds", arguments: StoreContract.operationCases)
  func operation(_ one: OperationCase) async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await one.run(store)
    try store.close()
  }

  @Test("Each case of where a store lies holds", arguments: StoreContract.locationCases)
  func location(_ one: LocationCase) async throws {
    let folder = try TemporaryFolder()
    let place = { @Sendable (name: String) in folder.url.appendingPathComponent(name).path }
    try await one.run(
      LocationRig(location: { SQLiteStoreLocation(path: place($0)) }, file: place))
  }
}
