import Foundation
import TestSupport
import Testing

/// Record 26 beside the tree that it describes.
@Suite("Where things are added")
struct WhereThingsAreAddedTests {
  private static let record = "docs/decisions/0026-where-things-are-added.md"

  /// Files and folders of the repository.
  private static let paths: [String] = {
    ["Sources", "Web", "docs", "scripts"].flatMap { folder -> [String] in
      let place = Repository.root.appending(path: folder).resolvingSymlinksInPath().path
      let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
      return names.map { "\(folder)/\($0)" }
    } + ["Package.swift"]
  }()

  struct Row: CustomTestStringConvertible, Sendable {
    var what: String
    var files: Substring
    var testDescription: String { what }

    /// What names a file or a folder, in their order.
    var paths: [String] { files.matches(of: /`([^`]+)`/).map { String($0.1) }.filter(Self.isPath) }

    /// The numbers in brackets, each with how many files and folders stand before it.
    var counts: [(said: Int, named: Int)] {
      files.matches(of: /\(([0-9]+)[;)]/).map { match in
        let before = Row(what: what, files: files[..<match.range.lowerBound])
        return (Int(match.1) ?? 0, before.paths.count)
      }
    }

    static func isPath(_ word: String) -> Bool {
      word.contains("/") || word.firstMatch(of: /\.(swift|js|yaml|table|md|txt)$/) != nil
        || WhereThingsAreAddedTests.paths.contains("Sources/\(word)")
    }
  }

  static let rows: [Row] = {
    let text = String(decoding: Repository.read(record) ?? [], as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().compactMap {
      line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      return cells.count > 2 ? Row(what: String(cells[1]), files: cells[2]) : nil
    }
  }()

  @Test("Each file that is named for an addition is there", arguments: rows)
  func there(row: Row) {
    for path in row.paths {
      // A part in capitals stands for the name of a room.
      let pattern = path.replacing("ROOM", with: "*")
      let isThere = Self.paths.contains { known in
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return known == path || known.hasSuffix("/" + path) }
        return known.contains(parts[0]) && known.hasSuffix(parts[1])
      }
      #expect(isThere, "\(path)")
    }
  }

  @Test("A number of files is that of the files that are named before it", arguments: rows)
  func counted(row: Row) {
    for count in row.counts { #expect(count.said == count.named, "\(row.paths)") }
  }

  @Test("The rows for elements and actions say how many files they take")
  func stated() {
    for what in ["element", "input of its own", "action", "operation", "capability"] {
      #expect(
        Self.rows.contains { $0.what.contains("**\(what)**") && !$0.counts.isEmpty }, "\(what)")
    }
  }

  @Test(
    "Nothing but the description of elements, and what draws each in its own way, lists their kinds"
  )
  func kinds() {
    let lists = Self.paths.filter { path in
      guard path.hasPrefix("Sources/"), path.hasSuffix(".swift"), !path.contains("/PorticoUI/"),
        let bytes = Repository.read(path)
      else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      return ["heading", "picker", "date", "toggle"].allSatisfy { text.contains(".\($0)") }
    }
    #expect(lists == ["Sources/FlowMachine/Tables/ElementKind.swift"])
  }

  @Test("The values that a person sets are passed on, and told apart only where they are described")
  func values() throws {
    let makers = Self.paths.filter { path in
      guard path.hasPrefix("Sources/"), path.hasSuffix(".swift"),
        let bytes = Repository.read(path)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).contains(/[^A-Za-z]\.mark\(/)
    }
    #expect(
      Set(makers) == [
        "Sources/FlowMachine/Screen/InputValue.swift",
        // What a step of a play with several options sets, one after the other.
        "Sources/FlowSimulation/Play/Person.swift",
        // What draws the element sets its value.
        "Sources/PorticoCommands/Terminal/TerminalScreen.swift",
        "Sources/Portico/Entry/AppEntry+Input.swift",
      ])
  }
}
