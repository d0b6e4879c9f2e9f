import Foundation

/// A password as guessers see it: without the changes that make a known one look new (DEC-9). All
/// ways of writing a letter are one letter, so that a digit with two readings costs no second
/// lookup: `1`, `!`, `i` and `l` are all `i`.
package struct FoldedPassword: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case letter
    /// A character of a script with thousands of them.
    case ideograph
    case digit
    case mark
  }

  package struct Character: Equatable, Sendable {
    /// In lower case, without accents and width.
    package let plain: UInt32
    /// The letter that it is or stands for.
    package let folded: UInt32
    package let kind: Kind

    package var isLetter: Bool { kind == .letter || kind == .ideograph }

    fileprivate init(_ plain: UInt32, _ kind: Kind) {
      (self.plain, self.kind) = (plain, kind)
      folded = FoldedPassword.letters[plain] ?? plain
    }
  }

  package let characters: [Character]

  package init(_ characters: [Character]) { self.characters = characters }

  package init(_ text: String) {
    characters = text.lowercased().unicodeScalars.flatMap(Self.folded)
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [Character] {
    guard scalar.value >= 128 else { return [Character(scalar.value, kind(scalar))] }
    // A Russian word is equally well known by the keys with which it is typed, which is how the
    // list contains it. A key that has a mark on the other layout is a letter all the same.
    if let key = keys[scalar] { return [Character(key.value, .letter)] }
    // Normalizes full width, ligatures and the like to ordinary letters, and separates accents.
    let parts = String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    return parts.prefix(mostParts).compactMap { part in
      if isInvisible(part) { return nil }
      if part.properties.numericType == .decimal, let digit = part.properties.numericValue {
        return Character(0x30 + UInt32(digit), .digit)
      }
      return Character(part.value, kind(part))
    }
  }

  /// Some scalars stand for a whole phrase, but are no harder to guess.
  private static let mostParts = 3

  /// Accents, and characters that are invisible.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case "0"..."9": .digit
    case "a"..."z": .letter
    default:
      scalar.properties.isIdeographic
        ? .ideograph : scalar.properties.isAlphabetic ? .letter : .mark
    }
  }

  /// The keys of a Russian keyboard by their characters.
  private static let keys: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(
      "йцукенгшщзхъфывапролджэячсмитьбюё".unicodeScalars,
      "qwertyuiop[]asdfghjkl;'zxcvbnm,.`".unicodeScalars))

  /// `scripts/generate-passwords` folds the list with the same table.
  fileprivate static let letters: [UInt32: UInt32] = Dictionary(
    uniqueKeysWithValues: zip(
      "l1!|03€4@5$§7+8962(".unicodeScalars.map(\.value),
      "iiiioeeaasssttbggzc".unicodeScalars.map(\.value)))
}

extension FoldedPassword {
  /// Without its most frequent inner mark, such as the spaces of a phrase.
  ///
  /// - Returns: nil if it contains none.
  package func withoutSeparator() -> (rest: FoldedPassword, separator: UInt32)? {
    var counts: [UInt32: Int] = [:]
    let front = characters.firstIndex { $0.kind != .mark } ?? 0
    let back = characters.lastIndex { $0.kind != .mark } ?? characters.count - 1
    for one in characters[front..<back + 1] where one.kind == .mark {
      counts[one.plain, default: 0] += 1
    }
    // Ties are broken by number, since the order of a dictionary is arbitrary.
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key
    else { return nil }
    return (FoldedPassword(characters.filter { $0.plain != most || $0.kind != .mark }), most)
  }

  /// The shortest part whose repetition makes up the whole.
  ///
  /// - Returns: nil if that is the whole itself.
  package func repeated() -> FoldedPassword? {
    guard !characters.isEmpty else { return nil }
    let folded = characters.map(\.folded)
    // The border of each prefix, as computed by Knuth, Morris and Pratt.
    var border = [0]
    for place in folded.indices.dropFirst() {
      var length = border[place - 1]
      while length > 0, folded[length] != folded[place] { length = border[length - 1] }
      border.append(folded[length] == folded[place] ? length + 1 : 0)
    }
    let shortest = folded.count - border[folded.count - 1]
    guard shortest < folded.count, folded.count % shortest == 0 else { return nil }
    return FoldedPassword(Array(characters.prefix(shortest)))
  }

  /// The parts between marks.
  package var parts: [FoldedPassword] {
    characters.split { $0.kind == .mark }.map { FoldedPassword(Array($0)) }
  }
}
