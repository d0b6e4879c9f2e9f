import Foundation
import IdentityDomain
import TestSupport
import Testing

@testable import IdentitySQLite

@Suite("Records read without a decoder are what the decoder reads")
struct OwnRecordTests {
  private func encoded(_ value: some Encodable) throws -> Data {
    Data(try StoredForm.text(value).utf8)
  }

  private func accounts() throws -> [Account] {
    let now = OneOfEach.now
    let number = try OneOfEach.phone()
    let person = MarketPerson(firstName: "Zoë", lastName: "O'Neil", mobile: number, mode: .client)
    let profiles = [
      Account.Profile(), Account.Profile(name: "Ann"),
      Account.Profile(claimedEmail: try OneOfEach.email()),
      Account.Profile(pictureURL: "https://a.example/b"), Account.Profile(market: person),
      Account.Profile(
        name: "Zoë 😀/1", claimedEmail: try OneOfEach.email(), pictureURL: "https://a.example/b",
        market: person),
    ]
    let marks = [
      nil, ImportMark(source: nil, at: now), ImportMark(source: "old/7", at: now),
    ]
    return profiles.flatMap { profile in
      marks.map { mark in
        var account = Account(
          id: ID("a"), createdAt: now, isBlocked: mark == nil, isSuperAdmin: mark != nil,
          profile: profile, imported: mark)
        account.lastSeenAt = Timestamp(milliseconds: -1)
        return account
      }
    }
  }

  private func agrees<Value: OwnRecord & Encodable & Equatable>(_ value: Value) throws {
    let bytes = try encoded(value)
    let read = bytes.withUnsafeBytes { bytes in
      var json = RecordReader(bytes)
      let value = Value.read(&json)
      return json.isAtEnd ? value : nil
    }
    #expect(read == value, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(try StoredForm.decoded(bytes, of: "test") == value)
    // Cut off, it is no record; with a space, it is one for the decoder.
    for count in 0..<bytes.count {
      #expect(throws: SQLiteStoreFailure.self) {
        let _: Value = try StoredForm.own(bytes.prefix(count), of: "test")
      }
    }
    #expect(try StoredForm.own(Data(" ".utf8) + bytes, of: "test") == value)
  }

  @Test("Accounts with every property there or not, and as the encoder would write them")
  func account() throws {
    for account in try accounts() {
      try agrees(account)
      #expect(try Data(account.record.bytes) == encoded(account))
    }
  }

  @Test("Bindings, credentials, trust in devices, budgets")
  func others() throws {
    for binding in try OneOfEach.bindings() { try agrees(binding) }
    try agrees(OneOfEach.password)
    try agrees(
      DeviceTrust(
        account: OneOfEach.owner, number: try OneOfEach.phone(), key: OneOfEach.key,
        provedAt: OneOfEach.now))
    for count in [0, 7] {
      let spending = Spending(
        since: OneOfEach.now, count: count, endsAt: OneOfEach.now + .minutes(15))
      try agrees(spending)
      #expect(try Data(spending.record.bytes) == encoded(spending))
    }
  }

  @Test(
    "What is written otherwise is left to the decoder",
    arguments: [
      #"{"account":"a\"b","changedAt":{"milliseconds":1},"hash":{"encoded":"h"},"version":1}"#,
      #"{"account":"a\u0062","changedAt":{"milliseconds":1},"hash":{"encoded":"h"},"version":1}"#,
      #"{"version":1,"account":"a","changedAt":{"milliseconds":1},"hash":{"encoded":"h"}}"#,
      #"{"account":"a","changedAt":{"milliseconds":1},"hash":{"encoded":"h"},"more":0,"version":1}"#,
      #"{"account":"a","changedAt":{"milliseconds":1e3},"hash":{"encoded":"h"},"version":1}"#,
      #"{"account":"a","changedAt":{"milliseconds":9223372036854775807},"hash":{"encoded":"h"},"version":1}"#,
    ])
  func otherForms(text: String) throws {
    let bytes = Data(text.utf8)
    let own: PasswordCredential = try StoredForm.own(bytes, of: "test")
    #expect(try StoredForm.decoded(bytes, of: "test") == own)
  }

  @Test("Texts that are no UTF-8 and numbers beyond 64 bits are no record")
  func refused() {
    let wrong = [
      Data(#"{"account":""#.utf8) + [0xFF]
        + Data(#"","changedAt":{"milliseconds":1},"hash":{"encoded":"h"},"version":1}"#.utf8),
      Data(
        #"{"account":"a","changedAt":{"milliseconds":99999999999999999999},"hash":{"encoded":"h"},"version":1}"#
          .utf8),
    ]
    for bytes in wrong {
      #expect(throws: SQLiteStoreFailure.unreadableRecord(table: "test")) {
        let _: PasswordCredential = try StoredForm.own(bytes, of: "test")
      }
    }
  }
}
