/// An e-mail address in canonical form.
///
/// ASCII only, a dot-atom before the at sign (RFC 5321 section 4.1.2), compared without case, so
/// that look-alikes cannot be separate accounts. Addresses beyond ASCII (RFC 6531) are refused.
package struct EmailAddress: Hashable, Sendable {
  package let text: String

  package init?(_ typed: String) {
    let bytes = Array(typed.utf8)
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at <= 64,
      Self.isDotted(bytes[..<at], Self.isAtomByte),
      Self.isDotted(bytes[(at + 1)...], Self.isHostByte)
    else { return nil }
    let labels = bytes[(at + 1)...].split(separator: UInt8(ascii: "."))
    guard labels.count >= 2,
      labels.allSatisfy({ $0.count <= 63 && $0.first != 45 && $0.last != 45 })
    else { return nil }
    text = String(decoding: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// The local part, for the block list of passwords.
  package var localPart: String { String(text.prefix { $0 != "@" }) }

  private static func isDotted(_ bytes: ArraySlice<UInt8>, _ isIn: (UInt8) -> Bool) -> Bool {
    let atoms = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isIn) }
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    isHostByte(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
  }
}

/// A phone number in E.164, as returned by `PhoneNumberParsing`.
package struct PhoneNumber: Hashable, Sendable {
  /// A plus sign and 2 to 15 digits.
  package let e164: String
  /// ISO 3166-1 alpha-2, upper case.
  package let region: String

  package init?(e164: String, region: String) {
    let digits = e164.utf8.dropFirst()
    guard e164.utf8.first == UInt8(ascii: "+"), (2...15).contains(digits.count),
      digits.allSatisfy({ (48...57).contains($0) }), digits.first != 48, region.utf8.count == 2
    else { return nil }
    self.e164 = e164
    self.region = region
  }

  /// The block of numbers it belongs to: all but the last three digits.
  package var range: String { String(e164.dropLast(3)) }
}

/// Parses and validates phone numbers (`IdentityPhoneNumbers` in production).
package protocol PhoneNumberParsing: Sendable {
  /// - Parameter region: where a number without a plus sign is dialled; ISO 3166-1 alpha-2.
  /// - Returns: nil if it is not a possible number.
  func parse(_ typed: String, region: String?) -> PhoneNumber?

  /// Whether a text message to this number reaches one person's phone. Other numbers still identify
  /// accounts, but get no codes.
  func takesMessages(_ number: PhoneNumber) -> Bool
}

extension PhoneNumberParsing {
  package func takesMessages(_ number: PhoneNumber) -> Bool { true }
}

/// What identifies an account.
package enum Identifier: Hashable, Sendable {
  case email(EmailAddress)
  case phone(PhoneNumber)

  package var isEmail: Bool { if case .email = self { true } else { false } }

  /// One text for each identifier, for keys.
  package var text: String {
    switch self {
    case .email(let address): address.text
    case .phone(let number): number.e164
    }
  }

  /// The `user_name` of the account API: an address, or a number in E.164.
  package init?(userName: String, _ phones: some PhoneNumberParsing) {
    if let address = EmailAddress(userName) {
      self = .email(address)
    } else if userName.utf8.first == UInt8(ascii: "+"), userName.utf8.count <= 32,
      let number = phones.parse(userName, region: nil)
    {
      self = .phone(number)
    } else {
      return nil
    }
  }
}
