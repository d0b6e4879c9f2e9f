import WireText

/// A text as a QR code (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 20.
///
/// Apps and pages cannot link a library for it, as for phone numbers, so it is drawn here once for all hosts.
package struct QRCode: Equatable, Sendable {
  /// Modules on each side, without the quiet zone of four modules that belongs around it.
  package let size: Int
  private var modules: [Bool]

  /// - Returns: nil for a text of more than 666 bytes.
  package init?(_ text: [UInt8]) {
    guard let version = QRVersion.fitting(text.count) else { return nil }
    size = version.size
    modules = []
    var drawing = QRDrawing(version)
    drawing.place(version.codewords(of: text))
    modules = drawing.masked()
  }

  /// Whether a module is dark.
  ///
  /// - Parameters:
  ///   - row: from 0, the top.
  ///   - column: from 0, the left.
  package subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

  /// The dark modules as the path of an SVG whose unit is a module.
  package var path: [UInt8] {
    var path: [UInt8] = []
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while column < size, self[row, column] { column += 1 }
        guard column > start else {
          column += 1
          continue
        }
        path.append(UInt8(ascii: "M"))
        path += Decimal.text(Int64(start))
        path.append(UInt8(ascii: " "))
        path += Decimal.text(Int64(row))
        path.append(UInt8(ascii: "h"))
        path += Decimal.text(Int64(column - start))
        path += [UInt8(ascii: "v"), UInt8(ascii: "1"), UInt8(ascii: "h"), UInt8(ascii: "-")]
        path += Decimal.text(Int64(column - start))
        path.append(UInt8(ascii: "z"))
      }
    }
    return path
  }
}

/// One of the sizes of a code, and how its codewords are divided into blocks at level M.
struct QRVersion {
  let number: Int
  var size: Int { 17 + 4 * number }

  /// Codewords of error correction in each block, and blocks, of versions 1 to 20 (table 9).
  private static let corrections: [(codewords: Int, blocks: Int)] = [
    (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5),
    (30, 5), (22, 8), (22, 9), (24, 9), (24, 10), (28, 10), (28, 11), (26, 13), (26, 14), (26, 16),
  ]

  /// The smallest version that holds a number of bytes.
  static func fitting(_ count: Int) -> QRVersion? {
    for number in 1...corrections.count {
      let version = QRVersion(number: number)
      if 4 + version.countBits + 8 * count <= 8 * version.dataCodewords { return version }
    }
    return nil
  }

  private var correction: (codewords: Int, blocks: Int) { Self.corrections[number - 1] }
  private var countBits: Int { number < 10 ? 8 : 16 }
  private var dataCodewords: Int { allCodewords - correction.codewords * correction.blocks }

  /// What is left of all modules for data and correction, in bytes.
  private var allCodewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let alignments = number / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// The rows and columns of alignment patterns' centres.
  var alignments: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = (number * 4 + count * 2 + 1) / (2 * count - 2) * 2
    return [6] + (0..<(count - 1)).reversed().map { size - 7 - $0 * step }
  }

  /// A text with its correction, in the order in which it is placed.
  func codewords(of text: [UInt8]) -> [UInt8] {
    let data = dataCodewords(of: text)
    let (length, count) = correction
    let divisor = QRField.divisor(degree: length)
    let short = data.count / count
    let longBlocks = data.count % count
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for block in 0..<count {
      let end = start + short + (block < count - longBlocks ? 0 : 1)
      blocks.append(data[start..<end])
      start = end
    }
    var result: [UInt8] = []
    for place in 0...short {
      for block in blocks where place < block.count {
        result.append(block[block.startIndex + place])
      }
    }
    let corrections = blocks.map { QRField.remainder(of: $0, by: divisor) }
    for place in 0..<length { for block in corrections { result.append(block[place]) } }
    return result
  }

  private func dataCodewords(of text: [UInt8]) -> [UInt8] {
    var bits = QRBits()
    bits.append(0b0100, count: 4)
    bits.append(text.count, count: countBits)
    for byte in text { bits.append(Int(byte), count: 8) }
    let capacity = 8 * dataCodewords
    bits.append(0, count: min(4, capacity - bits.count))
    bits.append(0, count: (8 - bits.count % 8) % 8)
    var padding = 0xEC
    while bits.count < capacity {
      bits.append(padding, count: 8)
      padding ^= 0xEC ^ 0x11
    }
    return bits.bytes
  }
}

private struct QRBits {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ value: Int, count length: Int) {
    for place in (0..<length).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      if value >> place & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }
}

/// Arithmetic of Reed and Solomon's codes in GF(2^8) with the polynomial 0x11D.
private enum QRField {
  static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product = 0
    for place in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      product ^= Int(second >> UInt8(place) & 1) * Int(first)
    }
    return UInt8(truncatingIfNeeded: product)
  }

  /// The coefficients of the generator polynomial, without the first, which is 1.
  static func divisor(degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree)
    result[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for place in 0..<degree {
        result[place] = product(result[place], root)
        if place + 1 < degree { result[place] ^= result[place + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  static func remainder(of data: ArraySlice<UInt8>, by divisor: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ result[0]
      result.removeFirst()
      result.append(0)
      for place in divisor.indices { result[place] ^= product(divisor[place], factor) }
    }
    return result
  }
}
