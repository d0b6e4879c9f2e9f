import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("The worker that empties the outbox")
struct OutboxWorkerTests {
  @Test("A message is decrypted, sent, and only then removed")
  func sends() async throws {
    let during = Reading()
    let office = try Office(
      ScriptedSender { _, _ in
        await during.look()
        return nil
      })
    await during.at(office)
    try await office.write(
      office.message("1", to: "a@example.com", .loginCode, code: "480157"),
      office.message("2", to: "+4930123456", .phoneCode, code: "999000"),
      office.message("3", to: "b@example.com", .newDevice))
    #expect(try await !office.step())
    #expect(Set(office.sender.reached) == ["a@example.com", "+4930123456", "b@example.com"])
    for (to, code) in [("a@example.com", "480157"), ("+4930123456", "999000")] {
      let sent = try #require(office.sender.messages.first { $0.recipient.exposed == to })
      #expect(sent.code?.exposed == code)
      #expect(sent.body.exposed.contains(code))
    }
    #expect(await during.seen.allSatisfy { !$0.isEmpty }, "still there while it is being sent")
    #expect(try await office.left == [])
    #expect(office.reports.outcomes == [.sent, .sent, .sent])
    #expect(try await !office.step())
    #expect(office.sender.tried.count == 3, "nothing is sent twice")
  }

  @Test("SEC No enumeration: a message without a recipient is erased and never sent")
  func suppressed() async throws {
    let office = try Office()
    try await office.write(
      office.message("1", to: "nobody@example.com", .suppressed),
      office.message("2", to: "+4930123456", .suppressed))
    try await office.step()
    #expect(office.sender.tried.isEmpty)
    #expect(try await office.left == [])
    #expect(try await office.letters == [])
    #expect(office.reports.outcomes == [.suppressed, .suppressed])
  }

  @Test("SEC Secrets at rest: an expired message is never sent, and is removed with its secret")
  func expired() async throws {
    let office = try Office(
      ScriptedSender { _, _ in .retryable(.recipient, .unreachable, after: nil) })
    try await office.write(office.message("1", to: "a@example.com", lifetime: .minutes(10)))
    // To the last millisecond it is tried, and from then on not.
    for _ in 0..<9 {
      try await office.step()
      office.clock.advance(.minutes(1))
    }
    office.clock.advance(.milliseconds(59_999))
    try await office.step()
    let tries = office.sender.tried.count
    #expect(tries == 10)
    office.clock.advance(.milliseconds(1))
    try await office.step()
    #expect(office.sender.tried.count == tries)
    #expect(try await office.left == [])
    #expect(office.reports.outcomes.last == .expired)
    let letter = try #require(try await office.letters.first)
    #expect(letter.reason == .expired && letter.attempts == 10)
    #expect(letter.diedAt == letter.createdAt + .minutes(10))
  }

