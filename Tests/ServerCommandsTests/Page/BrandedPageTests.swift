import Branding
import Foundation
import IdentityHTTP
import Testing

@testable import ServerCommands

@Suite("The page in a brand") struct BrandedPageTests {
  /// The page of this tree.
  private static func page() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      decoding: Data(contentsOf: root.appendingPathComponent("Web/index.html")), as: UTF8.self)
  }

  private func brand(_ change: (inout Brand) throws -> Void = { _ in }) throws -> Brand {
    var brand = Brand(name: "Café <Ríos> & 'Co\"", accent: try #require(RGBColor(hex: "#e8590c")))
    try change(&brand)
    return brand
  }

  private static let svg = Array("<svg viewBox=\"0 0 40 20\"></svg>".utf8)

  @Test("BRD-3: the page has name, tagline and style sheet of the brand, escaped")
  func head() throws {
    let branded = try BrandedPage(
      try Self.page(), in: try brand { $0.tagline = "</span><script>" })
    let name = "Café &lt;Ríos&gt; &amp; &#39;Co&quot;"
    #expect(branded.page.contains("<title>\(name)</title>"))
    #expect(branded.page.contains("<span translate=\"no\" dir=\"auto\">\(name)</span>"))
    #expect(branded.page.contains("&lt;/span&gt;&lt;script&gt;"))
    #expect(!branded.page.contains("Portico") && !branded.page.contains("class=\"mark\""))
    #expect(branded.files.count == 1)
    let sheet = try #require(branded.files.first)
    #expect(sheet.key.hasPrefix("/brand/brand.") && SiteFile.holdsDigest(sheet.key))
    let link = "<link rel=\"stylesheet\" href=\"\(sheet.key.dropFirst())\">"
    let order = ["href=\"host/page.css\">", link, "src=\"host/files.js\""].compactMap {
      branded.page.firstRange(of: $0)?.lowerBound
    }
    #expect(order.count == 3 && order == order.sorted())
  }

  @Test("BRD-3: the page has the same policy as without a brand, and nothing is inline")
  func policy() throws {
    let page = try Self.page()
    let branded = try BrandedPage(
      page, in: try brand { $0.logo = try BrandPicture(Self.svg, most: 100) }
    ).page
    func policy(_ text: String) -> Substring? {
      guard let start = text.firstRange(of: "content=\"\n        default-src")?.lowerBound,
        let end = text[start...].firstRange(of: "\">")?.lowerBound
      else { return nil }
      return text[start..<end]
    }
    #expect(policy(page) != nil && policy(branded) == policy(page))
    #expect(!branded.contains("style=") && !branded.contains("<style"))
    for script in branded.split(separator: "<script").dropFirst() {
      #expect(script.contains("src=\"") && script.contains("></script>"))
    }
  }

  @Test(
    "BRD-3: pictures come after the first paint: the document has a script that waits, and no picture"
  )
  func pictures() throws {
    let branded = try BrandedPage(
      try Self.page(),
      in: try brand {
        $0.logo = try BrandPicture(Self.svg, most: 100)
        $0.favicon = $0.logo
      })
    let encoded = Data(Self.svg).base64EncodedString()
    #expect(branded.files.count == 3 && !branded.page.contains(encoded))
    let pictures = try #require(branded.files.first { $0.key.hasPrefix("/brand/pictures.") })
    #expect(pictures.value.split(separator: encoded).count == 3)
    let loader = try #require(branded.files.first { $0.key.hasPrefix("/brand/later.") })
    let name = try #require(pictures.key.split(separator: "/").last)
    #expect(loader.value.contains("import(\"./\(name)\")") && loader.value.contains("\"load\""))
    #expect(branded.page.contains("async fetchpriority=\"low\" src=\"\(loader.key.dropFirst())\""))
    let sheet = try #require(branded.files.first { $0.key.hasSuffix(".css") }).value
    #expect(sheet.contains("aspect-ratio: 2.0000") && !sheet.contains(encoded))
  }

  @Test(
    "BRD-5: a plate is drawn where the logo would vanish, and the logo for dark grounds where there is one"
  )
  func plates() throws {
    let accent = try brand {
      $0.logo = try BrandPicture(
        Array("<svg viewBox='0 0 1 1'><path fill='#e8590c' d='M0 0'/></svg>".utf8), most: 100)
    }
    let plate = "background-color: \(accent.lightPlate.hex);"
    let sheet = BrandSheet(accent).text
    let panel = try #require(sheet.ranges(of: "@container page").last?.lowerBound)
    #expect(sheet[panel...].contains(plate) && !sheet[..<panel].contains(plate))
    #expect(sheet[panel...].contains("prefers-color-scheme: dark"))
    #expect(!sheet.contains("--logo-dark"))
    var dark = accent
    dark.logoDark = try BrandPicture(
      Array("<svg viewBox='0 0 1 1'><path fill='#fff' d='M0 0'/></svg>".utf8), most: 100)
    dark.appearance = .dark
    let night = BrandSheet(dark).text
    #expect(night.contains("var(--logo-dark)") && !night.contains("prefers-color-scheme"))
    let files = try BrandedPage(try Self.page(), in: dark).files
    let pictures = try #require(files.first { $0.key.hasPrefix("/brand/pictures.") }).value
    #expect(pictures.contains("\"--logo\"") && pictures.contains("\"--logo-dark\""))
  }

  @Test("Only what a brand changes is in its sheet")
  func sheet() throws {
    let least = BrandSheet(try brand()).text
    for token in ["  --font", "  --radius", "  --space", "  --control", "\n  color-scheme"] {
      #expect(!least.contains(token))
    }
    let most = BrandSheet(
      try brand {
        $0.font = .serif
        $0.corner = .square
        $0.density = .compact
        $0.appearance = .dark
      }
    ).text
    for line in [
      "--font: ui-serif", "--radius-s: 0rem;", "--control: 2.7500rem;", "--space-5: 1.1250rem;",
      "color-scheme: dark;",
    ] { #expect(most.contains(line)) }
    #expect(!most.contains("light-dark"))
    // Loaded before a first paint.
    #expect(least.utf8.count < 3_000)
  }

  @Test("A page that has no place for a brand is refused, with the place that is missing")
  func refused() throws {
    let page = try Self.page()
    for part in [
      "<link rel=\"stylesheet\" href=\"host/page.css\">", "<title>", "<header id=\"brand\">",
      "content=\"#fbfaf7\"", "content=\"#101513\"",
    ] {
      do {
        _ = try BrandedPage(page.replacing(part, with: ""), in: try brand())
        Issue.record("a page without \(part) was taken")
      } catch let refusal as BrandedPage.Refusal { #expect(refusal.part == part) }
    }
  }

  @Test("BRD-3: without a brand each file is served unchanged")
  func unbranded() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("site-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try Self.page()
    try Data(page.utf8).write(to: folder.appendingPathComponent("index.html"))
    try Data("br".utf8).write(to: folder.appendingPathComponent("index.html.br"))
    let plain = try Site(folder: folder.path, isDevelopment: false)
    #expect(plain.copies == ["/index.html": Array(page.utf8)] && plain.count == 1)
    let branded = try Site(folder: folder.path, isDevelopment: false, brand: try brand())
    #expect(branded.count == 2)
    // The compressed form was that of the other page.
    #expect(
      branded.answer(.init(path: "/", acceptEncoding: "br"))?.body != Array("br".utf8))
    #expect(plain.answer(.init(path: "/", acceptEncoding: "br"))?.body == Array("br".utf8))
  }
}
