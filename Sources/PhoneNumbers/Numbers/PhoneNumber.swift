/// A number with its calling code, parsed but not necessarily valid.
package struct PhoneNumber: Hashable, Sendable {
  /// Without the plus sign; 1 to 999.
  package let callingCode: UInt16
  /// The national number as it follows the calling code, ASCII; includes zeros that belong to it
  /// (Italy), but no national prefix.
  package let national: [UInt8]

  /// E.164: a plus sign, the calling code and the national number.
  package var e164: [UInt8] {
    [UInt8(ascii: "+")] + Self.digits(of: callingCode) + national
  }

  static func digits(of code: UInt16) -> [UInt8] {
    var digits: [UInt8] = []
    var rest = code
    repeat {
      digits.insert(UInt8(rest % 10) + 0x30, at: 0)
      rest /= 10
    } while rest > 0
    return digits
  }
}

/// The type of a number.
package enum PhoneKind: UInt8, Sendable, CaseIterable {
  case fixedLine, mobile
  /// The two cannot be distinguished, as in North America.
  case fixedLineOrMobile
  case tollFree, premiumRate, sharedCost, voip, personalNumber, pager
  case companyNumber, voicemail

  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "F"): self = .fixedLine
    case UInt8(ascii: "M"): self = .mobile
    case UInt8(ascii: "X"): self = .fixedLineOrMobile
    case UInt8(ascii: "T"): self = .tollFree
    case UInt8(ascii: "P"): self = .premiumRate
    case UInt8(ascii: "S"): self = .sharedCost
    case UInt8(ascii: "V"): self = .voip
    case UInt8(ascii: "N"): self = .personalNumber
    case UInt8(ascii: "G"): self = .pager
    case UInt8(ascii: "U"): self = .companyNumber
    case UInt8(ascii: "W"): self = .voicemail
    default: return nil
    }
  }

  /// The owner of such a number earns money from each requested message, so the server refuses it.
  package var isPaidForReceiving: Bool { self == .premiumRate || self == .sharedCost }
}

/// Whether a number has a length that is possible in its country.
package enum PhoneLength: Sendable {
  case possible
  /// Complete within its area only: the area code is missing.
  case localOnly
  case tooShort, tooLong
  /// Between the shortest and the longest, but no number has this length.
  case between
}

/// Why digits cannot be a number.
package enum PhoneProblem: Error, Sendable {
  case notANumber, unknownCallingCode, tooShort, tooLong
}
