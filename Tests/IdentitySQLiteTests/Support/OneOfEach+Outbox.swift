import IdentityDomain
import Testing

extension OneOfEach {
  /// A push that was tried, and is being tried.
  static let pushRow = {
    var row = OutboxRow(
      OutboxMessage(
        id: ID("push"),
        recipient: .push(PushAddress(push)),
        template: .newDevice, language: "en", sealedSecret: nil, expiresAt: now + .days(2),
        createdAt: now))
    row.fail(until: now + .seconds(3))
    row.take(ID("lease"), at: now + .seconds(4))
    return row
  }()
  static let pause = ChannelPause(channel: .sms, failures: 3, until: now + .seconds(8))

  static func letters() throws -> [DeadLetter] {
    try DeadLetter.Reason.allCases.enumerated().map { place, reason in
      let dead = OutboxMessage(
        id: ID("dead-\(place)"), recipient: .phone(try phone()), template: .phoneCode,
        language: "en", sealedSecret: [9], expiresAt: now + .hours(1), createdAt: now)
      return DeadLetter(OutboxRow(dead), reason, isTry: true, at: now + .seconds(Int64(place)))
    }
  }

  static func putOutbox(into tables: any IdentityTransaction) throws {
    try tables.append(pushRow.message)
    try tables.update(pushRow)
    try tables.put(pause)
    for letter in try letters() { try tables.append(letter) }
  }

  static func expectOutbox(in tables: any IdentityTransaction, _ isThere: Bool) throws {
    // What an older version wrote is due at once, and was never tried.
    #expect(try tables.outboxRow(ID("message")) == OutboxRow(message()))
    #expect(try tables.outboxHeads(on: .email, at: now, most: 9) == [OutboxRow(message())])
    #expect(try tables.outboxRow(ID("push")) == (isThere ? pushRow : nil))
    #expect(try tables.channelPause(.sms) == (isThere ? pause : nil))
    #expect(try tables.deadLetters(most: 9) == (isThere ? letters().reversed() : []))
  }
}
