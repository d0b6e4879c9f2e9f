import IdentityDomain
import IdentityPasswords
import TestSupport
import Testing

/// Counts what is really computed, and on which hashes.
private final class Counted: Sendable {
  let hashed = Noted(0)
  let verified = Noted<[EncodedArgon2]>([])

  var engine: Argon2Engine {
    Argon2Engine(
      hash: { password, parameters in
        self.hashed.withLock { $0 += 1 }
        return try Argon2Engine.library.hash(password, parameters)
      },
      verify: { password, hash in
        self.verified.withLock { $0.append(hash) }
        return try Argon2Engine.library.verify(password, hash)
      })
  }

  func takeVerified() -> [EncodedArgon2] {
    verified.withLock { hashes in
      defer { hashes = [] }
      return hashes
    }
  }
}

@Suite("Hashes that are missing, foreign, or too expensive")
struct RefusedHashTests {
  private static let good =
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"

  @Test("SEC No enumeration: a check is one Argon2id run, with a hash, without, or with a bad one")
  func oneRun() async throws {
    let counted = Counted()
    let hasher = try await Argon2Hasher.started(
      parameters: small, threads: 1, engine: counted.engine)
    #expect(counted.hashed.withLock { $0 } == 1, "the dummy")
    let password = try #require(PlaintextPassword("password"))
    let own = try await hasher.hash(password)
    var dummies: Set<EncodedArgon2> = []
    for hash in [own, nil, PasswordHash("nonsense"), PasswordHash(""), nil] {
      let verdict = try await hasher.verify(password, against: hash)
      let runs = counted.takeVerified()
      #expect(runs.count == 1)
      if hash == own {
        #expect(verdict == .right(isOutdated: false))
        #expect(runs.map(\.stored) == [own])
      } else {
        #expect(verdict == .wrong)
        dummies.formUnion(runs)
      }
    }
    #expect(dummies.count == 1, "always the same dummy")
    let dummy = try #require(dummies.first)
    #expect(dummy.parameters == small, "at the cost of a real one")
    #expect(hasher.unreadableHashes == 2)
    let another = try await Argon2Hasher.started(
      parameters: small, threads: 1, engine: counted.engine)
    _ = try await another.verify(password, against: nil)
    #expect(counted.takeVerified() != [dummy], "another process has another dummy")
  }

  @Test("SEC Import: a hash beyond the limits is never computed")
  func dear() async throws {
    let counted = Counted()
    let hasher = try await Argon2Hasher.started(
      parameters: small, threads: 1, engine: counted.engine)
    let password = try #require(PlaintextPassword("password"))
    let costs = [
      "m=4194304,t=2,p=1", "m=65537,t=1,p=1", "m=999999999,t=1,p=1", "m=8,t=999999999,p=1",
      "m=65536,t=5,p=1", "m=256,t=33,p=1", "m=256,t=2,p=5", "m=31,t=2,p=4", "m=7,t=1,p=1",
      "m=256,t=0,p=1", "m=256,t=2,p=0", "m=18446744073709551616,t=2,p=1",
    ]
    for cost in costs {
      let hash = PasswordHash(Self.good.replacing("m=256,t=2,p=1", with: cost))
      #expect(try await hasher.verify(password, against: hash) == .wrong)
      let runs = counted.takeVerified()
      #expect(runs.count == 1 && runs.map(\.stored) != [hash], "\(cost)")
    }
    #expect(hasher.unreadableHashes == costs.count)
  }

  @Test(
    "Another algorithm, version, order or spelling is refused",
    arguments: [
      "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
      "$argon2d$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
      "$2b$12$abcdefghijklmnopqrstuuVYq1vJ0vZ3H0C1L5l6gq8jO7mX2b5eG",
      "$7$C6..../....SodiumChloride",
      good.replacing("v=19", with: "v=16"), good.replacing("$v=19", with: ""),
      good.replacing("m=256,t=2", with: "t=2,m=256"), good.replacing("m=256", with: "m=0256"),
      good.replacing("m=256", with: "m=+256"), good.replacing("m=256", with: "m= 256"),
      good.replacing("m=256", with: "m=２５６"), good.replacing("m=256", with: "m="),
      good.replacing("p=1", with: "p=1,x=1"), good.replacing("c29tZXNhbHQ", with: ""),
      good.replacing("c29tZXNhbHQ", with: "c29tZXNhbHQ=="), good + "$", "$" + good, good + "\0",
      good + "=", " " + good, good.uppercased(), "", "$", "$$$$$", "$argon2id$v=19$m=256,t=2,p=1$$",
      String(repeating: "$", count: 100_000), String(repeating: "a", count: 1_000_000),
      good + String(repeating: "A", count: 60),
    ])
  func notOurs(encoded: String) {
    #expect(EncodedArgon2(encoded, limits: .standard) == nil)
  }

  @Test("A truncated hash, or one with a changed character, opens nothing")
  func damaged() async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 2)
    let password = try #require(PlaintextPassword("password"))
    let encoded = try await hasher.hash(password).encoded
    let bytes = Array(encoded.utf8)
    for length in 0..<bytes.count {
      let cut = PasswordHash(String(decoding: bytes[..<length], as: UTF8.self))
      #expect(try await hasher.verify(password, against: cut) == .wrong, "\(length)")
    }
    for place in bytes.indices {
      for replacement in "$,=Az9/\0\u{7f}".utf8 where replacement != bytes[place] {
        var changed = bytes
        changed[place] = replacement
        let hash = PasswordHash(String(decoding: changed, as: UTF8.self))
        #expect(try await hasher.verify(password, against: hash) == .wrong, "\(hash.encoded)")
      }
    }
  }

  @Test("Random bytes in place of a hash crash nothing and open nothing")
  func random() async throws {
    var random = SeededGenerator(announcing: "RefusedHashTests.random", seed: 5)
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 2)
    let password = try #require(PlaintextPassword("password"))
    let good = Array(try await hasher.hash(password).encoded.utf8)
    for _ in 0..<2_000 {
      var bytes = random.chance(50) ? random.flipped(good) : random.spliced(good)
      if random.chance(20) { bytes += bytes }
      guard bytes != good else { continue }
      let hash = PasswordHash(String(decoding: bytes, as: UTF8.self))
      #expect(try await hasher.verify(password, against: hash) == .wrong, "\(hash.encoded)")
    }
  }
}
