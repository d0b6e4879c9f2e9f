import Branding
import Foundation

/// Where the page lies that is served.
enum WebFolder: Hashable, Sendable {
  /// What was built beside the program, if it was.
  case usual
  case named(String)
  case noPage

  init(_ text: String?) {
    switch text {
    case nil: self = .usual
    case "none": self = .noPage
    case .some(let path): self = .named(path)
    }
  }

  /// Reads the page. In development its flows are those of the documents in `Flows` of the current
  /// folder, where there are any.
  /// - Returns: nil where there is none and nobody asked for one.
  /// - Throws: `SiteProblem`.
  ///
  /// - Parameters:
  ///   - live: the document that the page is there for.
  ///   - brand: how the page looks; nil for the way it was built.
  func site(
    isDevelopment: Bool, live: LiveDocument? = nil, brand: Brand? = nil
  ) throws(SiteProblem) -> Site? {
    guard let place else { return nil }
    var site = try Site(folder: place, isDevelopment: isDevelopment, brand: brand)
    if isDevelopment { site.documents = FlowDocuments(folder: "Flows") }
    site.live = live
    return site
  }

  /// Nil where there is no page.
  var place: String? {
    switch self {
    case .noPage: nil
    case .named(let folder): folder
    case .usual: Self.built
    }
  }

  /// Where the page may lie if nobody names its folder, the first that is there: `web` beside the program and
  /// `../share/portico/web`, where it is copied to; `.build/web/site`, beside `.build/release/portico` and wherever that
  /// link leads.
  static func candidates(program: String) -> [String] {
    let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    let above = folder.deletingLastPathComponent()
    return [
      folder.appendingPathComponent("web"), above.appendingPathComponent("share/portico/web"),
      above.appendingPathComponent("web/site"),
      above.deletingLastPathComponent().appendingPathComponent("web/site"),
    ].map(\.path)
  }

  private static var built: String? {
    Bundle.main.executablePath.flatMap { program in
      candidates(program: program)
        .first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }
  }

  /// What the log says where no page is served and nobody asked for that.
  static var missing: String {
    let places = Bundle.main.executablePath.map { candidates(program: $0).prefix(2) } ?? []
    return
      "no page is served: there is none in \(places.joined(separator: " or ")); copy the folder that scripts/web "
      + "writes there, name it with --web, or say --web none"
  }
}
