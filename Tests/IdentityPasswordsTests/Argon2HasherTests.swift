import Dispatch
import IdentityDomain
import IdentityPasswords
import TestSupport
import Testing
import WorkThreads

/// The least that Argon2 takes, so that thousands of hashes cost nothing.
let small = Argon2Parameters(memory: 8, passes: 1)

@Suite("Passwords by Argon2id", .timeLimit(.minutes(20)))
struct Argon2HasherTests {
  private func typed(_ text: String) throws -> PlaintextPassword {
    try #require(PlaintextPassword(text))
  }

  @Test("SEC Passwords: a new hash is Argon2id, m=19456, t=2, p=1, in PHC form with its own salt")
  func standard() async throws {
    let hasher = try await Argon2Hasher.started(threads: 1)
    let password = try typed("correct horse battery staple")
    let one = try await hasher.hash(password)
    let other = try await hasher.hash(password)
    #expect(one.encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(one != other)
    #expect(try await hasher.verify(password, against: one) == .right(isOutdated: false))
    #expect(try await hasher.verify(password, against: other) == .right(isOutdated: false))
    await hasher.shutdown()
    await #expect(throws: Argon2Failure.stopped) { try await hasher.hash(password) }
  }

  @Test("Every password matches its own hash and no other")
  func roundTrips() async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 2)
    var random = SeededGenerator(announcing: "Argon2HasherTests.roundTrips", seed: 12)
    var texts = [
      "", " ", "a", "ab", "ä", "パスワード", "👩‍👩‍👧", "$argon2id$v=19$m=8,t=1,p=1$",
      String(repeating: "𝄞", count: 256),
    ]
    let alphabet = Array("abcXYZ019 ßéñ漢字🙂$,=")
    for _ in 0..<60 {
      texts.append(String((0..<1 + random.below(40)).map { _ in random.pick(alphabet) }))
    }
    let passwords = try Array(Set(texts.map { try typed($0) }))
    var hashes: [PasswordHash] = []
    for password in passwords { hashes.append(try await hasher.hash(password)) }
    #expect(Set(hashes).count == passwords.count)
    for (row, password) in passwords.enumerated() {
      for (column, hash) in hashes.enumerated() where row == column || random.chance(20) {
        let expected = row == column ? PasswordVerdict.right(isOutdated: false) : .wrong
        #expect(try await hasher.verify(password, against: hash) == expected)
      }
    }
    #expect(hasher.unreadableHashes == 0)
  }

  @Test(
    "Hashes of the reference library are accepted, and are outdated",
    arguments: [
      // From the test vectors of the reference library (password "password", salt "somesalt").
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    ])
  func foreign(encoded: String) async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    let hash = PasswordHash(encoded)
    #expect(
      try await hasher.verify(typed("password"), against: hash) == .right(isOutdated: true))
    #expect(try await hasher.verify(typed("Password"), against: hash) == .wrong)
  }

  @Test("A right password whose hash has other parameters is outdated, and only then")
  func outdated() async throws {
    let password = try typed("swordfish")
    let choices = [8, 16, 32].flatMap { memory in
      [1, 2, 3].map { Argon2Parameters(memory: memory, passes: $0) }
    }
    for then in choices {
      let hash = try await Argon2Hasher.started(parameters: then, threads: 1).hash(password)
      for now in choices {
        let hasher = try await Argon2Hasher.started(parameters: now, threads: 1)
        #expect(
          try await hasher.verify(password, against: hash) == .right(isOutdated: now != then))
      }
    }
  }

  @Test("Parameters beyond the limits are refused at the start, with a remedy")
  func parameters() async {
    let asked = [(7, 1), (8, 0), (-1, 2), (65_537, 1), (8, 33), (65_536, 32), (.max, .max)]
    for (memory, passes) in asked {
      let wrong = Argon2Parameters(memory: memory, passes: passes)
      await #expect(throws: Argon2Failure.parameters(wrong)) {
        try await Argon2Hasher.started(parameters: wrong, threads: 1)
      }
      #expect("\(Argon2Failure.parameters(wrong))".contains("the standard is 19456 KiB"))
    }
  }

  @Test("SEC Passwords: with a full queue a hash is refused as busy, with the wait")
  func busy() async throws {
    let letGo = DispatchSemaphore(value: 0)
    let engine = Argon2Engine(
      hash: { password, parameters in
        letGo.wait()
        return try Argon2Engine.library.hash(password, parameters)
      }, verify: { try Argon2Engine.library.verify($0, $1) })
    // The first hash is the dummy's.
    letGo.signal()
    let hasher = try await Argon2Hasher.started(
      parameters: small, threads: 1, places: 0, engine: engine)
    let password = try typed("password")
    let held = Task { try await hasher.hash(password) }
    while hasher.load.running == 0 { await Task.yield() }
    await #expect {
      try await hasher.hash(password)
    } throws: {
      ($0 as? PasswordHashingBusy).map { $0.wait > .zero } ?? false
    }
    letGo.signal()
    _ = try await held.value
    await hasher.shutdown()
  }

  @Test("A thread keeps its memory between hashes, and releases it when idle")
  func keptMemory() async throws {
    let (rests, continuation) = AsyncStream.makeStream(of: [Int].self)
    let gate = DispatchSemaphore(value: 0)
    let threads = WorkThreads(
      threads: 1, places: 9, cost: .zero,
      rest: WorkThreads.Rest(after: .zero) {
        let before = HashingMemory.kept
        HashingMemory.release()
        continuation.yield([before, HashingMemory.kept])
      })
    // Held until the other two wait, so that the thread does not rest between them.
    async let held: Void = threads.run { gate.wait() }
    while threads.load.running == 0 { await Task.yield() }
    var sizes: [Task<Int, any Error>] = []
    for memory in [64, 8] {
      let size = Task {
        try await threads.run {
          let hash = try Argon2Engine.library.hash(
            WipedBytes("swordfish"), Argon2Parameters(memory: memory, passes: 1))
          #expect(try Argon2Engine.library.verify(WipedBytes("swordfish"), hash))
          return HashingMemory.kept
        }
      }
      sizes.append(size)
      // Wait until this one is queued: the larger block has to come first.
      while threads.load.waiting < sizes.count { await Task.yield() }
    }
    gate.signal()
    try await held
    for size in sizes { #expect(try await size.value == 64 * 1024, "the larger block serves both") }
    // It may have rested before it had work.
    #expect(await rests.first { $0 != [0, 0] } == [64 * 1024, 0])
    await threads.shutdown()
  }

  @Test("The password's copy is zeroed before its memory is freed")
  func wiped() throws {
    for text in ["", "s", "a secret that is longer than fifteen bytes"] {
      let seen = Noted([CChar]?.none)
      do {
        let copy = WipedBytes(text) { memory in seen.withLock { $0 = Array(memory) } }
        let held = copy.withBytes { Array(UnsafeBufferPointer(start: $0, count: copy.count)) }
        #expect(held == text.utf8.map { CChar(bitPattern: $0) })
        #expect(seen.withLock { $0 } == nil)
      }
      #expect(seen.withLock { $0 } == [CChar](repeating: 0, count: text.utf8.count + 1))
    }
  }

  @Test("Nothing that can be logged contains a password or a hash")
  func canary() async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    let password = try typed("canary-in-the-mine")
    let hash = try await hasher.hash(password)
    var text = "\(password) \(hash) \(hasher)"
    text += String(reflecting: password) + String(reflecting: hash) + String(reflecting: hasher)
    dump(password, to: &text)
    dump(hasher, to: &text)
    dump(hasher.load, to: &text)
    let read = try #require(EncodedArgon2(hash.encoded, limits: .standard))
    text += "\(read)" + String(reflecting: read)
    dump(read, to: &text)
    #expect(!text.contains("canary") && !text.contains("$argon2id"))
  }
}
