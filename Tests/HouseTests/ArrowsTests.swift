import Foundation
import Testing

@Suite("The check of arrows between targets")
struct ArrowsTests {
  @Test("A tree that follows the table passes")
  func goodTree() throws {
    let result = try checkArrows([
      "Sources/Pure/Pure.swift": "package struct Pure {}",
      "Sources/Middle/Deep/Middle.swift": """
      package import Pure
      @preconcurrency import Foundation
      import struct Yams.Node
      """,
      "Sources/Top/Top.swift": "internal import Middle\n@testable import Pure",
    ])
    #expect(result.status == 0)
    #expect(result.output == "arrows: 3 files of 3 targets looked at, nothing to repair\n")
  }

  @Test(
    "Layer 0 may import nothing from outside, however the import is written",
    arguments: [
      "import Foundation", "package import Foundation", "public import Foundation",
      "internal import Foundation", "@preconcurrency import Foundation",
      "@_spi(Clock) @preconcurrency package import Foundation", "import struct Foundation.Date",
      "let one = 1; import Foundation", "  import Foundation // only a little",
    ])
  func foreignImportInLayer0(line: String) throws {
    let result = try checkArrows(["Sources/Pure/Pure.swift": "// pure\n\n\(line)\n"])
    #expect(result.status == 1)
    #expect(
      result.lines.first
        == "Sources/Pure/Pure.swift:3: Pure may not import Foundation; layer 0 uses the standard"
        + " library only: let the host pass in what you need")
  }

  @Test("An import of a higher layer is refused, naming both layers")
  func upwardImport() throws {
    let result = try checkArrows(["Sources/Middle/Middle.swift": "import Top"])
    #expect(result.status == 1)
    #expect(
      result.lines.first
        == "Sources/Middle/Middle.swift:1: Middle may not import Top; Top is of a higher layer"
        + " (4 over 1): pass in what you need from it, as a value or a closure")
  }

  @Test("An import that the table allows but Package.swift does not declare is refused")
  func undeclaredImport() throws {
    let result = try checkArrows(
      ["Sources/Middle/Middle.swift": "import Pure\nimport Yams"],
      targets: [("Pure", []), ("Middle", []), ("Top", ["Middle", "Yams"])])
    #expect(result.status == 1)
    #expect(
      result.lines.prefix(2) == [
        "Sources/Middle/Middle.swift:1: Middle imports Pure without declaring it;"
          + " add it to the dependencies of 'Middle' in Package.swift",
        "Sources/Middle/Middle.swift:2: Middle imports Yams without declaring it;"
          + " add it to the dependencies of 'Middle' in Package.swift",
      ])
  }

  @Test("A declared dependency that the table does not allow is refused, even without an import")
  func declaredUpward() throws {
    let result = try checkArrows(
      ["Sources/Pure/Pure.swift": ""],
      targets: [("Pure", ["Yams"]), ("Middle", ["Pure"]), ("Top", ["Middle"])])
    #expect(result.status == 1)
    #expect(result.output.contains("Package.swift: 'Pure' declares 'Yams', which is no allowed"))
  }

  @Test("A target without a line in the table is refused, and so is a line without a target")
  func tableAndPackageDisagree() throws {
    let result = try checkArrows(
      ["Sources/Pure/Pure.swift": ""], targets: [("Pure", []), ("Middle", []), ("New", [])])
    #expect(result.status == 1)
    #expect(result.output.contains("Package.swift: target 'New' has no line"))
    #expect(result.output.contains("arrows.table:3: Package.swift has no target 'Top'"))
  }

  @Test("A table with an arrow that points up is refused")
  func tablePointsUp() throws {
    let result = try checkArrows(
      ["Sources/Pure/Pure.swift": ""], table: table.replacing("0 :   :", with: "0 : Top :"))
    #expect(result.status == 1)
    #expect(
      result.output.contains("arrows.table:1: Pure (layer 0) may not point up to Top (layer 4)"))
  }

  @Test("What looks like an import in a comment, a string or a name is ignored")
  func noImports() throws {
    let result = try checkArrows([
      "Sources/Pure/Pure.swift": #"""
      // import Foundation
      /* one /* nested */
      import Foundation */
      let text = """
        import Foundation
        """
      let important = 1
      #if canImport(Foundation)
      #endif
      """#
    ])
    #expect(result.status == 0)
  }

  @Test("A tree without sources does not pass")
  func nothingToCheck() throws {
    let result = try checkArrows([:])
    #expect(result.status == 2)
    #expect(result.output.contains("nothing was checked"))
  }

  private let table = """
    Pure   : 0 :   :
    Middle : 1 : Pure : Foundation Yams
    Top    : 4 : Middle Pure : Yams
    """

  private func checkArrows(
    _ sources: [String: String],
    targets: [(String, [String])] = [
      ("Pure", []), ("Middle", ["Pure", "Yams"]), ("Top", ["Middle"]),
    ],
    table: String? = nil
  ) throws -> CommandResult {
    let tree = try MadeUpTree(sources)
    try tree.write(table ?? self.table, to: "scripts/arrows.table")
    try tree.write(try dump(targets), to: "package.json")
    return try runScript("arrows", [tree.folder, "--package", tree.path("package.json")])
  }

  /// What SwiftPM prints about a package, as far as the check reads it.
  private func dump(_ targets: [(String, [String])]) throws -> String {
    let names = Set(targets.map(\.0))
    let described = targets.map { name, dependencies in
      [
        "name": name, "type": "regular",
        "dependencies": dependencies.map { dependency in
          names.contains(dependency)
            ? ["byName": [dependency, nil]]
            : ["product": [dependency, dependency, nil, nil]]
        },
      ] as [String: Any]
    }
    let bytes = try JSONSerialization.data(withJSONObject: ["targets": described])
    return String(decoding: bytes, as: UTF8.self)
  }
}
