import FlowMachine
import Portico

extension Flow {
  /// A sentence for each language that Portico does not have and whose words around the screens the document does not
  /// give, or not all of them.
  var wordsInEnglish: [String] {
    tables.languages.compactMap { id in
      let language = String(decoding: blob(id), as: UTF8.self)
      guard !FrameWords.has(language) else { return nil }
      let given = words(in: language)
      let missing = FrameWord.allCases.filter { given[$0] == nil }.map(\.key)
      guard !missing.isEmpty else { return nil }
      let isOne = missing.count == 1
      let words =
        isOne ? "1 word around the screens stays" : "\(missing.count) words around the screens stay"
      return
        "\(words) English in `\(language)`. To translate \(isOne ? "it" : "them"), add to its texts: "
        + "\(missing.map { "`\($0)`" }.joined(separator: ", "))."
    }
  }
}
