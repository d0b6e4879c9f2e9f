import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import Testing

@Suite("A session's record is what the encoder would write")
struct SessionRecordTests {
  private func sessions() throws -> [Session] {
    let now = OneOfEach.now
    var family = TokenFamily(
      kind: .bound(KeyThumbprint("a/b\"c\\d\u{1}\n\u{7F}é😀")), limits: SecurityRules.marketLimits,
      openedAt: Timestamp(milliseconds: -1), derivationKey: KeyID("{\u{2028}<>?~"))
    family.revoke(.refreshTokenReuse, at: now)
    let odd = Session(
      id: ID("{"), holder: .installation(ID("i\u{0}n")), scope: .passwordChange,
      authenticatedAt: Timestamp(milliseconds: .max), methods: [],
      client: ClientDescription(name: "", platform: "\u{8}\t\u{C}\r", appVersion: "1/2"),
      market: MarketHandle("MX,CMX"), family: family)
    return OneOfEach.sessions() + [odd]
  }

  @Test("The same bytes, for every kind of session, every holder and every odd character")
  func bytes() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let sessions = try sessions()
    try await store.transaction("put") { tables in
      for session in sessions { try tables.put(session) }
    }
    try store.close()
    let queue = try DatabaseQueue(path: folder.path)
    defer { try? queue.close() }
    let records = try await queue.read { database in
      try String.fetchAll(database, sql: "SELECT record FROM session")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let wanted = try sessions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    #expect(Set(records) == Set(wanted) && records.count == 4)
  }

  @Test("It reads as the session that was written")
  func reading() async throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions()
    var store = try folder.store()
    try await store.transaction("put") { tables in
      for session in sessions { try tables.put(session) }
    }
    // What the first one remembers, the second has to read.
    try store.close()
    store = try folder.store()
    for session in sessions {
      #expect(try await store.read("look") { try $0.session(session.id) } == session)
    }
    try store.close()
  }
}
