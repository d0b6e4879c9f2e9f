/// Decimal integers as text.
package enum Decimal {
  package static func parse(_ digits: ArraySlice<UInt8>) -> Int64? {
    var rest = digits
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard !rest.isEmpty, rest.count <= 19 else { return nil }
    var value: Int64 = 0
    for digit in rest {
      guard digit >= 48, digit <= 57 else { return nil }
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.subtractingReportingOverflow(Int64(digit - 48))
      guard !first, !second else { return nil }
      value = sum
    }
    if isNegative { return value == .min ? nil : value }
    return value == .min ? nil : -value
  }

  package static func text(_ number: Int64) -> [UInt8] {
    var digits: [UInt8] = []
    append(number, to: &digits)
    return digits
  }

  package static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let number = number.magnitude
    var scale: UInt64 = 1
    while number / scale >= 10 { scale *= 10 }
    while scale > 0 {
      bytes.append(48 + UInt8(truncatingIfNeeded: number / scale % 10))
      scale /= 10
    }
  }
}

/// Sixteen hexadecimal digits.
package enum Hex {
  package static func text(_ number: UInt64) -> [UInt8] {
    var result: [UInt8] = []
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
      result.append(digit < 10 ? 48 + digit : 87 + digit)
    }
    return result
  }

  package static func parse(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard !text.isEmpty, text.count <= 16 else { return nil }
    var value: UInt64 = 0
    for digit in text {
      let number: UInt8
      switch digit {
      case 48...57: number = digit - 48
      case 97...102: number = digit - 87
      case 65...70: number = digit - 55
      default: return nil
      }
      value = value << 4 | UInt64(number)
    }
    return value
  }
}
