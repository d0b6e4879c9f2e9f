import FlowMachine
import Testing

@Suite("Plural categories of CLDR 44")
struct PluralTests {
  private static let names = ["zero", "one", "two", "few", "many", "other"]

  /// The integer samples of CLDR's charts (Language Plural Rules, cardinal).
  @Test(
    "The samples of each category belong to it",
    arguments: [
      ("en", "one", [1]), ("en", "other", [0, 2, 16, 100, 1_000, 10_000, 100_000, 1_000_000]),
      ("de", "one", [1]), ("de", "other", [0, 2, 16, 100, 1_000, 10_000, 100_000, 1_000_000]),
      ("ar", "zero", [0]), ("ar", "one", [1]), ("ar", "two", [2]),
      ("ar", "few", [3, 10, 103, 110, 1_003]), ("ar", "many", [11, 26, 111, 1_011]),
      ("ar", "other", [100, 102, 200, 202, 300, 302, 400, 402, 1_000, 10_000, 1_000_000]),
      ("ru", "one", [1, 21, 31, 41, 51, 61, 71, 81, 101, 1_001]),
      ("ru", "few", [2, 3, 4, 22, 24, 32, 34, 42, 44, 52, 54, 62, 102, 1_002]),
      ("ru", "many", [0, 5, 11, 12, 14, 19, 100, 111, 112, 1_000, 10_000, 1_000_000]),
      ("pl", "one", [1]), ("pl", "few", [2, 4, 22, 24, 32, 34, 42, 44, 52, 54, 62, 102, 1_002]),
      ("pl", "many", [0, 5, 12, 14, 19, 21, 100, 101, 112, 1_000, 10_000, 1_000_000]),
      ("he", "one", [1]), ("he", "two", [2]),
      ("he", "other", [0, 3, 10, 20, 17, 100, 1_000, 10_000, 1_000_000]),
      ("fr", "one", [0, 1]), ("fr", "other", [2, 17, 100, 1_000, 10_000, 100_000]),
      ("ja", "other", [0, 1, 2, 15, 100, 1_000, 10_000, 100_000, 1_000_000]),
      ("uk", "one", [1, 21, 101]), ("uk", "few", [2, 3, 4, 22, 102]),
      ("uk", "many", [0, 5, 11, 19, 100]),
      ("cs", "one", [1]), ("cs", "few", [2, 3, 4]), ("cs", "other", [0, 5, 19, 100, 1_000_000]),
      ("tr", "one", [1]), ("tr", "other", [0, 2, 16, 100]), ("zh-Hant", "other", [0, 1, 2]),
      ("pt-BR", "one", [0, 1]), ("fa", "one", [0, 1]), ("fa", "other", [2, 17, 100]),
      ("xx", "other", [0, 1, 2]), ("", "other", [1]), ("deu", "other", [1]),
    ] as [(String, String, [Int64])])
  func samples(language: String, category: String, numbers: [Int64]) {
    for number in numbers {
      let place = Plural.category(of: number, in: Text(language))
      #expect(Self.names[place] == category, "\(number) in \(language)")
    }
  }

  @Test(
    "Whole millions are `many` in the languages that have that category",
    arguments: ["fr", "es", "it", "pt", "pt-PT", "ca"])
  func millions(language: String) {
    for number in [1_000_000, 2_000_000, 17_000_000, -1_000_000] as [Int64] {
      #expect(Plural.category(of: number, in: Text(language)) == PluralCategory.many)
    }
    for number in [2, 100_000, 999_999, 1_000_001, 1_500_000] as [Int64] {
      #expect(Plural.category(of: number, in: Text(language)) == PluralCategory.other)
    }
    // A text may lack it, and `other` is used instead.
    #expect(Plural.categories(of: Text(language)) == [PluralCategory.one, PluralCategory.other])
  }

  @Test("Zero is `one` in Brazil, but not in Portugal")
  func portuguese() {
    #expect(Plural.category(of: 0, in: Text("pt-BR")) == PluralCategory.one)
    #expect(Plural.category(of: 0, in: Text("pt")) == PluralCategory.one)
    #expect(Plural.category(of: 0, in: Text("pt-PT")) == PluralCategory.other)
  }

  @Test("A negative number has the category of its absolute value")
  func negative() {
    for language in ["en", "ar", "ru", "pl", "he", "fr", "cs"] {
      for number in 0...200 as ClosedRange<Int64> {
        let place = Plural.category(of: -number, in: Text(language))
        #expect(place == Plural.category(of: number, in: Text(language)))
      }
    }
    #expect(Plural.category(of: -1, in: Text("en")) == PluralCategory.one)
    #expect(Plural.category(of: -3, in: Text("ru")) == PluralCategory.few)
    #expect(Plural.category(of: .min, in: Text("en")) == PluralCategory.other)
  }

  @Test("A language needs the categories that its numbers have")
  func needed() {
    for language in ["en", "de", "ar", "ru", "pl", "he", "fr", "ja", "cs", "uk"] {
      let categories = Plural.categories(of: Text(language)) ?? []
      let found = Set((0..<1_000).map { Plural.category(of: $0, in: Text(language)) })
      // `other` is needed in every language, for fractions even if whole numbers never have it.
      #expect(Set(categories) == found.union([PluralCategory.other]), "\(language)")
    }
    #expect(Plural.categories(of: Text("xx")) == nil)
  }

  @Test("The direction follows the language")
  func direction() {
    for (language, isRightToLeft) in [
      ("ar", true), ("he", true), ("fa", true), ("ur", true), ("ar-EG", true), ("en", false),
      ("", false),
    ] {
      #expect(Plural.isRightToLeft(Text(language)) == isRightToLeft)
    }
  }
}
