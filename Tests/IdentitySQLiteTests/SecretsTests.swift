import Foundation
import IdentityDomain
import IdentitySQLite
import IdentityTestSupport
import Synchronization
import Testing

@Suite("No secret is in the store, or in the files beside it")
struct SecretsTests {
  private let password = "canary-password-one"
  private let second = "canary-password-two"

  /// Whether the bytes hold the text; one of digits only between other characters than digits.
  static func holds(_ bytes: Data, _ text: String) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let isNumber = text.utf8.allSatisfy(isDigit)
    var start = bytes.startIndex
    while let found = bytes.range(of: Data(text.utf8), in: start..<bytes.endIndex) {
      let before = found.lowerBound > bytes.startIndex ? bytes[found.lowerBound - 1] : 0
      let after = found.upperBound < bytes.endIndex ? bytes[found.upperBound] : 0
      if !isNumber || (!isDigit(before) && !isDigit(after)) { return true }
      start = found.upperBound
    }
    return false
  }

  @Test("Passwords, codes, tokens and bodies of every operation are in no file, at any time")
  func canaries() async throws {
    let folder = try TemporaryFolder()
    let house = House(try folder.store())
    try await everyOperation(house)
    let secrets = house.secrets.withLock { $0 }
    #expect(secrets.count > 30, "\(secrets.count)")

    // While the store is open, so that the log and its index are there as well.
    try expectNone(of: secrets, in: folder, files: 3)
    // What must lie there is found: the search works.
    let bytes = try folder.bytes()
    let log = try #require(bytes["identity.sqlite-wal"])
    #expect(Self.holds(log, "ann@example.com") && Self.holds(log, "canary-push-token"))

    // What was never fetched dies, and says so without its secret.
    let letters = try await house.store.transaction("die") {
      _ = try $0.removeExpired(before: house.clock.now() + .days(3))
      return try $0.deadLetters(most: 1_000)
    }
    let templates = Set(letters.map(\.template))
    #expect(
      templates.isSuperset(of: [
        .loginCode, .phoneCode, .registrationCode, .temporaryPassword, .newDevice, .passwordChanged,
      ]), "\(templates)")
    #expect(letters.contains { $0.channel == .push })
    try expectNone(of: secrets, in: folder, files: 3)
    #expect(try await house.store.eraseRemoved())
    try expectNone(of: secrets, in: folder, files: 3)
    try house.store.close()
    try expectNone(of: secrets, in: folder, files: 1)
  }

  @Test("A deleted sealed secret is gone from every file once the log was emptied")
  func deleted() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let mark = "canary-sealed-secret"
    let message = OutboxMessage(
      id: ID("m"), recipient: try OneOfEach.message().recipient, template: .loginCode,
      language: "en", sealedSecret: Array(mark.utf8),
      expiresAt: OneOfEach.now, createdAt: OneOfEach.now)
    try await store.transaction("append") { try $0.append(message) }
    #expect(try folder.bytes().values.contains { Self.holds($0, mark) })
    _ = try await store.transaction("clean") { try $0.removeExpired(before: OneOfEach.now) }
    #expect(try await store.read("dead") { try $0.deadLetters(most: 9).count } == 1)
    #expect(try await store.eraseRemoved())
    #expect(try !folder.bytes().values.contains { Self.holds($0, mark) })
    try store.close()
  }

  private func expectNone(of secrets: Set<String>, in folder: TemporaryFolder, files: Int) throws {
    let found = try folder.bytes()
    #expect(found.count == files, "\(found.keys)")
    for (name, bytes) in found {
      for secret in secrets where Self.holds(bytes, secret) {
        Issue.record("\(secret) lies in \(name)")
      }
    }
  }

  func everyOperation(_ house: House) async throws {
    let service = house.service
    let ann = "ann@example.com"
    let attempt = try await service.registration.register(
      userName: ann, password: house.secret(password), caller: house.caller("k1"))
    try await service.registration.confirm(
      userName: ann, code: try await house.code(to: ann), attempt: attempt.attempt,
      caller: house.caller("k1"))
    house.clock.advance(.minutes(20))
    // A registration that nobody confirms, a wrong password, a taken address.
    _ = try await service.registration.register(
      userName: "bob@example.com", password: house.secret(second), caller: house.caller("k2"))
    _ = try await house.code(to: "bob@example.com")
    _ = try await service.registration.register(
      userName: ann, password: house.secret("canary-password-stranger"),
      caller: house.caller("k3"))
    _ = try? await service.passwords.login(
      userName: ann, password: house.secret("canary-password-wrong"), caller: house.caller("k1"))

    var grant = try await service.passwords.login(
      userName: ann, password: password, caller: house.caller("k1"))
    for _ in 0..<3 {
      house.note(grant)
      grant = try await service.sessions.refresh(
        try #require(grant.refreshToken), caller: house.caller("k1"))
      house.clock.advance(.minutes(1))
    }
    house.note(grant)
    house.note(
      try await service.passwords.login(
        userName: ann, password: password, caller: house.caller("k4", cookie: true)))
    house.note(
      try await service.passwords.login(
        userName: ann, password: password, caller: house.caller(nil)))

    let login = try await service.loginCodes.begin(userName: ann, caller: house.caller("k5"))
    house.note(
      try await service.loginCodes.complete(
        token: Secret(house.secret(login.verificationToken.exposed)),
        code: try await house.code(to: ann), caller: house.caller("k5")))
    let phone = try await service.phones.begin(
      number: "+4915112345678", region: nil, caller: house.caller("k6"))
    if case .challenge(let challenge) = phone {
      let done = try await service.phones.verify(
        token: Secret(house.secret(challenge.verificationToken.exposed)),
        code: try await house.code(to: "+4915112345678"), caller: house.caller("k6"))
      if case .signedIn(let grant, _, _) = done { house.note(grant) }
    }
    try await service.push.register(
      platform: "APNS", pushToken: Secret("canary-push-token"), house.call(grant))
    try await settingsOfAnn(house, grant)
  }

  private func settingsOfAnn(_ house: House, _ grant: TokenGrant) async throws {
    let service = house.service
    house.clock.advance(.minutes(2))
    let verification = try await service.account.beginVerification(
      of: "+4915187654321", house.call(grant))
    try await service.account.completeVerification(
      token: Secret(house.secret(verification.verificationToken.exposed)),
      code: try await house.code(to: "+4915187654321"), house.call(grant))
    try await service.passwords.change(
      from: password, to: house.secret("canary-password-three"), call: house.call(grant))
    house.clock.advance(.minutes(2))
    let reset = try await service.recovery.begin(
      userName: "ann@example.com", caller: house.caller("k1"))
    _ = house.secret(reset.verificationToken.exposed)
    try await service.recovery.complete(
      userName: "ann@example.com", code: try await house.code(to: "ann@example.com"),
      newPassword: house.secret("canary-password-four"), caller: house.caller("k1"))
    let again = try await service.passwords.login(
      userName: "ann@example.com", password: "canary-password-four",
      caller: house.caller("k9"))
    house.note(again)
    try await service.launch.submitSelection(key: "size", value: "42", house.call(again))
    house.note(
      try await service.launch.openAnonymousSession(
        installation: Base64URL.text(house.random.bytes(16)), caller: house.caller("k10")))
    // The push token went with its session when the password was reset.
    try await service.push.register(
      platform: "APNS", pushToken: Secret("canary-push-token"), house.call(again))
    house.clock.advance(.minutes(2))
    // Another device, which is told to this one.
    house.note(
      try await service.passwords.login(
        userName: "ann@example.com", password: "canary-password-four",
        caller: house.caller("k11")))
    try await service.markets.sendTemporaryPassword(
      userName: "ann@example.com", caller: house.caller("k12"))
    _ = try await house.code(to: "ann@example.com")
    house.clock.advance(.minutes(2))
    _ = try await service.account.beginDeletion(house.call(again))
    _ = try await house.code(to: "ann@example.com")
    try await service.sessions.logout(house.call(again), everywhere: true)
  }
}
