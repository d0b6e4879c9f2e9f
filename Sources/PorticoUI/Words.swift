#if canImport(SwiftUI)
import Portico
import SwiftUI

extension EnvironmentValues {
  /// The texts of the frame around a flow, in the flow's language.
  var porticoWords: FrameWords {
    get { self[WordsKey.self] }
    set { self[WordsKey.self] = newValue }
  }
}

private struct WordsKey: EnvironmentKey {
  static let defaultValue = FrameWords.english
}

extension FrameWords {
  /// Those of an entry's flow, and beside them ours in its language; in one that has none here, from the app's own string
  /// catalogue, whose keys are the English texts.
  @MainActor static func shown(by entry: AppEntry) -> FrameWords {
    // Empty before the flow was launched, which leaves it to the catalogue.
    let language = entry.language
    let words =
      has(language)
      ? words(in: language)
      : words(translatedBy: { Bundle.main.localizedString(forKey: $0, value: $0, table: nil) })
    return words.replaced(by: entry.givenWords)
  }
}

extension Locale {
  /// For names and dates beside texts of a language: the device's own habits where that is its language too.
  ///
  /// - Parameter language: a BCP 47 tag; empty for the device's.
  static func shown(in language: String) -> Locale {
    let wanted = Locale(identifier: language)
    let isDevices = wanted.language.languageCode == Locale.current.language.languageCode
    return language.isEmpty || isDevices ? .current : wanted
  }
}
#endif
