import Foundation
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

/// Every order of what an owner and an attacker can do, on the real service over the store of tests.
@Suite("FED-11, DEC-1 to DEC-8: whatever the order, an attacker ends with nothing")
struct OrderTests {
  /// Acts in one order. `scripts/soak orders` takes five, which is some twenty times the work.
  static let length =
    ProcessInfo.processInfo.environment["PORTICO_ORDERS"].flatMap { Int($0) } ?? 3

  @Test(
    "FED-11: in every order of owner and attacker the attacker holds nothing, and the owner gets in",
    arguments: ["victim", nil], ["attacker", nil])
  func orders(victimsKey: String?, attackersKey: String?) async throws {
    var exploration = OrderExploration(victimsKey: victimsKey, attackersKey: attackersKey)
    try await exploration.run(length: Self.length)
    print(
      "orders: victim \(victimsKey == nil ? "without" : "with") a key,",
      "attacker \(attackersKey == nil ? "without" : "with") one: \(exploration.orderCount) orders",
      "of up to \(Self.length) acts, \(exploration.stateCount) states, the owner waits",
      "\(exploration.longestWait) at most, after \(exploration.longestPath)")
    // No act is an empty one.
    #expect(exploration.tried == Set(OrderAct.all))
    #expect(attackersKey == nil || exploration.done.contains(.attacker(.claimByProvider)))
    let owners = OrderAct.Victim.allCases
      .filter { victimsKey != nil || !OrderAct.Victim.withKey.contains($0) }.map(OrderAct.victim)
    #expect(exploration.done.isSuperset(of: owners), "\(Set(owners).subtracting(exploration.done))")
    #expect(exploration.problems.isEmpty, "\(exploration.problems.prefix(5))")
    #expect(exploration.longestWait <= OrderExploration.longestLockout)
  }
}
