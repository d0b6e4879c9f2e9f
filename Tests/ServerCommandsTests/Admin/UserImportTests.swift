import Foundation
import IdentityDomain
import IdentityPasswords
import IdentitySQLite
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@testable import ServerCommands

/// The least that libsodium takes.
let cheap = Argon2Parameters(memory: 8, passes: 1)

/// Imports into a store in memory, and signs in there.
struct ImportHouse {
  let rig: Rig
  let hasher: Argon2Hasher

  init(runsTwice: Bool = false) async throws {
    rig = Rig(runsTwice: runsTwice)
    hasher = try await Argon2Hasher.started(parameters: cheap, threads: 2, places: 256)
  }

  func importing(_ lines: [String], dryRun: Bool = false) async throws
    -> (ImportSummary, [ImportProblem])
  {
    var waiting = lines.map { Array($0.utf8) }[...]
    var problems: [ImportProblem] = []
    let summary = try await UserImport(
      store: rig.store, hasher: hasher, phones: GermanPhones(), clock: rig.clock,
      random: rig.random, isDryRun: dryRun
    ).run({ waiting.popFirst().map { .some($0) } }, report: { problems.append($0) })
    return (summary, problems)
  }

  /// The rig's service, with hashes that are real.
  var service: IdentityService {
    let ports = rig.service.ports
    return IdentityService(
      ports: IdentityPorts(
        store: ports.store, clock: ports.clock, random: ports.random, digests: ports.digests,
        passwords: hasher, sealing: ports.sealing, phones: ports.phones, signer: ports.signer,
        factors: ports.factors),
      settings: rig.settings)
  }

  func password(of address: String) async throws -> PasswordCredential? {
    let identifier = Identifier.email(try #require(EmailAddress(address)))
    return try await rig.store.read("look") { tables in
      try tables.binding(of: identifier).flatMap { try tables.password(of: $0.account) }
    }
  }
}

@Suite("portico users import")
struct UserImportTests {
  /// "correct horse Büro 9"; cheap, so weak, and one that is strong.
  private static let weak = "$1$saltsalt$7lJdjl6Q.YgZdv4bZJy7l."
  private static let strong = "$2b$10$abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e"
  private static let right = "correct horse Büro 9"

