package import FlowMachine

extension Flow {
  /// The words around its screens that its document gives in a language, a BCP 47 tag.
  package func words(in language: String) -> [FrameWord: String] {
    var words: [FrameWord: String] = [:]
    forEachGivenWord(in: self.language(Array(language.utf8))) { name, text in
      if let word = FrameWord(rawValue: String(decoding: name.dropFirst(), as: UTF8.self)) {
        words[word] = String(decoding: text, as: UTF8.self)
      }
    }
    return words
  }
}
