/// The time of day.
package protocol WallClock: Sendable {
  func now() -> Timestamp
}

/// Random bytes fit for secrets.
package protocol RandomBytes: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}

extension RandomBytes {
  /// A new name of 128 random bits.
  package func id<Subject>(_ of: Subject.Type = Subject.self) -> ID<Subject> {
    ID(Base64URL.text(bytes(16)))
  }

  /// Six digits, each number equally likely.
  package func oneTimeCode() -> Secret<OneTimeCode> {
    var most: UInt32 = 1
    for _ in 0..<SecurityRules.codeDigits { most *= 10 }
    // What lies above the last whole multiple would make small numbers likelier: draw again.
    let limit = UInt32.max - UInt32.max % most
    while true {
      let number = bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
      guard number < limit else { continue }
      let digits = String(number % most)
      let zeros = String(repeating: "0", count: SecurityRules.codeDigits - digits.count)
      return Secret(zeros + digits)
    }
  }
}
