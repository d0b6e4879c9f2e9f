import ClientMachine
import Foundation
import IdentityClient
import IdentityDomain
import IdentityTestSupport
import SessionMachine
import Synchronization
import Testing
import WireText

/// One story, with one thing going wrong at each of its calls in turn, alone and with a kill.
@Suite struct FaultMatrixTests {
  private static let faults: [RouterTransport.Fault] = [
    .requestLost, .answerLost, .notSent, .serverError, .unauthorized, .foreignAnswer, .halfAnswer,
  ]
  private static let person = ["user_name": "ada@example.com", "password": "correct horse battery"]

  /// What a flow does: it repeats a step, with the same key, until it is done.
  private struct Walk {
    let phone: Phone
    var client: IdentityClient
    let kills: Bool
    var tries = 0

    mutating func step(_ name: String, _ fields: [String: String] = [:], key: String? = nil)
      async throws
      -> ClientAnswer
    {
      var answer = await client.call(name, fields, key: key)
      for _ in 0..<3 where answer.failure != nil {
        tries += 1
        if kills { client = try await phone.launch() }
        answer = await client.call(name, fields, key: key)
      }
      return answer
    }
  }

  /// - Parameter place: the number of the call that goes wrong; nil for none.
  /// - Returns: how many calls there were.
  private func walk(
    _ fault: RouterTransport.Fault, at place: Int?, kills: Bool
  ) async throws -> Int {
    let name = "\(fault) at \(place ?? -1)\(kills ? " with a kill" : "")"
    let phone = try Phone(try await House())
    let count = Mutex(0)
    phone.transport.cut { _ in
      count.withLock {
        $0 += 1
        return $0 == place ? fault : .none
      }
    }
    var walk = Walk(phone: phone, client: try await phone.launch(), kills: kills)
    #expect(try await walk.step("user", Self.person, key: "key-1").failure == nil, "\(name)")
    let code = try await phone.house.code(to: "ada@example.com")
    let confirm = ["user_name": "ada@example.com", "verification_code": code]
    #expect(try await walk.step("user", confirm, key: "key-2").failure == nil, "\(name)")
    #expect(try await walk.step("login", Self.person, key: "key-3").failure == nil, "\(name)")
    #expect(try await walk.step("getUser").failure == nil, "\(name)")
    phone.house.rig.clock.advance(.minutes(11))
    #expect(try await walk.step("getUser").failure == nil, "\(name)")
    let change = try await walk.step("changeUser", ["name": "Ada"], key: "key-4")
    #expect(change.failure == nil, "\(name)")
    let launched = try await walk.step("launch")
    #expect(launched.json?["user_data"]?["name"]?.string == "Ada", "\(name)")
    let sessions = try await walk.step("getSessions").json?.elements("sessions") ?? []
    #expect(sessions.count == 1, "\(name): the sign-in happened more than once")
    let codes = await phone.house.rig.messages().filter { MadeUpSealing.open($0) != nil }
    #expect(codes.count == 1, "\(name): a code was sent twice")
    let family = try #require(sessions.first?["id"]?.string)
    #expect(try await phone.house.session(family)?.family.end == nil, "\(name)")
    for event in phone.events.withLock({ $0 }) {
      if case .sessionExpired = event { Issue.record("signed out: \(name)") }
    }
    #expect(try await walk.step("signOut", ["cause": "logout"]).failure == nil, "\(name)")
    // The release may meet the fault; then one of the next launches tells it.
    for _ in 0..<3 where try await phone.house.session(family)?.family.end == nil {
      walk.client = try await phone.launch()
      for _ in 0..<10_000 {
        if try await phone.house.session(family)?.family.end != nil { break }
        await Task.yield()
      }
    }
    #expect(try await phone.house.session(family)?.family.end?.cause == .logout, "\(name)")
    return count.withLock { $0 }
  }

  @Test(
    "ENT-3, ENT-4, ENT-10: whatever goes wrong at whatever call, the story ends the same, and each effect is there once"
  )
  func everyFaultAtEveryCall() async throws {
    let calls = try await walk(.none, at: nil, kills: false)
    #expect(calls >= 10)
    var runs = 0
    for kills in [false, true] {
      for fault in Self.faults {
        for place in 1...calls {
          _ = try await walk(fault, at: place, kills: kills)
          runs += 1
        }
      }
    }
    print("client faults: \(calls) calls, \(runs) runs, one fault each")
  }
}
