package import FlowMachine

extension Flow {
  /// The words around its screens that its document gives in a language, a BCP 47 tag.
  package func words(in language: String) -> [FrameWord: String] {
    let given = givenWords(in: self.language(Array(language.utf8)))
    return Dictionary(
      given.compactMap { word in
        FrameWord(rawValue: String(decoding: word.name, as: UTF8.self)).map {
          ($0, String(decoding: word.text, as: UTF8.self))
        }
      }, uniquingKeysWith: { first, _ in first })
  }
}
