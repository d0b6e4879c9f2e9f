import ArgumentParser
import Branding
import Foundation

struct BrandCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "brand", abstract: "Check how a brand looks, and draw the page in it.",
    subcommands: [BrandCheckCommand.self, BrandPreviewCommand.self, BrandSwiftCommand.self])
}

/// The file of a brand, as an argument.
struct BrandArgument: ParsableArguments {
  @Argument(help: "A YAML or JSON file with a brand (docs/guides/brand.md).") var file: String

  func brand() throws -> Brand {
    let file = try ReadableFile(self.file, named: "FILE")
    if let refusal = file.refusalOfOthers { throw refusal }
    return try BrandFile.read(file)
  }
}

struct BrandCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a brand, and print the colours that follow from its accent.",
    discussion: """
      Prints each pair of colours that meet in the page or in a mail with its contrast: 4.5 is needed for text and 3 for \
      controls (WCAG 2.2). Status 0 means that a server would take the file.
      """)

  @OptionGroup var argument: BrandArgument

  func run() async throws {
    try await commanding("brand check") {
      let brand = try argument.brand()
      for line in Self.report(brand) { Terminal.say(line) }
    }
  }

  static func report(_ brand: Brand) -> [String] {
    var lines = ["\(brand.name): accent \(brand.accent.hex)"]
    for appearance in brand.appearance.palettes {
      let palette = brand.palette(appearance)
      let logos = brand.logoGrounds.filter { $0.appearance == appearance }
      lines.append("")
      lines.append(appearance.rawValue)
      let changed = [("accent", palette.accent), ("button", palette.fill)]
        .filter { $0.1 != brand.accent }
      for (name, color) in changed {
        lines.append("  \(name): \(color.hex) in place of \(brand.accent.hex), to be clear enough")
      }
      lines += logos.map { "  logo on \($0.place.rawValue): \(said($0.picture))" }
      for pair in palette.pairs {
        let name = pair.name + String(repeating: " ", count: max(0, 34 - pair.name.count))
        lines.append(
          "  \(name) \(pair.front.hex) on \(pair.back.hex)  \(ratio(pair.contrast)):1, "
            + "at least \(ratio(pair.least)):1")
      }
    }
    return lines
  }

  private static func said(_ picture: LogoGround.Picture) -> String {
    switch picture {
    case .logo: "logo"
    case .logoDark: "logo_dark"
    case .onLightPlate: "logo, on a light plate, to be clear enough"
    case .onDarkPlate: "logo, on a dark plate, to be clear enough"
    }
  }

  /// Cut, not rounded: 4.499 is not 4.5.
  private static func ratio(_ value: Double) -> String {
    let hundredths = Int(value * 100)
    let decimals = String(100 + hundredths % 100).dropFirst()
    let whole = "\(hundredths / 100)"
    return String(repeating: " ", count: max(0, 2 - whole.count)) + whole + "." + decimals
  }
}

struct BrandPreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Write the page and each mail in a brand to a folder.",
    discussion: """
      The page is in FOLDER/page, for any server of static files; mails are FOLDER/mails/NAME.LANGUAGE.html, with a page that \
      shows all of them. From a source tree, scripts/screenshots --brand FILE --output FOLDER draws every screen in the brand.
      """)

  @OptionGroup var argument: BrandArgument
  @Option(name: .shortAndLong, help: "The folder to write to. Created if it does not exist.")
  var output = "brand-preview"
  @Option(help: .setting(.web)) var web: String?

  func run() async throws {
    try await commanding("brand preview") {
      let brand = try argument.brand()
      guard let source = WebFolder(web).place else { throw ServeRefusal(WebFolder.missing) }
      let count = try BrandPreview(brand, page: source).write(to: output)
      Terminal.say("\(output): \(count.files) files of the page, \(count.mails) mails")
    }
  }
}
