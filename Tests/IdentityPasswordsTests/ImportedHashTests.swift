import IdentityDomain
import IdentityPasswords
import TestSupport
import Testing

/// Computed by Python's `hashlib` and by `crypt` of libxcrypt, over `ImportedHashTests.right`.
private enum Samples {
  static let strong = [
    "$2b$10$abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e",
    "$2y$12$abcdefghijklmnopqrstuuRxNjljFwT0DhElARLfMaEKuTajOr12K",
    "bcrypt$$2b$10$abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e",
    "bcrypt_sha256$$2b$10$abcdefghijklmnopqrstuu3toRev/khJLDxQVaAL39pi5O6BOYZLS",
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$5QMkWTOMvgC3aaQDRZGpZKgTVLCPJosObJ9Qy1a0FX/",
    "$7$CU..../....abcdefghij$K1hjgwAdyZmuCPUivlfI9m5eE2ouIAuLyO824vE0i.0",
    "$pbkdf2-sha512$i=120000,l=64$MDEyMzQ1Njc4OWFiY2RlZg$p/ShQeuG/4yJG8ygb4lsN3hNkTV4fkuLLn/EUE1NCk6P5+KqLXmWIEJk5hzaY5Qnf4OqFcX2Oxn1b62FcKRnxw",
    "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$clIsRWeS3yVH8xgz56uvGmXO+ZvCQYTSUXGm3WSWRY8",
    "scrypt$16384$djangosalt$8$5$NyIb5DPqwAIccVZEZhYK+g6xCKIrEW2TG89SRqd1XGF3p/7C4txvhq5y5/3wotcwCfeMydmyUmi9WxAHbgAKrg==",
    "pbkdf2_sha512$150000$djangosalt$T466qwcDlSLz7QUSkh8sW1xXOSmoCGTVRaNGeQsKui7TN2DmliylUteug762ZArSreVAjD52+wD4b/NYs0Uc/Q==",
  ]
  static let weak = [
    "$1$saltsalt$7lJdjl6Q.YgZdv4bZJy7l.",
    "$5$saltstring$4erpZiNrHwaePCWfPVDgoxQ0UT5Oyw2AQok/h2IlTZ.",
    "$5$rounds=12345$saltstringsalts$JyUkTudl9AJ2QGMQRJ0AYPMdoGccsRgjw/slwJ1xBl3",
    "$6$saltstring$8JA7/ScP1e3K9PdAld5/ezYXnyOI2jhWiQ/2EAZxJjT3ixSCuCfoi6dKxT5AjRMCUEKO6Ni2Plsu/ALt2PbD1/",
    "$6$rounds=100000$saltstring$LZb5KBM0bUoh84IOtyIskbvM6/uHUB5s4Q42FuibzmpkDRSNCO6I8YKT5RoOJ4O7A.KvC5D4rhSfgPAzAFrIZ0",
    "$2a$05$abcdefghijklmnopqrstuue2AN3w2ZtAmW2gTjzl/yDappsx/QoGm",
    "$y$j75$F5Jx5fExrKuPp53xLKQ..1$1sh6/okAoaTBbq5tBQCsRCOjROeN5cKixGelsn3jAX0",
    "$7$8U..../....abcdefghij$SluH3b/CiY9tJw5B.uKnNcO6CtPPkx39.YCNBt4AWf9",
    "$pbkdf2-sha256$i=120000,l=32$MDEyMzQ1Njc4OWFiY2RlZg$f1adzkUyu6aVhVd8aXbaelZbHLpcnEiofsZQdK47d9c",
    "$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$5eOlnIkivnV.b7yvH381mh3XvpPWZ55weQ6P2u.jlFU",
    "pbkdf2_sha256$150000$djangosalt$dY2Np+qEiMsruDO65O72erkPcfI0IQrM4PWBb/kb8io=",
    "$pbkdf2-sha512$29000$MDEyMzQ1Njc4OWFiY2RlZg$rshr8MMAUyZstO.R93eZgyNgY16LaqpYHiSt5uimBxYmMSidzXoV.zd/r0m5t5hHaFdvs/Nkn2vhBLeG3GHcmw",
    "$pbkdf2-sha1$i=120000,l=20$MDEyMzQ1Njc4OWFiY2RlZg$U4D6xnIMfGtzBZ7AqyY1MwnJ1xQ",
    "$pbkdf2$29000$MDEyMzQ1Njc4OWFiY2RlZg$sIq4CBZeNauesiBiUqH2NlG85EM",
    "pbkdf2_sha1$150000$djangosalt$XlpEcHni9cHUBb9sCKy0n2ZATPs=",
    "$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$lm5JPCct/rMnTZ2k6SMiwhDUUzFJdDhuEmPVAyXvBnc",
  ]
}

