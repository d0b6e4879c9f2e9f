import IdentityDomain
import Testing

extension OneOfEach {
  /// A push that was tried, and is being tried.
  /// - Parameter hasOperation: with what came with `StoreMigration.operation`.
  static func pushRow(_ hasOperation: Bool = true) -> OutboxRow {
    let message = OutboxMessage(
      id: ID("push"),
      recipient: .push(PushAddress(push)),
      template: .newDevice, language: "en", sealedSecret: nil, expiresAt: now + .days(2),
      createdAt: now)
    var row = OutboxRow(message.written(in: hasOperation ? "request" : nil))
    row.fail(until: now + .seconds(3), isUnanswered: hasOperation)
    row.take(ID("lease"), at: now + .seconds(4))
    return row
  }
  static let pause = ChannelPause(channel: .sms, failures: 3, until: now + .seconds(8))

  /// What came with `StoreMigration.messageOrigin`.
  static func coded() throws -> OutboxMessage {
    OutboxMessage(
      id: ID("coded"), recipient: .phone(try phone()), template: .phoneCode, language: "en",
      sealedSecret: [0, 127, 255], expiresAt: now + .minutes(10), createdAt: now,
      origin: .challenge(ID("challenge")))
  }

  static func letters(by migration: StoreMigration = .messageOrigin) throws -> [DeadLetter] {
    let hasOperation = migration >= .operation
    var reasons: [DeadLetter.Reason] = [
      .expired, .secretUnopened, .secretMissing, .secretMalformed, .noText, .unknownRecipient,
      .rejected,
    ]
    if hasOperation { reasons += [.unanswered, .discarded] }
    if migration >= .messageOrigin { reasons += [.obsolete] }
    return try reasons.enumerated().map { place, reason in
      let dead = OutboxMessage(
        id: ID("dead-\(place)"), recipient: .phone(try phone()), template: .phoneCode,
        language: "en", sealedSecret: [9], expiresAt: now + .hours(1), createdAt: now)
      return DeadLetter(
        OutboxRow(dead.written(in: hasOperation ? "request" : nil)), reason, isTry: true,
        at: now + .seconds(Int64(place)))
    }
  }

  static func putOutbox(into tables: any IdentityTransaction) throws {
    try tables.append(pushRow().message)
    try tables.update(pushRow())
    try tables.put(pause)
    try tables.append(try coded())
    for letter in try letters() { try tables.append(letter) }
  }

  static func expectOutbox(
    in tables: any IdentityTransaction, by migration: StoreMigration
  ) throws {
    let (isThere, hasOperation) = (migration >= .outbox, migration >= .operation)
    // What an older version wrote is due at once, and was never tried.
    #expect(try tables.outboxRow(ID("message")) == OutboxRow(message()))
    #expect(try tables.outboxHeads(on: .email, at: now, most: 9) == [OutboxRow(message())])
    #expect(try tables.outboxRow(ID("push")) == (isThere ? pushRow(hasOperation) : nil))
    #expect(try tables.channelPause(.sms) == (isThere ? pause : nil))
    #expect(try tables.deadLetters(most: 99) == (isThere ? letters(by: migration).reversed() : []))
    let hasOrigin = migration >= .messageOrigin
    #expect(try tables.outboxRow(ID("coded")) == (hasOrigin ? OutboxRow(coded()) : nil))
  }
}
