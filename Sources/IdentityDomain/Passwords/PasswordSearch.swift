/// The cheapest way to assemble a password from pieces and single characters: a shortest path over
/// its positions. A password is read as a core with digits and marks at its ends.
struct PasswordSearch {
  /// The part of that reading that a path has reached.
  private enum Part {
    static let front = 0
    /// The number of consecutive letters that belong to no piece; the last value means that many or
    /// more.
    static let core = 1...5
    static let back = 6
  }

  private struct Path {
    var bits: Double
    /// Letters that belong to no piece.
    var loose = 0
    /// Whether the core has a piece to which something can be appended.
    var isSolid = false
  }

  private enum Reading {
    /// Nothing is appended: digits and marks cost their full price.
    case bare
    /// Each letter of the core belongs to a piece.
    case pieces
    /// A few letters may be left over.
    case decorated
  }

  private let characters: [FoldedPassword.Character]
  private let pieces: [[PasswordPiece]]
  /// The number of letters before each position.
  private let letters: [Int]
  private(set) var steps = 0

  init(_ characters: [FoldedPassword.Character], _ pieces: [[PasswordPiece]]) {
    self.characters = characters
    self.pieces = pieces
    var letters = [0]
    for one in characters { letters.append(letters[letters.count - 1] + (one.isLetter ? 1 : 0)) }
    self.letters = letters
  }

  /// The maximum number of digits and marks commonly appended to an end of a word.
  static let mostAffix = 8
  private static let affixBits = 1.0
  private static let affixPieceBits = 2.0
  /// One in this many letters may be left over.
  private static let lettersPerLoose = 4
  /// Digits alone, such as a date, are not a word to append others to, unless there are this many.
  private static let solidDigits = 8
  private static let solidWord = 4

  mutating func bits() -> Double {
    let most = letters[characters.count] / Self.lettersPerLoose
    var bits = cheapest(.bare)?.bits ?? 0
    for reading in [Reading.pieces, .decorated] {
      guard let path = cheapest(reading), path.isSolid, path.loose <= most else { continue }
      bits = min(bits, path.bits)
    }
    return bits
  }

  private mutating func cheapest(_ reading: Reading) -> Path? {
    let none: [Path?] = Array(repeating: nil, count: Part.back + 1)
    var paths = Array(repeating: none, count: characters.count + 1)
    if reading != .bare { paths[0][Part.front] = Path(bits: 0) }
    if reading != .pieces { paths[0][Part.core.lowerBound] = Path(bits: 0) }
    for place in 0...characters.count {
      if reading == .decorated, let path = paths[place][Part.front] {
        Self.offer(path, to: &paths[place][Part.core.lowerBound])
      }
      let core = Self.best(paths[place][Part.core])
      if reading != .bare, let core, core.isSolid {
        Self.offer(core, to: &paths[place][Part.back])
      }
      guard place < characters.count else { break }
      goOn(from: place, core, reading, &paths)
    }
    return Self.best(paths[characters.count][Part.core.lowerBound...])
  }

  private mutating func goOn(
    from place: Int, _ core: Path?, _ reading: Reading, _ paths: inout [[Path?]]
  ) {
    let one = characters[place]
    for part in Part.core where !(reading == .pieces && one.isLetter) {
      guard var path = paths[place][part] else { continue }
      path.bits += Self.bits(of: one, isInWord: part == Part.core.upperBound)
      path.loose += one.isLetter ? 1 : 0
      let next = one.isLetter ? min(part + 1, Part.core.upperBound) : Part.core.lowerBound
      Self.offer(path, to: &paths[place + 1][next])
    }
    for (part, distance) in [(Part.front, place), (Part.back, characters.count - 1 - place)] {
      guard !one.isLetter, var path = paths[place][part] else { continue }
      let full = Self.bits(of: one, isInWord: false)
      path.bits += distance < Self.mostAffix ? Self.affixBits : full
      Self.offer(path, to: &paths[place + 1][part])
    }
    steps += Part.back + 1 + pieces[place].count
    for piece in pieces[place] {
      let end = place + piece.length
      let hasLetters = letters[end] > letters[place]
      let isSolid = piece.length >= (hasLetters ? Self.solidWord : Self.solidDigits)
      for start in [core, isSolid ? paths[place][Part.front] : nil] {
        guard var path = start else { continue }
        path.bits += piece.bits
        path.isSolid = path.isSolid || isSolid
        Self.offer(path, to: &paths[end][Part.core.lowerBound])
      }
      for part in [Part.front, Part.back] where !hasLetters {
        guard var path = paths[place][part] else { continue }
        path.bits += min(piece.bits, Self.affixPieceBits)
        Self.offer(path, to: &paths[end][part])
      }
    }
  }

  private static func best(_ paths: ArraySlice<Path?>) -> Path? {
    var best: Path?
    for case let path? in paths { offer(path, to: &best) }
    return best
  }

  private static func offer(_ path: Path, to place: inout Path?) {
    if let known = place, known.bits <= path.bits { return }
    place = path
  }

  // MARK: Characters outside pieces

  private static func bits(of one: FoldedPassword.Character, isInWord: Bool) -> Double {
    switch one.kind {
    case .letter: isInWord ? 2.5 : 4.7
    case .ideograph: 9
    case .digit: 3.3
    case .mark: bits(ofMark: one.plain)
    }
  }

  static func bits(ofMark mark: UInt32) -> Double {
    switch mark {
    case 0x20: 1
    case 0x2C, 0x2D, 0x2E, 0x5F: 2
    default: mark < 128 ? 5 : 7
    }
  }
}
