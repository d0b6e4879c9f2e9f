import Branding
import FlowDefinition

/// The brand of a configuration (`brand: FILE`): what the page and the mails are drawn from.
enum BrandFile {
  private static let keys = [
    "name", "tagline", "logo", "logo_dark", "favicon", "accent", "font", "corner", "density",
    "appearance",
  ]

  /// - Parameter open: reads a picture by its path; the name says where the path stands.
  /// - Throws: `ServeRefusals`
  static func read(
    _ file: ReadableFile,
    open: (_ path: String, _ name: String) throws(ServeRefusal) -> ReadableFile = {
      path, name throws(ServeRefusal) in try ReadableFile(path, named: name)
    }
  ) throws -> Brand {
    var document = CatalogDocument(map: file, of: "brand")
    guard let root = document.entries.first else { throw ServeRefusals(document.refusals) }
    document.checkKeys(of: root, among: keys)
    let name = line(
      "name", root, "1 to \(Brand.mostNameLength)", isNeeded: true, &document, Brand.isName)
    let tagline = line(
      "tagline", root, "1 to \(Brand.mostTaglineLength)", isNeeded: false, &document,
      Brand.isTagline)
    let accent = accent(root, &document)
    let font = choice("font", root, &document, Brand.Font.self)
    let corner = choice("corner", root, &document, Brand.Corner.self)
    let density = choice("density", root, &document, Brand.Density.self)
    let appearance = choice("appearance", root, &document, Brand.Appearance.self)
    func picture(_ key: String, most: Int) -> BrandPicture? {
      guard let node = root[key], let path = document.text(key, of: root, isNeeded: false) else {
        return nil
      }
      // As the file stands where it is, so do its neighbours.
      let whole = path.hasPrefix("/") ? path : file.folder.map { "\($0)/\(path)" } ?? path
      do {
        let bytes = try open(whole, "\(node.position.text): \(key)").bytes
        return try BrandPicture(bytes, most: most)
      } catch let refusal as BrandPicture.Refusal {
        document.refuse(node, "\(key): \(whole) \(refusal)")
      } catch let refusal as ServeRefusal {
        document.refuse(refusal)
      } catch {
        document.refuse(node, "\(key): \(whole) cannot be read (\(type(of: error)))")
      }
      return nil
    }
    let logo = picture("logo", most: BrandPicture.mostLogoBytes)
    let logoDark = picture("logo_dark", most: BrandPicture.mostLogoBytes)
    if let node = root["logo_dark"], root["logo"] == nil {
      document.refuse(node, "`logo_dark` is for dark grounds; add `logo`, for light ones")
    }
    let favicon = picture("favicon", most: BrandPicture.mostFaviconBytes)
    try document.check()
    guard let name, let accent else { throw ServeRefusals(document.refusals) }
    var brand = Brand(name: name, accent: accent)
    (brand.tagline, brand.logo, brand.favicon) = (tagline, logo, favicon)
    brand.logoDark = logoDark
    brand.font = font ?? brand.font
    brand.corner = corner ?? brand.corner
    brand.density = density ?? brand.density
    brand.appearance = appearance ?? brand.appearance
    return brand
  }

  private static func line(
    _ key: String, _ root: YAMLNode, _ length: String, isNeeded: Bool,
    _ document: inout CatalogDocument, _ isGood: (String) -> Bool
  ) -> String? {
    document.value(key, of: root, isNeeded: isNeeded, "a text of \(length) characters on one line")
    {
      node in node.scalar.flatMap { isGood($0.text) ? $0.text : nil }
    }
  }

  private static func accent(_ root: YAMLNode, _ document: inout CatalogDocument) -> RGBColor? {
    if let node = root["accent"], node.isNull {
      // The mistake that everyone makes once.
      document.refuse(
        node,
        "`accent` is empty: an unquoted # begins a comment; quote the colour, as in \"#0d5c4a\"")
      return nil
    }
    return document.value("accent", of: root, "a colour, as in \"#0d5c4a\"") { node in
      node.scalar.flatMap { RGBColor(hex: $0.text) }
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ root: YAMLNode, _ document: inout CatalogDocument, _: Choice.Type
  ) -> Choice? {
    let words = Choice.allCases.map(\.rawValue)
    return document.value(key, of: root, isNeeded: false, "one of \(words.joined(separator: ", "))")
    {
      node in node.scalar.flatMap { Choice(rawValue: $0.text) }
    }
  }
}