@Suite("Hashes made by other systems")
struct ImportedHashTests {
  private static let right = "correct horse Büro 9"

  private func typed(_ text: String) throws -> PlaintextPassword {
    try #require(PlaintextPassword(text))
  }

  /// What an import would store.
  private func stored(_ text: String, _ hasher: Argon2Hasher) async throws -> PasswordHash {
    switch try HashToImport(text) {
    case .kept(let hash): hash
    case .weak(let hash): try await hasher.wrap(hash)
    }
  }

  @Test(
    "SEC Import: the right password opens a hash of every form, is outdated, and no other opens it",
    arguments: Samples.strong + Samples.weak)
  func opens(text: String) async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    let hash = try await stored(text, hasher)
    #expect(
      try await hasher.verify(typed(Self.right), against: hash) == .right(isOutdated: true))
    for wrong in ["", "correct horse Büro 8", "correct horse Buro 9", Self.right + " "] {
      #expect(try await hasher.verify(typed(wrong), against: hash) == .wrong, "\(wrong)")
    }
    #expect(hasher.unreadableHashes == 0)
    let long = String(repeating: "𝄞", count: 256)
    #expect(try await hasher.verify(typed(long), against: hash) == .wrong)
  }

  @Test(
    "SEC Import: a weak hash is wrapped, and nothing of its digest is stored",
    arguments: Samples.weak)
  func wrapped(text: String) async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    guard case .weak(let weak) = try HashToImport(text) else {
      Issue.record("\(text) counts as strong")
      return
    }
    let hash = try await hasher.wrap(weak)
    #expect(
      hash.encoded.hasPrefix("$wrap$") && hash.encoded.contains("$argon2id$v=19$m=8,t=1,p=1$"))
    let digest = text.split(separator: "$").last.map { String($0.suffix(20)) } ?? ""
    let setting = hash.encoded.split(separator: "$")[1]
    let inner = String(decoding: try #require(Base64URL.bytes(setting)), as: UTF8.self)
    #expect(!inner.contains(digest) && inner.count == text.count)
    #expect(hash.decoyModel == nil, "its time is that of the dummy and a little")
  }

  @Test("A strong hash is stored unchanged", arguments: Samples.strong)
  func kept(text: String) throws {
    #expect(try HashToImport(text) == .kept(PasswordHash(text)))
  }

  @Test("Argon2id and Argon2i are imported with other parameters, and with Django's prefix")
  func argon2() async throws {
    let id =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    // From the test vectors of the reference library.
    let i = "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA"
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    for text in [id, i, "argon2" + id, "argon2" + i] {
      let hash = try await stored(text, hasher)
      #expect(
        try await hasher.verify(typed("password"), against: hash) == .right(isOutdated: true))
      #expect(try await hasher.verify(typed("Password"), against: hash) == .wrong)
    }
  }

  @Test(
    "SEC Import: a hash that is too expensive is refused at the import, and never computed later",
    arguments: [
      "$2b$14$abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e",
      "$2b$31$abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e",
      "$6$rounds=500001$saltstring$" + String(repeating: "A", count: 86),
      "$5$rounds=999999999$saltstring$" + String(repeating: "A", count: 43),
      "$y$jHT$F5Jx5fExrKuPp53xLKQ..1$" + String(repeating: "A", count: 43),
      "$7$zU..../....abcdefghij$" + String(repeating: "A", count: 43),
      "$7$CzzzzzU....abcdefghij$" + String(repeating: "A", count: 43),
      "$pbkdf2-sha256$i=2000001,l=32$MDEyMzQ1Njc4OWFiY2RlZg$" + String(repeating: "A", count: 43),
      "pbkdf2_sha512$1000001$djangosalt$" + String(repeating: "A", count: 86) + "==",
      "pbkdf2_sha256$999999999$djangosalt$" + String(repeating: "A", count: 43) + "=",
      "$scrypt$ln=17,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$" + String(repeating: "A", count: 43),
      "$scrypt$ln=63,r=999999999,p=999999999$MDEyMzQ1Njc4OWFiY2RlZg$"
        + String(repeating: "A", count: 43),
      "scrypt$16384$djangosalt$8$99$" + String(repeating: "A", count: 86) + "==",
      "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
      "$argon2i$v=19$m=65536,t=999999999,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
    ])
  func tooDear(text: String) async throws {
    let failure = #expect(throws: ImportedHashRefusal.self) { try HashToImport(text) }
    guard case .tooDear = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    #expect(try await hasher.verify(typed("x"), against: PasswordHash(text)) == .wrong)
    #expect(hasher.unreadableHashes == 1, "checked against the dummy instead")
  }

  @Test(
    "A worthless or unknown form is refused with a remedy, and without quoting it",
    arguments: [
      "5f4dcc3b5aa765d61d8327deb882cf99", "md5$salt$5f4dcc3b5aa765d61d8327deb882cf99",
      "abJnggxhB/yWI", "$3$$8846f7eaee8fb117ad06bdd830b7586c", "$2x$10$" + Self.bcrypt,
      "$2$10$" + Self.bcrypt, "plain text", "", "$", "$$$", "$9$a$b$c",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "$argon2d$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
      String(repeating: "$6$", count: 1_000),
    ])
  func refused(text: String) {
    let failure = #expect(throws: ImportedHashRefusal.self) { try HashToImport(text) }
    let message = failure.map { "\($0)" } ?? ""
    #expect(message.contains("leave the password out"), "\(message)")
    #expect(text.count < 5 || !message.contains(text))
  }
  private static let bcrypt = "abcdefghijklmnopqrstuuOIhfSMBSu5KvN/8tpdXoXSKXhZHLS1e"

  @Test("A truncated hash, or one with a foreign byte, opens nothing and crashes nothing")
  func damaged() async throws {
    var random = SeededGenerator(announcing: "ImportedHashTests.damaged", seed: 21)
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 2)
    let password = try typed(Self.right)
    // What is dear only costs time here.
    let cheap = Samples.weak.filter { !$0.contains("120000") && !$0.contains("150000") }
    var (read, opened) = (0, 0)
    for text in cheap + Samples.strong.prefix(1) {
      let bytes = Array(text.utf8)
      for length in 0..<bytes.count {
        let cut = String(decoding: bytes[..<length], as: UTF8.self)
        #expect(throws: ImportedHashRefusal.self, "\(cut)") { try HashToImport(cut) }
      }
      for _ in 0..<60 {
        let changed = String(decoding: random.flipped(bytes), as: UTF8.self)
        guard changed != text, let found = try? HashToImport(changed) else { continue }
        guard case .weak(let weak) = found else { continue }
        read += 1
        let hash = try await hasher.wrap(weak)
        let verdict = try await hasher.verify(password, against: hash)
        if case .right = verdict { opened += 1 }
      }
    }
    // The last character of a salt has bits that stand for nothing.
    #expect(read > 50 && opened * 20 < read, "\(opened) of \(read)")
  }

  @Test("SEC No enumeration: a decoy costs the same as its model, and is right for no password")
  func decoys() async throws {
    let hasher = try await Argon2Hasher.started(parameters: small, threads: 1)
    for text in Samples.strong {
      let model = try #require(PasswordHash(text).decoyModel)
      let decoy = model.decoy((0..<64).map { UInt8($0 * 7 & 255) })
      let again = try #require(decoy.decoyModel)
      #expect(again.costClass == model.costClass && decoy.encoded != text)
      #expect(try await hasher.verify(typed(Self.right), against: decoy) == .wrong)
    }
    #expect(hasher.unreadableHashes == 0)
    let classes = Samples.strong.compactMap { PasswordHash($0).decoyModel?.costClass }
    #expect(Set(classes).count >= 7, "\(classes)")
  }
}
