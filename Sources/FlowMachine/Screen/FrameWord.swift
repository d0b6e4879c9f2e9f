import Statechart

/// A word around the screens of a flow that a document can give in a language of its own, as the text `portico.NAME`.
///
/// Hosts have these words in the languages of the shipped flows, and in English for any other one. This is the one list
/// of them: the compiler refuses other keys, and each host takes those that it shows. What a page says before it has the
/// flow is not among them.
package enum FrameWord: String, CaseIterable, Sendable {
  // On screens and fields.
  case back, close, show, hide, chooseDate, nothingFound
  // How hard a password is to guess.
  case veryWeak = "strength.veryWeak"
  case weak = "strength.weak"
  case fair = "strength.fair"
  case strong = "strength.strong"
  case veryStrong = "strength.veryStrong"
  // Where a flow cannot run now, or not here.
  case locked, unlock, signOut, ownedElsewhere, otherTab, goOnHere
  case cannotStart, cannotGoOn, noStorage, stopped, tryAgain
  // Beside a flow that is tried out.
  case simulated, killed, relaunch, yourApp
  // Asked of a person.
  case siteSettings

  /// What the keys of these texts begin with.
  package static let prefix = "portico."

  /// The key of its text.
  package var key: String { Self.prefix + rawValue }

  /// The word that a key stands for; nil for one that stands for none.
  package init?(key: String) {
    guard key.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(key.dropFirst(Self.prefix.count)))
  }

  /// The values that the host inserts into it, by name.
  package var values: [String] {
    switch self {
    case .cannotStart, .cannotGoOn: ["why"]
    default: []
    }
  }
}

/// A word of the frame as a document gives it.
package struct GivenWord {
  /// Of a `FrameWord`.
  package var name: Text
  /// With the host's values in braces.
  package var text: Text
}

extension Flow {
  /// What the names of the elements that carry words of the frame begin with. An element that is drawn has no such name.
  package static let frameMark = UInt8(ascii: ".")

  /// Whether the document gives words of the frame, in any language.
  package var givesWords: Bool {
    guard let last = tables.elements.last else { return false }
    return blob(last.id).first == Self.frameMark
  }

  /// The words of the frame that the document gives in a language.
  ///
  /// - Parameter language: its place among the flow's.
  package func givenWords(in language: Int) -> [GivenWord] {
    var words: [GivenWord] = []
    forEachGivenWord(in: language) {
      words.append(GivenWord(name: Array($0.dropFirst()), text: $1))
    }
    return words
  }

  /// The same without lists, which a page pays for. No screen has the elements that carry the words, which are the last
  /// ones; the text of each is one literal, and nothing where the language has none.
  ///
  /// - Parameter body: takes a name with the mark before it, and the text.
  package func forEachGivenWord(in language: Int, _ body: (_ name: Text, _ text: Text) -> Void) {
    var index = tables.elements.count
    while index > 0 {
      index -= 1
      let name = blob(tables.elements[index].id)
      let text = tables.elements[index].text
      guard name.first == Self.frameMark, text != noID else { return }
      let place = language * Int(tables.textCount) + Int(text)
      let form = tables.texts[place].forms[PluralCategory.other]
      guard form != noID else { continue }
      let segments = tables.templates[Int(form)]
      guard segments.count == 1, tables.segments[Int(segments.start)].kind == .literal
      else { continue }
      body(name, blob(tables.segments[Int(segments.start)].operand))
    }
  }
}
