import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Logging
import Synchronization
import Testing

@testable import ServerCommands

@Suite("DEC-11: security events are lines of the log")
struct SecurityEventLogTests {
  /// Keeps what is logged.
  private struct Lines: LogHandler {
    let kept: Kept
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      let values = ["event", "count"].map { "\(event.metadata?[$0] ?? "")" }
      kept.lines.withLock { $0.append("\(event.message) \(values.joined(separator: " "))") }
    }
  }

  private final class Kept: Sendable {
    let lines = Mutex<[String]>([])
  }

  @Test("An operator's acts name the account that is gone, or the message and what was done to it")
  func operatorActs() async throws {
    let rig = Rig()
    let kept = Kept()
    let log = Logger(label: "test") { _ in
      LineLogHandler(format: .text, time: { "" }) { line in kept.lines.withLock { $0.append(line) }
      }
    }
    let events = try await SecurityEventLog(rig.store, log: log)
    let name = try #require(OperatorName("eve"))
    let now = rig.clock.now()
    let address = try #require(EmailAddress("ann@example.com"))
    try await rig.store.transaction("write") { tables in
      try tables.put(Account(id: ID("a1"), createdAt: now))
      for number in 0..<12 {
        try tables.append(
          OutboxMessage(
            id: ID("m\(number)"), recipient: .email(address), template: .loginCode,
            language: "en", sealedSecret: [1], expiresAt: now + .hours(1), createdAt: now))
        _ = try tables.discardMessage(ID("m\(number)"), by: name, at: now)
      }
    }
    #expect(try await rig.service.operators.delete(ID("a1"), by: name))
    try await events.look()
    let lines = kept.lines.withLock { $0 }
    #expect(lines.contains { $0.contains("account=a1") && $0.contains("event=operator_delete") })
    for number in 0..<12 {
      #expect(
        lines.contains {
          $0.contains("act=discard") && $0.contains("message_id=m\(number) ")
            && $0.hasSuffix("source=operator:eve")
        })
    }
  }

  @Test("Each change is one line with its count, and nothing is logged twice")
  func lines() async throws {
    let rig = Rig()
    let kept = Kept()
    let log = Logger(label: "test") { _ in Lines(kept: kept) }
    let events = try await SecurityEventLog(rig.store, log: log)
    try await rig.member("ann@example.com", password: "staple battery", key: "k")
    for _ in 0..<7 {
      _ = try? await rig.service.passwords.login(
        userName: "ann@example.com", password: "wrong wrong", caller: rig.caller("k"))
    }
    try await events.look()
    try await events.look()
    #expect(kept.lines.withLock { $0 } == ["security sign_in_failed 7"])
    _ = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: rig.caller("k"))
    _ = try? await rig.service.passwords.login(
      userName: "ann@example.com", password: "wrong wrong", caller: rig.caller("k"))
    try await events.look()
    let new = kept.lines.withLock { $0.dropFirst() }
    #expect(Set(new) == ["security sign_in 1", "security sign_in_failed 8"])
  }
}
