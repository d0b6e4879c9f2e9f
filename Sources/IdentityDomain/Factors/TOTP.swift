/// Time-based one-time passwords (RFC 6238 over RFC 4226, HMAC-SHA-1, 6 digits, 30 seconds): what
/// nearly every authenticator app can do. The MAC comes from outside.
package enum TOTP {
  /// What a typed code means.
  package enum Verdict: Hashable, Sendable {
    /// It belongs to this time step, which it uses up.
    case right(step: Int64)
    /// It was right, and was used.
    case used
    /// It belongs to another time: the clock of the phone is wrong, by this many steps.
    case skewed(steps: Int64)
    case wrong
  }

  /// RFC 6238 section 4.2.
  package static func step(at now: Timestamp) -> Int64 {
    let span = SecurityRules.totpStep.wholeMilliseconds
    return now.milliseconds >= 0 ? now.milliseconds / span : (now.milliseconds + 1) / span - 1
  }

  /// RFC 4226 section 5.3: the code of a step.
  package static func code(_ secret: [UInt8], step: Int64, _ mac: some FactorSecrets) -> String {
    let counter = stride(from: 56, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: step >> Int64($0))
    }
    let bytes = mac.hmacSHA1(key: secret, message: counter)
    guard bytes.count == 20, let last = bytes.last else { return "" }
    let offset = Int(last & 0x0F)
    let number = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    var modulus: UInt32 = 1
    for _ in 0..<SecurityRules.totpDigits { modulus *= 10 }
    let digits = String(number % modulus)
    return String(repeating: "0", count: SecurityRules.totpDigits - digits.count) + digits
  }

  /// Judges a code: good once (RFC 6238 section 5.2), with one step of drift (MFA-1).
  ///
  /// A code of a far time says that a clock is wrong. Whoever knows no secret guesses as well as
  /// before, since such a code opens nothing; but a code of the *future* would tell a guesser what
  /// to type then, so it is recognized only where the secret has just been shown.
  ///
  /// - Parameters:
  ///   - lastStep: that of the last code that was accepted.
  ///   - isEnrolment: whether whoever types it knows the secret anyway.
  package static func judge(
    _ typed: String, _ secret: [UInt8], lastStep: Int64?, isEnrolment: Bool = false,
    at now: Timestamp, _ mac: some FactorSecrets
  ) -> Verdict {
    let current = step(at: now)
    var verdict = Verdict.wrong
    let ahead = isEnrolment ? SecurityRules.totpSkew : SecurityRules.totpDrift
    // Every step is computed, whichever matches.
    for distance in -SecurityRules.totpSkew...ahead {
      let step = current + distance
      let isMatch = ConstantTime.equal(
        Array(code(secret, step: step, mac).utf8), Array(typed.utf8))
      guard isMatch, verdict == .wrong || abs(distance) <= SecurityRules.totpDrift else { continue }
      if abs(distance) > SecurityRules.totpDrift {
        verdict = .skewed(steps: distance)
      } else if let lastStep, step <= lastStep {
        if case .right = verdict { continue }
        verdict = .used
      } else {
        verdict = .right(step: step)
      }
    }
    return verdict
  }

  /// The key URI that authenticator apps read from a QR code.
  ///
  /// - Parameters:
  ///   - service: the name of the service.
  ///   - name: the account's, as its owner knows it.
  package static func uri(_ secret: [UInt8], service: String, name: String) -> String {
    let issuer = percent(service)
    return "otpauth://totp/\(issuer):\(percent(name))?secret=\(base32(secret))&issuer=\(issuer)"
      + "&algorithm=SHA1&digits=\(SecurityRules.totpDigits)"
      + "&period=\(SecurityRules.totpStep.wholeMilliseconds / 1_000)"
  }

  /// RFC 4648 section 6, without padding.
  package static func base32(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        text.append(alphabet[Int(buffer >> UInt32(bits - 5) & 31)])
        bits -= 5
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// RFC 3986 section 2.3: everything but unreserved characters.
  private static func percent(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: out.append(byte)
      default: out += [37, hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// What second factors need of cryptography: keys outside the store that, unlike all others, are
/// never retired, since an authenticator app is asked again after years.
package protocol FactorSecrets: Sendable {
  /// Authenticated encryption, as in `Sealing`.
  /// - Parameter nonce: 12 random bytes, new for each secret.
  func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8]
  func open(_ sealed: [UInt8], context: String) throws -> [UInt8]
  /// The key for digests that are made now.
  var currentKey: KeyID { get }
  /// HMAC-SHA-256.
  /// - Returns: nil if the key is unknown.
  func digest(_ message: [UInt8], under key: KeyID) -> [UInt8]?
  /// HMAC-SHA-1 (RFC 4226 section 5.3), under the secret that an authenticator app has.
  func hmacSHA1(key: [UInt8], message: [UInt8]) -> [UInt8]
}
