import Foundation
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@testable import ServerCommands

@Suite("portico users show")
struct UsersShowTests {
  private func report(_ rig: Rig, _ who: String) async throws -> AccountReport {
    AccountReport(
      try await AccountLookup(store: rig.store, phones: GermanPhones()).overview(who, most: 100),
      at: rig.clock.now())
  }

  /// Somebody with a past: sessions of each kind, some ended, a push endpoint, a noticed theft.
  private func life() async throws -> (Rig, secrets: Set<String>) {
    let rig = Rig()
    let (ann, password) = ("ann@example.com", "long enough password")
    try await rig.member(ann, password: password, key: "k1")
    let bound = try await rig.service.passwords.login(
      userName: ann, password: password, caller: rig.caller("k1"))
    rig.clock.advance(.minutes(2))
    let cookie = try await rig.service.passwords.login(
      userName: ann, password: password, caller: rig.caller("k2", cookie: true))
    rig.clock.advance(.minutes(2))
    let compat = try await rig.service.passwords.login(
      userName: ann, password: password, caller: rig.caller(nil))
    try await rig.service.push.register(
      platform: "APNS", pushToken: Secret("canary-push-token"), rig.call(bound))
    rig.clock.advance(.minutes(2))
    try await rig.service.sessions.logout(rig.call(compat), everywhere: false)
    _ = try? await rig.service.sessions.refresh(
      try #require(bound.refreshToken), caller: rig.caller("stranger"))
    let grants = [bound, cookie, compat]
    var secrets: Set<String> = [password, "canary-push-token"]
    for grant in grants {
      let all = [
        grant.accessToken.exposed, grant.refreshToken?.exposed, grant.crumb?.exposed,
        grant.idToken?.exposed,
      ]
      secrets.formUnion(all.compactMap { $0 })
    }
    let stored = try await rig.store.read("look") { try $0.passwords(after: nil, most: 9) }
    secrets.formUnion(stored.map(\.hash.encoded))
    return (rig, secrets)
  }

  @Test("Sessions, devices and events are there, by address and by id alike")
  func shows() async throws {
    let (rig, _) = try await life()
    let report = try await report(rig, "Ann@example.com")
    #expect(try await self.report(rig, report.id) == report)
    #expect(report.identifiers.map(\.value) == ["ann@example.com"])
    #expect(report.sessions.map(\.kind) == ["bound", "cookie"])
    #expect(report.devices.map(\.key) == ["k1", "k2"])
    #expect(report.pushEndpoints.map(\.platform) == ["APNS"])
    #expect(
      report.events.map(\.event).sorted() == [
        "foreignKeyRefresh", "sign_in", "sign_in", "sign_in", "sign_out",
      ])
    #expect(report.events.compactMap(\.cause) == ["logout"])
    #expect(report.passwordChangedAt != nil && report.importedAt == nil)
  }

  @Test("Neither the text nor the JSON holds a hash, a token, a code or a push token")
  func canaries() async throws {
    let (rig, secrets) = try await life()
    let report = try await report(rig, "ann@example.com")
    for text in [report.text(mostEvents: .max), try report.json()] {
      #expect(text.contains("ann@example.com") && text.contains("foreignKeyRefresh"))
      #expect(text.contains("logout") && text.contains("cookie"))
      for secret in secrets { #expect(!text.contains(secret)) }
    }
    #expect(secrets.count > 8)
  }

  @Test("The JSON reads back, with names in snake case and moments of RFC 3339")
  func json() async throws {
    let (rig, _) = try await life()
    let report = try await report(rig, "ann@example.com")
    let object = try JSONSerialization.jsonObject(with: Data(try report.json().utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["created_at"] as? String == "2023-11-14T22:13:20Z")
    #expect((members["sessions"] as? [Any])?.count == 2)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(AccountReport.self, from: Data(try report.json().utf8)) == report)
  }

  @Test("The newest ten events are printed, and how many more there are")
  func events() async throws {
    let rig = Rig()
    let (ann, password) = ("ann@example.com", "long enough password")
    try await rig.member(ann, password: password, key: "k1")
    for _ in 0..<13 {
      rig.clock.advance(.minutes(20))
      _ = try await rig.service.passwords.login(
        userName: ann, password: password, caller: rig.caller("k1"))
    }
    let report = try await report(rig, ann)
    #expect(report.events.count { $0.cause == "replaced" } == 12)
    // The sign-ins of a day that differ in nothing but their time are one line.
    let signIns = report.events.filter { $0.event == "sign_in" }
    #expect(signIns.map(\.count).reduce(0, +) == 13 && signIns.count <= 2)
    #expect(signIns.allSatisfy { $0.source == "k1" })
    #expect(report.events.map(\.at) == report.events.map(\.at).sorted().reversed())
    let short = report.text(mostEvents: 10).split(separator: "\n")
    #expect(short.count { $0.contains("sign_out replaced") } == 9)
    #expect(short.contains { $0.contains("sign_in (") && $0.contains(" times)") })
    let left = report.events.count - 10
    #expect(short.last == "  … \(left) more: --events")
    #expect(report.text(mostEvents: .max).split(separator: "\n").count == short.count - 1 + left)
  }

  @Test("An unknown name is reported, with what to write")
  func nobody() async throws {
    let rig = Rig()
    for who in ["x@example.com", "+4915112345678", "nothing", ""] {
      let failure = await #expect(throws: ServeRefusal.self) { try await report(rig, who) }
      #expect("\(String(describing: failure))".contains("write an address"))
    }
  }

  @Test("What a client says about itself cannot control the operator's terminal")
  func terminal() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "long enough password")
    var caller = rig.caller("k1")
    caller.client = ClientDescription(
      name: "\u{1B}[2J\u{7}evil", platform: "a\nb", appVersion: "\u{9B}1")
    _ = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "long enough password", caller: caller)
    let text = try await report(rig, "ann@example.com").text(mostEvents: 10)
    #expect(text.contains("?[2J?evil a?b ?1"))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.value < 32 || $0 == "\u{9B}" })
  }

  @Test("An operator's sign-out ends every session with its own cause")
  func signOut() async throws {
    let (rig, _) = try await life()
    let before = try await report(rig, "ann@example.com")
    let id = ID<Account>(before.id)
    let now = rig.clock.now()
    let eve = try #require(OperatorName("eve"))
    #expect(try await rig.store.transaction("out") { try $0.signOut(id, by: eve, at: now) } == 2)
    #expect(try await rig.store.transaction("out") { try $0.signOut(id, by: eve, at: now) } == 0)
    let after = try await report(rig, "ann@example.com")
    #expect(after.sessions.isEmpty && after.pushEndpoints.isEmpty)
    #expect(after.events.count { $0.cause == "revoked_by_administrator" } == 2)
  }
}
