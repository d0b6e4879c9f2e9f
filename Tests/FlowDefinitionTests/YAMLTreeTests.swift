import FlowDefinition
import Testing

@Suite struct YAMLTreeTests {
  private func tree(_ text: String) throws -> YAMLNode {
    let outcome = YAMLTree.read(bytes: Array(text.utf8), file: "x")
    #expect(outcome.diagnostics.isEmpty)
    return try #require(outcome.root)
  }

  private func at(_ line: Int, _ column: Int) -> Position {
    Position(file: "x", line: line, column: column)
  }

  @Test("The words that YAML once read as booleans are texts, also as keys")
  func words() throws {
    let root = try tree("on: no\noff: yes\ny: True\nnull: ~\n1: 0x10\n1.0: 2024-01-01\n")
    let pairs = try #require(root.pairs)
    #expect(pairs.map(\.key.value) == ["on", "off", "y", "null", "1", "1.0"])
    #expect(pairs.map { $0.value.name?.value } == ["no", "yes", "True", "~", "0x10", "2024-01-01"])
    #expect(pairs.allSatisfy { $0.value.flag == nil && $0.value.number == nil })
    #expect(try tree("a: true")["a"]?.flag == true)
    #expect(try tree("a: 'true'")["a"]?.flag == nil)
  }

  @Test("Positions are lines and columns from 1, also in flow style and after wide characters")
  func positions() throws {
    let root = try tree("a:\n  - é: [x, 'y']\n  - \"🙂\": z\n")
    let items = try #require(root["a"]?.items)
    #expect(items.map(\.position) == [at(2, 5), at(3, 5)])
    #expect(items[0].pairs?.first?.value.items?.map(\.position) == [at(2, 9), at(2, 12)])
    #expect(items[0]["é"]?.items?[1].name?.position == at(2, 13))
    #expect(items[1]["🙂"]?.position == at(3, 10))
  }

  @Test("A text's position is inside its quotes, and exact within the text only if it is verbatim")
  func verbatim() throws {
    let root = try tree("a: 'b c'\nd: \"e\\tf\"\ng: h\n  i\nj: 'k''l'\nm: |\n  n\no: \"p\"\n")
    func scalar(_ key: String) throws -> YAMLNode.Scalar { try #require(root[key]?.scalar) }
    #expect(try scalar("a").position(ofOffset: 2) == at(1, 7))
    #expect(try scalar("d").position(ofOffset: 2) == at(2, 4))
    #expect(try scalar("g").text == "h i")
    #expect(try scalar("g").position(ofOffset: 2) == at(3, 4))
    #expect(try scalar("j").position(ofOffset: 2) == at(5, 4))
    #expect(try scalar("m").style == .block)
    #expect(try scalar("m").position(ofOffset: 0) == at(6, 4))
    #expect(try scalar("o").position(ofOffset: 0) == at(8, 5))
  }

  @Test("A byte order mark and other systems' line endings change no position")
  func lineEnds() throws {
    for end in ["\n", "\r\n", "\r"] {
      let root = try tree("\u{FEFF}a: 1" + end + end + "b: 'c'" + end)
      #expect(root["a"]?.position == at(1, 4))
      #expect(root["b"]?.name?.position == at(3, 5))
    }
  }

  @Test("Letters that begin anchors, aliases and tags stay in texts, keys and comments")
  func placeholders() throws {
    let root = try tree(
      "a: A & B * C! # & * !\nd: '&e'\n\"*f\": \"!g\"\nh: |\n  &i *j !k\nl&m: n*\n")
    #expect(
      root.pairs?.map { "\($0.key.value)=\($0.value.name?.value ?? "")" }
        == ["a=A & B * C!", "d=&e", "*f=!g", "h=&i *j !k\n", "l&m=n*"])
  }

  @Test("If a key appears three times, both repetitions are reported")
  func duplicates() {
    let text = "a: 1\n'a': 2\nb: {c: 1, c: 2}\n\"a\": 3\n"
    let diagnostics = YAMLTree.read(bytes: Array(text.utf8), file: "x").diagnostics
    #expect(diagnostics.map(\.code) == [.duplicateKey, .duplicateKey, .duplicateKey])
    #expect(Set(diagnostics.map(\.position)) == [at(2, 1), at(3, 11), at(4, 1)])
  }

  @Test("The number of levels and of nodes is exact")
  func limits() {
    func codes(_ text: String, _ limits: YAMLTree.Limits) -> [DiagnosticCode] {
      YAMLTree.read(bytes: Array(text.utf8), file: "x", limits: limits).diagnostics.map(\.code)
    }
    #expect(codes("[[[a]]]", YAMLTree.Limits(levels: 4)) == [])
    #expect(codes("[[[a]]]", YAMLTree.Limits(levels: 3)) == [.tooDeep])
    #expect(codes("[a, {b: c}]", YAMLTree.Limits(nodes: 5)) == [])
    #expect(codes("[a, {b: c}]", YAMLTree.Limits(nodes: 4)) == [.tooManyNodes])
    #expect(codes("a: b", YAMLTree.Limits(bytes: 4)) == [])
    #expect(codes("a: b", YAMLTree.Limits(bytes: 3)) == [.tooLarge])
  }
}
