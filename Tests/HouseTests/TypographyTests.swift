import Foundation
import Testing

@Suite("Typography of the texts on screens")
struct TypographyTests {
  /// The English texts of flows and examples, but for stored versions, which stay as they were; and the page's own words.
  private static func sources() throws -> [URL] {
    let folders = ["Flows", "Examples"].map { repository.appendingPathComponent($0) }
    let texts = folders.flatMap { folder in
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }
    return texts.filter {
      $0.lastPathComponent == "texts.en.yaml" && !$0.pathComponents.contains("versions")
    } + [repository.appendingPathComponent("Web/host/words.js")]
  }

  /// The lines with an apostrophe of typewriters within a word, but for comments.
  private static func straight(in text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      let bare = line.drop { $0 == " " }
      return !["#", "//", "*", "/*"].contains { bare.hasPrefix($0) }
        && line.contains(/[A-Za-z}]'[A-Za-z]/)
    }
  }

  @Test("English texts have typographic apostrophes, as their quotation marks are")
  func apostrophes() throws {
    let sources = try Self.sources()
    #expect(sources.count > 20)
    for source in sources {
      let found = Self.straight(in: try String(contentsOf: source, encoding: .utf8))
      #expect(found.isEmpty, "\(source.path): \(found)")
    }
  }

  @Test("A straight apostrophe is found in a text, after a value too, and not in a comment")
  func finds() {
    #expect(Self.straight(in: "home: You're in\nname: \"{who}'s list\"\n# it's a note").count == 2)
    #expect(Self.straight(in: "home: You’re in\n  // it's a note\nquote: “Next”").isEmpty)
  }
}
