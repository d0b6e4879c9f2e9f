import Branding
import Testing

@testable import ServerCommands

@Suite("The file of a brand") struct BrandFileTests {
  private static let logo = "<svg viewBox=\"0 0 40 20\"><path d=\"M0 0h40v20z\"/></svg>"

  private func brand(_ text: String, pictures: [String: String] = [:]) throws -> Brand {
    try BrandFile.read(ReadableFile(path: "etc/b.yaml", bytes: Array(text.utf8))) {
      path, name throws(ServeRefusal) in
      guard let picture = pictures[path] else {
        throw ServeRefusal("\(name): \(path) does not exist")
      }
      return ReadableFile(path: path, bytes: Array(picture.utf8))
    }
  }

  private func mistakes(_ text: String, pictures: [String: String] = [:]) -> [String] {
    do {
      _ = try brand(text, pictures: pictures)
      return []
    } catch { return "\(error)".split(separator: "\n").map(String.init) }
  }

  @Test("BRD-1: a brand is read from a file, as YAML or JSON; pictures lie beside it")
  func read() throws {
    let written = try brand(
      """
      name: Café Ríos
      tagline: Coffee, brought by bike
      logo: logo.svg
      logo_dark: logo.svg
      favicon: /art/icon.svg
      accent: "#E8590C"
      font: humanist
      corner: pill
      density: spacious
      appearance: light
      """, pictures: ["etc/logo.svg": Self.logo, "/art/icon.svg": Self.logo])
    #expect(written.name == "Café Ríos" && written.tagline == "Coffee, brought by bike")
    #expect(written.accent.hex == "#e8590c" && written.logo?.aspect == 2)
    #expect(written.favicon == written.logo && written.logoDark == written.logo)
    #expect(written.font == .humanist && written.corner == .pill)
    #expect(written.density == .spacious && written.appearance == .light)
    let least = try brand(##"{"name": "A", "accent": "#000"}"##)
    #expect(least == Brand(name: "A", accent: .black))
  }

  @Test(
    "BRD-1: each mistake has its place, and says what to write",
    arguments: [
      (
        "name: A\naccent: \"#000\"\nacent: x",
        "etc/b.yaml:3:1: unknown key `acent`; write `accent`, or remove it"
      ),
      (
        "name: A\naccent: #0d5c4a",
        "etc/b.yaml:2:8: `accent` is empty: an unquoted # begins a comment; quote the colour, as in \"#0d5c4a\""
      ),
      ("name: A", "etc/b.yaml:1:1: `accent` is missing; add a colour, as in \"#0d5c4a\""),
      ("name: A\naccent: teal", "etc/b.yaml:2:9: `accent` must be a colour, as in \"#0d5c4a\""),
      (
        "name: \(String(repeating: "x", count: 41))\naccent: \"#000\"",
        "etc/b.yaml:1:7: `name` must be a text of 1 to 40 characters on one line"
      ),
      (
        "name: \"a\\nb\"\naccent: \"#000\"",
        "etc/b.yaml:1:7: `name` must be a text of 1 to 40 characters on one line"
      ),
      (
        "accent: \"#000\"",
        "etc/b.yaml:1:1: `name` is missing; add a text of 1 to 40 characters on one line"
      ),
      (
        "name: A\naccent: \"#000\"\ntagline: [a]",
        "etc/b.yaml:3:10: `tagline` must be a text of 1 to 80 characters on one line"
      ),
      (
        "name: A\naccent: \"#000\"\nfont: Comic Sans",
        "etc/b.yaml:3:7: `font` must be one of classic, system, serif, rounded, humanist, mono"
      ),
      (
        "name: A\naccent: \"#000\"\ncorner: 3px",
        "etc/b.yaml:3:9: `corner` must be one of square, slight, round, pill"
      ),
      (
        "name: A\naccent: \"#000\"\ndensity: tight",
        "etc/b.yaml:3:10: `density` must be one of compact, regular, spacious"
      ),
      (
        "name: A\naccent: \"#000\"\nappearance: auto",
        "etc/b.yaml:3:13: `appearance` must be one of both, light, dark"
      ),
      (
        "name: A\naccent: \"#000\"\nlogo: none.svg",
        "etc/b.yaml:3:7: logo: etc/none.svg does not exist"
      ),
      (
        "name: A\naccent: \"#000\"\nfavicon: a.gif",
        "etc/b.yaml:3:10: favicon: etc/a.gif is neither an SVG nor a PNG; export it as one of them"
      ),
      (
        "name: A\naccent: \"#000\"\nlogo: big.svg",
        "etc/b.yaml:3:7: logo: etc/big.svg has 40000 bytes, and may have 32768; export a smaller one"
      ),
      (
        "name: A\naccent: \"#000\"\nlogo_dark: l.svg",
        "etc/b.yaml:3:12: `logo_dark` is for dark grounds; add `logo`, for light ones"
      ),
      ("- name: A", "etc/b.yaml:1:1: a brand is a map; write `key: value` lines"),
    ])
  func mistake(text: String, expected: String) {
    let pictures = [
      "etc/a.gif": "GIF89a", "etc/l.svg": Self.logo,
      "etc/big.svg": String(repeating: " ", count: 40_000),
    ]
    #expect(mistakes(text, pictures: pictures) == [expected])
  }

  @Test("BRD-1: all mistakes are reported at once")
  func all() {
    #expect(mistakes("name: ''\naccent: x\nfont: y\nlogo: z\nq: 1").count == 5)
  }

  @Test("The service is called as the brand is, unless it has a name of its own")
  func service() throws {
    func request(_ flags: [SettingKey: WrittenSetting.Text]) throws -> ServeRequest {
      try ServeRequest(
        try ServeConfiguration(flags: flags, environment: [:]) { path throws(ServeRefusal) in
          throw ServeRefusal("no file")
        })
    }
    #expect(try request([:]).service == "Portico")
    let folder = try TemporaryBrand("name: Ríos\naccent: \"#b3261e\"\n")
    defer { folder.remove() }
    #expect(try request([.brand: .one(folder.path)]).service == "Ríos")
    #expect(
      try request([.brand: .one(folder.path), .service: .one("Other")]).service == "Other")
    #expect(throws: ServeRefusal.self) { try request([.brand: .one(folder.path + "x")]) }
  }

  @Test("The report has each pair of colours, and says what was changed")
  func report() throws {
    let lines = BrandCheckCommand.report(try brand("name: A\naccent: '#ffd400'"))
    #expect(lines.first == "A: accent #ffd400")
    #expect(
      lines.contains { $0.hasPrefix("  accent: #") && $0.contains("in place of #ffd400") })
    #expect(lines.count { $0.contains("at least") } == 46)
  }
}
