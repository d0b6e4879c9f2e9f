import Branding
import Foundation

/// The page in a brand: its document with another head, and the files that this asks for.
///
/// A first paint needs the name and the colours, which are a small style sheet. Pictures come after it, by a script
/// that asks for them once everything else is there. Nothing is inline but text: the policy of the page
/// stays as it is.
struct BrandedPage: Sendable {
  let page: String
  /// By path, from the folder on.
  let files: [String: String]

  /// What the page does not have.
  struct Refusal: Error, Hashable, Sendable {
    let part: String
  }

  /// - Parameter page: `index.html`, as `scripts/web` makes it.
  init(_ page: String, in brand: Brand) throws(Refusal) {
    var document = PageText(text: page)
    var files: [String: String] = [:]
    let sheet = BrandSheet(brand).text
    let sheetPath = SiteFile.path("/brand/brand", "css", of: sheet)
    files[sheetPath] = sheet
    try document.add(
      "\n    <link rel=\"stylesheet\" href=\"\(sheetPath.dropFirst())\">",
      behind: "<link rel=\"stylesheet\" href=\"host/page.css\">")
    try document.replace(from: "<title>", to: "</title>", with: MarkupText.escaped(brand.name))
    for (appearance, standard) in [(Palette.Appearance.light, "#fbfaf7"), (.dark, "#101513")] {
      let shown = brand.appearance.palettes.contains(appearance)
      let color = brand.palette(shown ? appearance : brand.appearance.palettes[0]).surface.hex
      try document.replace("content=\"\(standard)\"", with: "content=\"\(color)\"")
    }
    try document.replace(
      from: "<header id=\"brand\">", to: "</header>", with: Self.header(brand))
    if let pictures = Self.pictures(brand) {
      let picturesPath = SiteFile.path("/brand/pictures", "js", of: pictures)
      let loader = Self.loader(picturesPath.split(separator: "/").last.map(String.init) ?? "")
      let loaderPath = SiteFile.path("/brand/later", "js", of: loader)
      files[picturesPath] = pictures
      files[loaderPath] = loader
      try document.add(
        "<script type=\"module\" async fetchpriority=\"low\" src=\"\(loaderPath.dropFirst())\"></script>\n  ",
        before: "</body>")
    }
    self.page = document.text
    self.files = files
  }

  private static func header(_ brand: Brand) -> String {
    var parts: [String] = []
    if brand.logo != nil { parts.append("<span class=\"logo\" aria-hidden=\"true\"></span>") }
    parts.append("<span translate=\"no\" dir=\"auto\">\(MarkupText.escaped(brand.name))</span>")
    if let tagline = brand.tagline {
      parts.append("<span class=\"tagline\" dir=\"auto\">\(MarkupText.escaped(tagline))</span>")
    }
    return "\n        " + parts.joined(separator: "\n        ") + "\n      "
  }

  /// Waits for everything that the first screen needs.
  private static func loader(_ name: String) -> String {
    """
    const load = () => import("./\(name)");
    document.readyState === "complete" ? load() : addEventListener("load", load);

    """
  }

  /// Data addresses: the policy of the page allows pictures by no other way, and in one an SVG runs nothing.
  private static func pictures(_ brand: Brand) -> String? {
    func address(_ picture: BrandPicture) -> String {
      "data:\(picture.kind.mediaType);base64,\(Data(picture.bytes).base64EncodedString())"
    }
    var lines: [String] = []
    // Which of them is drawn where is in the style sheet.
    for (name, logo) in [("logo", brand.logo), ("logo-dark", brand.logoDark)] {
      guard let logo else { continue }
      lines.append(
        "document.querySelector(\"#brand .logo\").style.setProperty(\"--\(name)\", 'url(\"\(address(logo))\")');"
      )
    }
    if let favicon = brand.favicon {
      lines.append("document.querySelector(\"link[rel=icon]\").href = \"\(address(favicon))\";")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n") + "\n"
  }
}

/// A document in which parts are replaced that have to be there.
private struct PageText {
  var text: String

  mutating func replace(_ part: String, with other: String) throws(BrandedPage.Refusal) {
    guard let range = text.firstRange(of: part) else { throw BrandedPage.Refusal(part: part) }
    text.replaceSubrange(range, with: other)
  }

  mutating func replace(
    from start: String, to end: String, with other: String
  ) throws(BrandedPage.Refusal) {
    guard let first = text.firstRange(of: start),
      let last = text[first.upperBound...].firstRange(of: end)
    else { throw BrandedPage.Refusal(part: start) }
    text.replaceSubrange(first.upperBound..<last.lowerBound, with: other)
  }

  mutating func add(_ other: String, behind part: String) throws(BrandedPage.Refusal) {
    try replace(part, with: part + other)
  }

  mutating func add(_ other: String, before part: String) throws(BrandedPage.Refusal) {
    try replace(part, with: other + part)
  }
}
