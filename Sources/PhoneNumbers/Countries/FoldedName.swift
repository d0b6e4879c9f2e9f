/// A name in the form in which searches compare it: lower case without accents, words separated by
/// one space.
///
/// The table is ours, for Latin, Greek, Cyrillic and Arabic letters; other scripts are compared
/// unchanged. Hosts differ in their own folding, and in a browser the machine has no Unicode
/// tables.
struct FoldedName: Hashable, Sendable {
  let scalars: [UInt32]
  /// With ae, oe, ue and aa, as typed without the keys for the letters: `aegypten`, `oesterreich`.
  let spelledOut: [UInt32]?

  init(_ name: [UInt8]) {
    let letters = PhoneNumbers.scalars(of: name)
    scalars = Self.folded(letters, spellsOut: false)
    let other = Self.folded(letters, spellsOut: true)
    spelledOut = other == scalars ? nil : other
  }

  private static func folded(_ letters: [UInt32], spellsOut: Bool) -> [UInt32] {
    var out: [UInt32] = []
    for letter in letters where !isMark(letter) {
      guard let plain = separated(letter) else {
        if !out.isEmpty, out.last != 0x20 { out.append(0x20) }
        continue
      }
      if spellsOut, let second = secondLetter(lower(letter)) {
        out += [UInt32(lower(withoutAccent(letter))), second]
      } else if let two = twoLetters(plain) {
        out += two
      } else {
        // The breve of й makes it a separate letter in lists, but few people search for it.
        let letter = lower(withoutAccent(plain))
        out.append(letter == 0x439 ? 0x438 : letter)
      }
    }
    if out.last == 0x20 { out.removeLast() }
    return out
  }

  /// The title of a list's section: the first letter, in upper case and without accents.
  static func initial(of name: [UInt8]) -> [UInt8] {
    guard
      let first = PhoneNumbers.scalars(of: name).first(where: {
        !isMark($0) && separated($0) != nil
      })
    else { return [] }
    let letter = twoLetters(first)?.first ?? withoutAccent(first)
    return utf8((0x61...0x7A).contains(letter) ? letter - 0x20 : letter)
  }

  /// Combining accents, Arabic vowels and the tatweel, apostrophes, full stops.
  private static func isMark(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x27, 0x2E, 0x2BC, 0x300...0x36F, 0x640, 0x64B...0x65F, 0x670, 0x200C...0x200F, 0x2018,
      0x2019, 0xAD, 0x2066...0x2069:
      true
    default: false
    }
  }

  /// - Returns: nil for spaces, hyphens and other signs between words.
  private static func separated(_ letter: UInt32) -> UInt32? {
    switch letter {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: letter
    case 0...0xBF, 0xD7, 0xF7, 0x60C, 0x2000...0x206F, 0x3000...0x3002, 0x30FB: nil
    default: letter
    }
  }

  private static func twoLetters(_ letter: UInt32) -> [UInt32]? {
    switch letter {
    case 0xC6, 0xE6: [0x61, 0x65]
    case 0x152, 0x153: [0x6F, 0x65]
    case 0xDF, 0x1E9E: [0x73, 0x73]
    case 0xDE, 0xFE: [0x74, 0x68]
    case 0x132, 0x133: [0x69, 0x6A]
    default: nil
    }
  }

  /// The second letter of ae, oe, ue and aa, which replace ä, ö (ø), ü and å.
  private static func secondLetter(_ letter: UInt32) -> UInt32? {
    switch letter {
    case 0xE4, 0xF6, 0xF8, 0xFC, 0xC4, 0xD6, 0xD8, 0xDC: 0x65
    case 0xE5, 0xC5: 0x61
    default: nil
    }
  }

  /// The letter without its accents; a dot in the table means that it has none.
  static func withoutAccent(_ letter: UInt32) -> UInt32 {
    switch letter {
    case 0xC0...0x24F: base(latin, Int(letter) - 0xC0) ?? letter
    case 0x1E00...0x1EFF: base(vietnamese, Int(letter) - 0x1E00) ?? letter
    case 0x386: 0x391
    case 0x388: 0x395
    case 0x389: 0x397
    case 0x38A, 0x3AA: 0x399
    case 0x38C: 0x39F
    case 0x38E, 0x3AB: 0x3A5
    case 0x38F: 0x3A9
    case 0x3AC: 0x3B1
    case 0x3AD: 0x3B5
    case 0x3AE: 0x3B7
    case 0x390, 0x3AF, 0x3CA: 0x3B9
    case 0x3B0, 0x3CB, 0x3CD: 0x3C5
    case 0x3CC: 0x3BF
    case 0x3CE: 0x3C9
    case 0x3C2: 0x3C3
    case 0x401: 0x415
    case 0x451: 0x435
    // Arabic: alif with hamza and madda, the forms of ya, ta marbuta, hamza on waw; Persian kaf and ya.
    case 0x622, 0x623, 0x625, 0x671: 0x627
    case 0x649, 0x626, 0x6CC: 0x64A
    case 0x629: 0x647
    case 0x624: 0x648
    case 0x6A9: 0x643
    default: letter
    }
  }

  private static func base(_ table: StaticString, _ place: Int) -> UInt32? {
    let letter = table.utf8Start[place]
    return letter == UInt8(ascii: ".") ? nil : UInt32(letter)
  }

  private static func lower(_ letter: UInt32) -> UInt32 {
    switch letter {
    case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x410...0x42F: letter + 0x20
    case 0x400...0x40F: letter + 0x50
    case 0x531...0x556: letter + 0x30
    default: letter
    }
  }

  /// U+00C0 to U+024F, and U+1E00 to U+1EFF: one letter each.
  private static let latin: StaticString = """
    AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGg\
    GgGgHhHhIiIiIiIiIi..JjKk.LlLlLlLlLlNnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZz.\
    ................................Oo.............Uu............................AaIiOoUuUuUuUuUu.Aa\
    Aa..GgGgKkOoOo..j...Gg..NnAa..OoAaAaEeEeIiIiOoOoRrRrUuUuSsTt..Hh......AaEeOoOoOoOoYy............\
    ................
    """
  private static let vietnamese: StaticString = """
    AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRr\
    SsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy......AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe\
    EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy......
    """
}
