import ArgumentParser
import Branding
import PorticoCommands

struct BrandSwiftCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift", abstract: "Write a brand as Swift source, for the views of an app.",
    discussion: """
      Writes PorticoTheme.brand, with the colours that follow from the accent and the sizes in points. In the app, \
      PorticoView(entry).porticoTheme(.brand) draws the screens by it.
      """)

  @OptionGroup var argument: BrandArgument
  @Flag(help: "Make the constant visible to other modules.") var `public` = false
  @Option(name: .shortAndLong, help: "The file to write. Default: standard output.")
  var output: String?

  func run() async throws {
    try await commanding("brand swift") {
      let brand = try argument.brand()
      let source = Self.source(of: brand, isPublic: `public`)
      guard let output else { return Terminal.say(String(source.dropLast())) }
      try OutputFile.write(source, to: output)
      Terminal.say("\(output): PorticoTheme.brand of \(brand.name)")
    }
  }

  /// - Parameter isPublic: whether other modules see the constant.
  static func source(of brand: Brand, isPublic: Bool) -> String {
    var parts = ["name: \(brand.name.debugDescription)"]
    if let tagline = brand.tagline { parts.append("tagline: \(tagline.debugDescription)") }
    for appearance in brand.appearance.palettes {
      parts.append("\(appearance.rawValue): \(colors(brand.palette(appearance)))")
    }
    // A rem is 16 points at the default size of text.
    parts.append("font: .\(brand.font.rawValue), corner: \(brand.corner.control * 16)")
    parts.append(
      "controlHeight: \(brand.density.control * 16), distance: \(brand.density.distance * 16)")
    return """
      // The brand of \(brand.name), written by `portico brand swift`. Do not edit.

      \(isPublic ? "public " : "")import Portico

      extension PorticoTheme {
        \(isPublic ? "public " : "")static let brand = PorticoTheme(
          \(parts.joined(separator: ",\n    ")))
      }

      """
  }

  private static func colors(_ palette: Palette) -> String {
    let colors = [
      ("paper", palette.paper), ("surface", palette.surface), ("ink", palette.ink),
      ("quiet", palette.quiet), ("accent", palette.accent), ("fill", palette.fill),
      ("onFill", palette.onFill),
    ]
    let arguments = colors.map { "\($0.0): 0x\($0.1.hex.dropFirst())" }
    let lines = [arguments.prefix(4), arguments.dropFirst(4)].map { $0.joined(separator: ", ") }
    return "Colors(\n      \(lines.joined(separator: ",\n      ")))"
  }
}
