import FlowDefinition
import Foundation
import TestSupport
import Testing

/// The tables, the schema, the language reference and the reader say the same.
@Suite struct SchemaTests {
  @Test("The schema in the repository is the one generated from the tables")
  func upToDate() throws {
    // To bring it up to date: PORTICO_WRITE_EXPECTED=1 swift test --filter SchemaTests
    if Fixtures.writesExpected {
      let url = Repository.root.appending(path: "Schemas/flow.schema.json")
      try FlowSchema.json().write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try Fixtures.text("Schemas/flow.schema.json") == FlowSchema.json())
  }

  @Test("The tables of the language reference are written from the same tables of keys")
  func manual() throws {
    let path = "docs/flow-language.md"
    let reference = try Fixtures.text(path)
    let updated = try #require(FlowManual.updating(reference))
    // PORTICO_WRITE_EXPECTED=1 swift test
    if Fixtures.writesExpected {
      let url = Repository.root.appending(path: path)
      try updated.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try Fixtures.text(path) == updated)
    #expect(FlowManual.updating(reference.replacing("<!-- end -->", with: "")) == nil)
  }

  @Test("The schema is JSON, and each reference in it leads somewhere")
  func references() throws {
    let json = try JSONSerialization.jsonObject(with: Data(FlowSchema.json().utf8))
    let schema = try #require(json as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let parts = FlowSchema.json().components(separatedBy: "\"#/$defs/").dropFirst()
    for part in parts {
      let name = String(part.prefix { $0 != "\"" })
      #expect(definitions[name] != nil)
    }
    #expect(!parts.isEmpty)
  }

  @Test("Every key of the tables stands in the language reference", arguments: ObjectKind.allCases)
  func reference(kind: ObjectKind) throws {
    let reference = try Fixtures.text("docs/flow-language.md")
    for key in kind.table.keys.map(\.name) {
      let isNamed =
        reference.range(
          of: "`[^`]*\\b\(key)\\b[^`]*`", options: .regularExpression) != nil
      #expect(isNamed, "\(key) of \(kind.table.title)")
    }
  }

  @Test("The complete document has every key of the tables", arguments: ObjectKind.allCases)
  func complete(kind: ObjectKind) throws {
    let isExtension = ["extension", "addition"].contains(kind.name)
    let bytes = try Fixtures.bytes(isExtension ? Fixtures.extension : Fixtures.complete)
    let root = try #require(YAMLTree.read(bytes: bytes, file: "x").root)
    var found: Set<String> = []
    collect(root, .object(isExtension ? .extension : .flow), kind, &found)
    #expect(Set(kind.table.keys.map(\.name)).subtracting(found) == [])
  }

  @Test("Keys that others refer to exist", arguments: ObjectKind.allCases)
  func relations(kind: ObjectKind) {
    let table = kind.table
    let names = table.keys.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(table.exactlyOne).isSubset(of: names))
    #expect(Set(table.elsewhere.keys).isDisjoint(with: names))
    for row in table.keys {
      #expect(Set(row.companions + row.opponents).isSubset(of: names))
      #expect(row.summary.hasSuffix("."))
    }
  }

  /// The keys of all maps of `kind` in a right document.
  private func collect(
    _ node: YAMLNode, _ shape: Shape, _ kind: ObjectKind, _ found: inout Set<String>
  ) {
    switch (shape, node.content) {
    case (.either(let forms), _):
      for form in forms { collect(node, form, kind, &found) }
    case (.list(let entry, _), .sequence(let items)):
      for item in items { collect(item, entry, kind, &found) }
    case (.map(_, let value, _), .mapping(let pairs)):
      for pair in pairs { collect(pair.value, value, kind, &found) }
    case (.tagged(let kinds), .mapping):
      for candidate in kinds where node[candidate.name] != nil {
        collect(node, .object(candidate), kind, &found)
      }
    case (.object(let ownKind), .mapping(let pairs)):
      if ownKind == kind { found.formUnion(pairs.map(\.key.value)) }
      for pair in pairs {
        if let row = ownKind.table.row(pair.key.value) {
          collect(pair.value, row.shape, kind, &found)
        }
      }
    default: return
    }
  }
}