  static func line(
    _ address: String, id: String? = nil, password: String? = nil, extra: String = "",
    created: String = "2020-01-02T03:04:05Z"
  ) -> String {
    var text = #"{"email":"\#(address)","email_verified":true,"created_at":"\#(created)""#
    if let id { text += #","id":"\#(id)""# }
    if let password { text += #","password":"\#(password)""# }
    return text + extra + "}"
  }

  @Test(
    "An imported person signs in with the old password, and from then on has a hash of ours",
    arguments: [weak, strong], [false, true])
  func signsIn(hash: String, runsTwice: Bool) async throws {
    let house = try await ImportHouse(runsTwice: runsTwice)
    let (summary, problems) = try await house.importing([
      Self.line("ann@example.com", id: "7", password: hash, extra: #","name":"Ann""#)
    ])
    #expect(summary == ImportSummary(made: 1) && problems.isEmpty)
    let before = try #require(await house.password(of: "ann@example.com"))
    #expect((before.hash.encoded == hash) == (hash == Self.strong))
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await house.service.passwords.login(
        userName: "ann@example.com", password: "wrong", caller: house.rig.caller("k"))
    }
    #expect(try await house.password(of: "ann@example.com") == before)
    for _ in 1...2 {
      let grant = try await house.service.passwords.login(
        userName: "ann@example.com", password: Self.right, caller: house.rig.caller("k"))
      #expect(grant.session.methods.contains(.password))
    }
    let after = try #require(await house.password(of: "ann@example.com"))
    #expect(after.hash.encoded.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(after.version == before.version && after.changedAt == before.changedAt)
  }

  @Test("A person without a password sets one by 'forgot password'")
  func withoutPassword() async throws {
    let house = try await ImportHouse()
    _ = try await house.importing([Self.line("ann@example.com")])
    #expect(try await house.password(of: "ann@example.com") == nil)
    _ = try await house.service.recovery.begin(
      userName: "ann@example.com", caller: house.rig.caller("k"))
    try await house.service.recovery.complete(
      userName: "ann@example.com", code: try await house.rig.code(to: "ann@example.com"),
      newPassword: "a very new password", caller: house.rig.caller("k"))
    _ = try await house.service.passwords.login(
      userName: "ann@example.com", password: "a very new password",
      caller: house.rig.caller("k"))
  }

  @Test("Every field of a line arrives in the account")
  func fields() async throws {
    let house = try await ImportHouse()
    let line = """
      {"id":"42","email":"Ann@Example.com","email_verified":false,"phone":"+4915112345678",
      "phone_verified":true,"name":"Ann Ä","picture_url":"https://example.com/a.png",
      "created_at":"2020-01-02T03:04:05.5+01:00","last_seen_at":"2021-01-02T03:04:05Z",
      "blocked":true,"market":{"first_name":"Ann","last_name":"Ä","mobile":"+4915112345678",
      "mode":"worker"},"password":null}
      """.replacingOccurrences(of: "\n", with: "")
    let (summary, problems) = try await house.importing([line])
    #expect(summary == ImportSummary(made: 1), "\(problems)")
    let number = try #require(GermanPhones().parse("+4915112345678", region: nil))
    let found = try await house.rig.store.read("look") { tables in
      try tables.binding(of: .phone(number)).flatMap { try tables.account($0.account) }
    }
    let account = try #require(found)
    #expect(account.profile.name == "Ann Ä" && account.isBlocked && !account.isSuperAdmin)
    #expect(account.profile.claimedEmail?.text == "ann@example.com")
    #expect(account.profile.market?.mode == .worker)
    #expect(account.createdAt.milliseconds == 1_577_930_645_500)
    #expect(account.lastSeenAt.milliseconds == 1_609_556_645_000)
    #expect(account.imported == ImportMark(source: "42", at: house.rig.clock.now()))
    let claimed = Identifier.email(try #require(EmailAddress("ann@example.com")))
    #expect(try await house.rig.store.read("look") { try $0.binding(of: claimed) } == nil)
  }

  @Test("Importing the same file again creates and changes nothing, however it is divided")
  func again() async throws {
    var random = SeededGenerator(announcing: "UserImportTests.again", seed: 3)
    let lines = (0..<450).map {
      Self.line("p\($0)@example.com", id: "\($0)", password: $0 % 90 == 0 ? Self.weak : nil)
    }
    let house = try await ImportHouse()
    let doubled = lines.flatMap { random.chance(30) ? [$0, $0] : [$0] }
    let (first, problems) = try await house.importing(doubled)
    #expect(first.made == 450 && first.alreadyThere == doubled.count - 450 && problems.isEmpty)
    let stored = await house.rig.store.dump()
    for _ in 1...3 {
      let cut = random.below(lines.count)
      let part = Array(lines[cut...] + lines[..<cut])
      let (summary, _) = try await house.importing(part)
      #expect(summary == ImportSummary(made: 0, alreadyThere: 450))
    }
    #expect(await house.rig.store.dump() == stored)
  }

  @Test("A dry run says the same as the import after it, and changes nothing")
  func dryRun() async throws {
    var random = SeededGenerator(announcing: "UserImportTests.dryRun", seed: 4)
    for _ in 0..<40 {
      let house = try await ImportHouse()
      try await house.rig.member("taken@example.com", password: "long enough password")
      _ = try await house.importing([Self.line("old@example.com", id: "old")])
      let lines = (0..<30).map { _ in
        let address = random.pick(["taken", "old", "a", "b", "c", "d", "not an address"])
        let phone = random.pick([
          "", "", #","phone":"+4915112345678","phone_verified":true"#,
          #","phone":"+4915187654321","phone_verified":true"#,
        ])
        return Self.line(
          "\(address)@example.com", id: random.pick(["old", "1", "2"]), extra: phone)
      }
      let before = await house.rig.store.dump()
      let (told, problems) = try await house.importing(lines, dryRun: true)
      #expect(await house.rig.store.dump() == before)
      let (done, others) = try await house.importing(lines)
      #expect(told == done)
      #expect(problems.map(\.line) == others.map(\.line))
    }
  }

  @Test("An address that was registered here, or imported from elsewhere, is a conflict")
  func conflicts() async throws {
    let house = try await ImportHouse()
    try await house.rig.member("here@example.com", password: "long enough password")
    let phone = #","phone":"+4915112345678","phone_verified":true"#
    let (summary, problems) = try await house.importing([
      Self.line("here@example.com"), Self.line("ann@example.com", id: "1"),
      Self.line("ann@example.com", id: "2"),
      Self.line("ann@example.com", id: "1", created: "2020-01-02T03:04:06Z"),
      Self.line("ann@example.com", id: "1", extra: phone),
      Self.line("bob@example.com", id: "3", extra: phone),
    ])
    #expect(summary == ImportSummary(made: 2, alreadyThere: 0, refused: 4))
    #expect(problems.map(\.line) == [1, 3, 4, 5])
    let starts = [
      "registered here", "a different id", "a different id", "belong to different accounts",
    ]
    for (problem, part) in zip(problems, starts) {
      #expect(problem.reason.contains(part), "\(problem)")
      #expect(!problem.reason.contains("example.com"))
    }
  }

  @Test(
    "An invalid line is reported with its field and a remedy, without quoting personal data",
    arguments: [
      ("", "not a JSON object"), ("[]", "not a JSON object"), ("{", "not a JSON object"),
      ("\"secret-canary\"", "not a JSON object"),
      (#"{"created_at":"2020-01-02T03:04:05Z"}"#, "neither the address nor the number"),
      (#"{"email":"canary@example.com"}"#, "email_verified: add true or false"),
      (#"{"email":"canary@example.com","email_verified":1}"#, "email_verified: write true"),
      (#"{"email":"canary@example.com","email_verified":"true"}"#, "email_verified: write true"),
      (#"{"email":"canary@example.com","email_verified":false}"#, "neither the address"),
      (#"{"email":"canary@example.com","email_verified":true}"#, "created_at: write"),
      (line("canary@example.com", created: "yesterday"), "created_at: write"),
      (line("canary@example.com", created: "2999-01-01T00:00:00Z"), "created_at: write"),
      (line("canary"), "email: this email address cannot be used"),
      (line("canary@example.com", password: "canary-plain"), "password: the hash has no form"),
      (line("canary@example.com", password: "5f4dcc3b5aa765d61d8327deb882cf99"), "plain digest"),
      (line("canary@example.com", extra: #","phone":"canary","phone_verified":true"#), "phone: "),
      (line("canary@example.com", extra: #","nickname":"x""#), "no field 'nickname'"),
      (line("canary@example.com", extra: #","email":"b@example.com""#), "'email' appears twice"),
      (
        line("canary@example.com", extra: #","email\u005fverified":true"#),
        "'email_verified' appears twice"
      ),
      (
        line("canary@example.com", extra: #","market":{"mode":"worker","mode":"client"}"#),
        "'mode' appears twice"
      ),
      (line("canary@example.com", extra: #","name":"""#), "name: write 1 to 256"),
      (line("canary@example.com", extra: #","name":"a\u0000canary""#), "name: write 1 to 256"),
      (line("canary@example.com", extra: #","picture_url":"http://canary""#), "picture_url: "),
      (line("canary@example.com", extra: #","market":{"mode":"worker"}"#), "market.first_name"),
      (line("canary@example.com", extra: #","market":7"#), "market: write an object"),
    ])
  func wrongLines(line: String, part: String) async throws {
    let house = try await ImportHouse()
    let (summary, problems) = try await house.importing([
      Self.line("first@example.com"), line.isEmpty ? "x" : line, Self.line("last@example.com"),
    ])
    #expect(summary == ImportSummary(made: 2, alreadyThere: 0, refused: 1))
    let problem = try #require(problems.first)
    #expect(problem.line == 2 && problem.reason.contains(part), "\(problem.reason)")
    #expect(!problem.reason.contains("canary"))
  }

  @Test("SEC No pre-hijacking: a pending registration of an imported address gains nothing")
  func preHijacking() async throws {
    let house = try await ImportHouse()
    let attempt = try await house.service.registration.register(
      userName: "ann@example.com", password: "the stranger's own", caller: house.rig.caller("s"))
    let code = try await house.rig.code(to: "ann@example.com")
    _ = try await house.importing([Self.line("ann@example.com", password: Self.weak)])
    _ = try? await house.service.registration.confirm(
      userName: "ann@example.com", code: code, attempt: attempt.attempt,
      caller: house.rig.caller("s"))
    await #expect(throws: (any Error).self) {
      try await house.service.passwords.login(
        userName: "ann@example.com", password: "the stranger's own",
        caller: house.rig.caller("s"))
    }
    _ = try await house.service.passwords.login(
      userName: "ann@example.com", password: Self.right, caller: house.rig.caller("a"))
  }

  @Test("SEC No enumeration: unknown names cost what imported ones do, in the same proportions")
  func decoys() async throws {
    let house = try await ImportHouse()
    _ = try await house.importing(
      (0..<40).map { number in
        Self.line("p\(number)@example.com", password: number < 10 ? Self.strong : Self.weak)
      })
    let decoys = try await house.rig.store.read("look") { tables in
      try (0..<PasswordDecoys.places).compactMap {
        try tables.password(of: PasswordDecoys.account(at: $0))
      }
    }
    #expect(decoys.count == 16, "a quarter of 64")
    #expect(decoys.allSatisfy { $0.hash.decoyModel != nil && $0.hash.encoded != Self.strong })
    // Nobody signs in by one, and the work of a name stays the same from call to call.
    for number in 0..<80 {
      await #expect(throws: IdentityFailure.wrongCredentials) {
        try await house.service.passwords.login(
          userName: "nobody\(number)@example.com", password: Self.right,
          caller: house.rig.caller(nil, network: "n\(number)"))
      }
    }
    #expect(house.hasher.unreadableHashes == 0)
    // They go when the last of those hashes went.
    let empty = try await ImportHouse()
    _ = try await empty.importing([Self.line("a@example.com", password: Self.weak)])
    let rest = try await empty.rig.store.read("look") { try $0.passwords(after: nil, most: 100) }
    #expect(rest.count == 1)
  }

  @Test("Decoys follow the proportions of the imported hashes, and a rare class has one")
  func shares() {
    #expect(PasswordDecoys.shares([:], of: 0) == Array(repeating: nil, count: 64))
    #expect(PasswordDecoys.shares([:], of: 10) == Array(repeating: nil, count: 64))
    #expect(PasswordDecoys.shares(["a": 10], of: 10) == Array(repeating: "a", count: 64))
    let rare = PasswordDecoys.shares(["a": 1], of: 1_000_000)
    #expect(rare.filter { $0 == "a" }.count == 1)
    let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("class \($0)", 1) })
    #expect(PasswordDecoys.shares(many, of: 100).count == 64)
    let mixed = PasswordDecoys.shares(["a": 25, "b": 50], of: 100)
    #expect(mixed.filter { $0 == "a" }.count == 16 && mixed.filter { $0 == "b" }.count == 32)
  }

  @Test("A file is read line by line, whatever its line endings and however long its lines")
  func lines() throws {
    let folder = try TemporaryFolderOfTests()
    let long = String(repeating: "x", count: LineReader.mostBytes + 1)
    let fits = String(repeating: "y", count: LineReader.mostBytes)
    let cases: [(String, [String?])] = [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\n", ["", ""]),
      (long, [nil]), (long + "\nb\n", [nil, "b"]), ("a\n" + fits + "\nb", ["a", fits, "b"]),
      (String(repeating: "z\n", count: 70_000), Array(repeating: "z", count: 70_000)),
      (long + long + long + "\n" + fits, [nil, fits]),
    ]
    for (text, expected) in cases {
      let path = folder.path("lines")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let reader = try LineReader(path: path)
      var found: [String?] = []
      while let line = try reader.next() {
        found.append(line.map { String(decoding: $0, as: UTF8.self) })
      }
      #expect(found == expected, "\(text.prefix(20)) of \(text.count)")
    }
    #expect(throws: ServeRefusal.self) { try LineReader(path: folder.path("nothing")) }
  }
}

/// A folder that goes with the test.
final class TemporaryFolderOfTests {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "portico-admin-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
