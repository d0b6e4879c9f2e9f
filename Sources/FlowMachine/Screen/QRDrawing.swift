/// The modules of a QR code while it is drawn.
struct QRDrawing {
  private let version: QRVersion
  private let size: Int
  private var modules: [Bool]
  /// Those of patterns, which no data and no mask changes.
  private var isFixed: [Bool]

  init(_ version: QRVersion) {
    self.version = version
    size = version.size
    modules = [Bool](repeating: false, count: size * size)
    isFixed = modules
    drawPatterns()
  }

  /// Places codewords in columns of two, upwards and downwards from the right, around the patterns.
  mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    var right = size - 1
    var isUpwards = true
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let row = isUpwards ? size - 1 - step : step
        for half in 0..<2 {
          let module = row * size + right - half
          guard !isFixed[module], bit < codewords.count * 8 else { continue }
          modules[module] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      right -= 2
      isUpwards.toggle()
    }
  }

  /// The modules under the mask that leaves the fewest places which a reader could mistake.
  func masked() -> [Bool] {
    var best: (penalty: Int, modules: [Bool])?
    for mask in 0..<8 {
      var drawing = self
      drawing.apply(mask)
      drawing.drawFormat(mask)
      let penalty = drawing.penalty
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, drawing.modules) }
    }
    return best?.modules ?? modules
  }

  private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard 0..<size ~= row, 0..<size ~= column else { return }
    modules[row * size + column] = isDark
    isFixed[row * size + column] = true
  }

  private mutating func drawPatterns() {
    for place in 0..<size {
      fix(6, place, place % 2 == 0)
      fix(place, 6, place % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for down in -4...4 {
        for across in -4...4 {
          let distance = max(abs(down), abs(across))
          fix(row + down, column + across, distance != 2 && distance != 4)
        }
      }
    }
    let centres = version.alignments
    for row in centres {
      for column in centres {
        let isAtFinder =
          (row, column) == (6, 6) || (row, column) == (6, size - 7)
          || (row, column) == (size - 7, 6)
        if !isAtFinder { drawAlignment(row, column) }
      }
    }
    drawFormat(0)
    drawVersion()
  }

  private mutating func drawAlignment(_ row: Int, _ column: Int) {
    for down in -2...2 {
      for across in -2...2 {
        fix(row + down, column + across, max(abs(down), abs(across)) != 1)
      }
    }
  }

  /// Level M, whose number is 0, and the mask, with 10 bits of correction, twice (section 7.9).
  private mutating func drawFormat(_ mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    let bit = { (place: Int) in bits >> place & 1 == 1 }
    for place in 0..<6 { fix(place, 8, bit(place)) }
    fix(7, 8, bit(6))
    fix(8, 8, bit(7))
    fix(8, 7, bit(8))
    for place in 9..<15 { fix(8, 14 - place, bit(place)) }
    for place in 0..<8 { fix(8, size - 1 - place, bit(place)) }
    for place in 8..<15 { fix(size - 15 + place, 8, bit(place)) }
    fix(size - 8, 8, true)
  }

  /// From version 7 on its number stands at two corners, with 12 bits of correction (section 7.10).
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    var rest = version.number
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version.number << 12 | rest
    for place in 0..<18 {
      let isDark = bits >> place & 1 == 1
      fix(size - 11 + place % 3, place / 3, isDark)
      fix(place / 3, size - 11 + place % 3, isDark)
    }
  }

  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFixed[row * size + column] {
        let isInverted =
          switch mask {
          case 0: (row + column) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (row + column) % 3 == 0
          case 4: (row / 2 + column / 3) % 2 == 0
          case 5: row * column % 2 + row * column % 3 == 0
          case 6: (row * column % 2 + row * column % 3) % 2 == 0
          default: ((row + column) % 2 + row * column % 3) % 2 == 0
          }
        if isInverted { modules[row * size + column].toggle() }
      }
    }
  }

  /// What the standard counts against a mask: runs, blocks, what looks like a finder, and imbalance (section
  /// 7.8.3).
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += linePenalty { modules[line * size + $0] }
      penalty += linePenalty { modules[$0 * size + line] }
    }
    var dark = 0
    for row in 0..<size {
      for column in 0..<size {
        let isDark = modules[row * size + column]
        if isDark { dark += 1 }
        guard row + 1 < size, column + 1 < size else { continue }
        if isDark == modules[row * size + column + 1], isDark == modules[(row + 1) * size + column],
          isDark == modules[(row + 1) * size + column + 1]
        {
          penalty += 3
        }
      }
    }
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }

  private func linePenalty(_ isDark: (Int) -> Bool) -> Int {
    var penalty = 0
    var run = 0
    // The last eleven modules; a finder with four light ones on either side is 40 more.
    var last = 0
    for place in 0..<size {
      run = place > 0 && isDark(place) == isDark(place - 1) ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
      last = (last << 1 | (isDark(place) ? 1 : 0)) & 0x7FF
      if place >= 10, last == 0b000_0101_1101 || last == 0b101_1101_0000 { penalty += 40 }
    }
    return penalty
  }
}
