import Statechart

/// A word around the screens of a flow that a document can give in a language of its own, as the text `portico.NAME`.
///
/// Hosts have these words in the languages of the shipped flows, and in English for any other one. This is the one list
/// of them: the compiler refuses other keys, and each host takes those that it shows. What a page says before it has the
/// flow is not among them.
package enum FrameWord: String, CaseIterable, Sendable {
  // On screens and fields.
  case back, close, show, hide, chooseDate, choose, nothingFound
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

extension Flow {
  /// What the names of the elements that carry words of the frame begin with. An element that is drawn has no such name.
  package static let frameMark = UInt8(ascii: ".")

  /// Whether the document gives words of the frame, in any language.
  package var givesWords: Bool {
    guard let last = tables.elements.last else { return false }
    return blob(last.id).first == Self.frameMark
  }

  /// Goes through the words of the frame that the document gives in a language. No screen has the elements that carry
  /// them, which are the last ones; the text of each is one literal, and nothing where the language has none.
  ///
  /// - Parameters:
  ///   - language: its place among the flow's.
  ///   - body: takes the name of a `FrameWord` with the mark before it, and the text with the host's values in braces.
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
