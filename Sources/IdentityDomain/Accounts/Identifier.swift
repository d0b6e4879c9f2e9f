/// An e-mail address in canonical form.
///
/// ASCII only, a dot-atom before the at sign (RFC 5321 section 4.1.2), compared without case, so
/// that look-alikes cannot be separate accounts. Addresses beyond ASCII (RFC 6531) are refused.
package struct EmailAddress: Hashable, Sendable {
  package let text: String

  package init?(_ typed: String) {
    var typed = typed
    let (isAddress, isCanonical) = typed.withUTF8 { bytes in
      (Self.isAddress(bytes), !bytes.contains { (65...90).contains($0) })
    }
    guard isAddress else { return nil }
    text = isCanonical ? typed : typed.lowercased()
  }

  /// The local part, for the block list of passwords.
  package var localPart: String { String(text.prefix { $0 != "@" }) }

  private static func isAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at <= 64 else {
      return false
    }
    let host = bytes[(at + 1)...]
    return isDotted(bytes[..<at], isAtomByte) && isDotted(host, isHostByte) && isHost(host)
  }

  /// Whether it is runs of such bytes with one dot between two.
  private static func isDotted(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ isIn: (UInt8) -> Bool
  ) -> Bool {
    var last = dot
    for byte in bytes {
      guard byte == dot ? last != dot : isIn(byte) else { return false }
      last = byte
    }
    return last != dot
  }

  /// Whether it has two labels or more, of at most 63 bytes, which neither begin nor end with a hyphen
  /// (RFC 1035 section 2.3.1).
  private static func isHost(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var labels = 0
    var rest = bytes
    while !rest.isEmpty {
      let label = rest.prefix { $0 != dot }
      guard label.count <= 63, label.first != hyphen, label.last != hyphen else { return false }
      labels += 1
      rest = rest.dropFirst(label.count + 1)
    }
    return labels >= 2
  }

  private static let dot = UInt8(ascii: ".")
  private static let hyphen = UInt8(ascii: "-")

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
