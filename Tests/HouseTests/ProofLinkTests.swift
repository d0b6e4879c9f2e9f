import Foundation
import Testing

@Suite("Links from documents to proofs")
struct ProofLinkTests {
  /// What is wrong with a link in a package that was made up for it.
  private func complaint(_ link: String) throws -> String? {
    let tree = try MadeUpTree([
      "docs/wall.md": "# The wall\n\n## Stones, and mortar\n",
      "Tests/Wall/WallTests.swift": """
      @Suite struct WallTests {
        @Test("Valid links", arguments: [1, 2])
        func stands(_ side: Int) {}

        private func paint() {}

        // @Test("It is dry")
        func dries() {}

        @Test(.disabled("it rains")) func falls() {}

        @Test func grows() { func higher() {} }
      }
      """,
      "Tests/Server/test_wall.py": "def test_it_stands(wall): ...\n\ndef paint(): ...\n",
      "Tests/Server/wall.py": "def test_it_stands(wall): ...\n",
    ])
    return withExtendedLifetime(tree) {
      ProofLink(text: link).complaint(in: URL(fileURLWithPath: tree.folder))
    }
  }

  @Test(
    "A link may lead to a test of Swift or Python, or to a heading",
    arguments: [
      "Wall/WallTests.swift#stands", "Wall/WallTests.swift#grows",
      "Server/test_wall.py#test_it_stands", "docs/wall.md#The wall",
      "docs/wall.md#Stones, and mortar",
    ])
  func good(link: String) throws {
    #expect(try complaint(link) == nil)
  }

  @Test(
    "A missing target, and a function that is not a test, are reported",
    arguments: [
      ("Wall/Tests.swift#stands", "there is no Tests/Wall/Tests.swift"),
      ("Wall/WallTests.swift", "Tests/Wall/WallTests.swift alone proves nothing"),
      ("Wall/WallTests.swift#stand", "Tests/Wall/WallTests.swift has no func stand"),
      ("Wall/WallTests.swift#paint", "func paint of Tests/Wall/WallTests.swift is no test"),
      ("Wall/WallTests.swift#dries", "func dries of Tests/Wall/WallTests.swift is no test"),
      ("Wall/WallTests.swift#falls", "func falls of Tests/Wall/WallTests.swift is no test"),
      ("Wall/WallTests.swift#higher", "func higher of Tests/Wall/WallTests.swift is no test"),
      ("Server/test_wall.py#test_it", "Tests/Server/test_wall.py has no def test_it"),
      ("Server/test_wall.py#paint", "def paint of Tests/Server/test_wall.py is no test"),
      ("Server/wall.py#test_it_stands", "def test_it_stands of Tests/Server/wall.py is no test"),
      ("docs/well.md#The wall", "there is no docs/well.md"),
      ("docs/wall.md#Stones", "docs/wall.md has no heading Stones"),
    ])
  func bad(link: String, wrong: String) throws {
    #expect(try complaint(link) == wrong)
  }

  @Test("Only text in backticks with a slash is a link")
  func found() {
    let cell = "`Wall/WallTests.swift#stands` a/b `word` gap: paint, because `docs/wall.md#Paint`"
    #expect(
      ProofLink.paths(in: cell) == ["Wall/WallTests.swift#stands", "docs/wall.md#Paint"])
  }
}