  @Test("A message that can never be sent becomes a dead letter, is reported, and delays no one")
  func dead() async throws {
    let office = try Office(
      ScriptedSender { message, _ in
        message.recipient.exposed.hasPrefix("refused") ? .permanent(.unknownRecipient) : nil
      }, places: 1)
    let foreign = try office.message("other", to: "x@example.com")
    let sealedForOther = OutboxMessage(
      id: ID("1"), recipient: foreign.recipient, template: .loginCode, language: "en",
      sealedSecret: foreign.sealedSecret, expiresAt: foreign.expiresAt,
      createdAt: foreign.createdAt)
    let missing = OutboxMessage(
      id: ID("2"), recipient: foreign.recipient, template: .loginCode, language: "en",
      sealedSecret: nil, expiresAt: foreign.expiresAt, createdAt: foreign.createdAt)
    try await office.write(
      sealedForOther, missing, office.message("3", to: "x@example.com", code: "nonsense"),
      office.message("4", to: "refused@example.com"), office.message("5", to: "good@example.com"))
    while try await office.step() {}
    #expect(office.sender.reached == ["good@example.com"])
    #expect(try await office.left == [])
    let letters = try await office.letters
    #expect(
      Dictionary(uniqueKeysWithValues: letters.map { ($0.message.text, $0.reason) }) == [
        "1": .secretUnopened, "2": .secretMissing, "3": .secretMalformed, "4": .unknownRecipient,
      ])
    #expect(letters.allSatisfy { $0.diedAt == office.clock.now() })
    #expect(letters.filter { $0.attempts > 0 }.map(\.message.text) == ["4"])
    let outcomes = Dictionary(
      uniqueKeysWithValues: office.reports.all.map { ($0.message.text, $0.outcome) })
    #expect(
      outcomes == [
        "1": .dead(.secretUnopened, nil), "2": .dead(.secretMissing, nil),
        "3": .dead(.secretMalformed, nil),
        "4": .dead(.unknownRecipient, .permanent(.unknownRecipient)), "5": .sent,
      ])
  }

  @Test("A failing recipient is left alone for a while, and delays no one else")
  func failing() async throws {
    let office = try Office(
      ScriptedSender { message, tries in
        message.recipient.exposed == "ill@example.com" && tries < 4
          ? .retryable(.recipient, .throttled, after: nil) : nil
      }, places: 2)
    try await office.write(office.message("1", to: "ill@example.com"))
    for number in 2...9 {
      try await office.write(office.message("\(number)", to: "n\(number)@example.com"))
    }
    while try await office.step() {}
    #expect(office.sender.reached.count == 8)
    #expect(try await office.left == ["1"])
    try await office.step()
    #expect(office.sender.tried.count { $0 == "ill@example.com" } == 1, "not before its time")
    for tries in 2...4 {
      office.clock.advance(.seconds(1 << tries))
      try await office.step()
      #expect(office.sender.tried.count { $0 == "ill@example.com" } == tries)
    }
    #expect(try await office.left == [])
    #expect(
      Set(office.reports.all.filter { $0.message.text == "1" }.map(\.outcome)) == [
        .failed(.retryable(.recipient, .throttled, after: nil)), .sent,
      ])
  }

  @Test("Two codes to one recipient arrive in order, even if the first try fails")
  func order() async throws {
    let office = try Office(
      ScriptedSender { message, tries in
        message.id.text == "1" && tries == 1 ? .retryable(.recipient, .timedOut, after: nil) : nil
      })
    try await office.write(
      office.message("1", to: "a@example.com", code: "111111"),
      office.message("2", to: "a@example.com", code: "222222"))
    try await office.step()
    #expect(office.sender.reached.isEmpty)
    office.clock.advance(.seconds(2))
    #expect(try await office.step(), "the second is next, at once")
    #expect(try await !office.step())
    #expect(office.sender.messages.map { $0.code?.exposed } == ["111111", "222222"])
  }

  @Test("A failing channel is tried with one message until it works; the other continues")
  func channel() async throws {
    let down = Switch(true)
    let office = try Office(
      ScriptedSender { message, _ in
        message.channel == .sms && down.isOn ? .retryable(.channel, .unreachable, after: nil) : nil
      }, places: 4)
    for number in 10..<40 {
      try await office.write(office.message("s\(number)", to: "+49301234\(number)"))
    }
    try await office.write(office.message("m", to: "a@example.com"))
    while try await office.step() {}
    #expect(office.sender.reached == ["a@example.com"])
    #expect(office.sender.tried.count == 1 + 4, "those that were on their way together")
    office.clock.advance(.seconds(10))
    while try await office.step() {}
    #expect(office.sender.tried.count == 1 + 5)
    down.turn(false)
    office.clock.advance(.minutes(1))
    while try await office.step() {}
    #expect(office.sender.reached.count == 31)
    #expect(try await office.left == [])
  }

  @Test("A slow recipient delays neither others nor later messages")
  func slow() async throws {
    let door = Door()
    let office = try Office(
      ScriptedSender { message, _ in
        if message.recipient.exposed == "slow@example.com" { await door.pass() }
        return nil
      }, places: 2)
    try await office.write(office.message("1", to: "slow@example.com"))
    async let first = office.step()
    await door.arrived()
    for number in 2...9 {
      try await office.write(office.message("\(number)", to: "n\(number)@example.com"))
    }
    while try await office.step() {}
    #expect(office.sender.reached.count == 8)
    #expect(try await office.left == ["1"])
    #expect(office.sender.tried.count { $0 == "slow@example.com" } == 1, "it is on its way")
    door.open()
    _ = try await first
    #expect(try await office.left == [])
  }
}

/// What is in the store while a message is being sent.
private actor Reading {
  private var office: Office?
  private(set) var seen: [[String]] = []
  func at(_ office: Office) { self.office = office }
  func look() async {
    if let left = try? await office?.left { seen.append(left) }
  }
}
