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
  func site(isDevelopment: Bool) throws(SiteProblem) -> Site? {
    guard let folder else { return nil }
    var site = try Site(folder: folder, isDevelopment: isDevelopment)
    if isDevelopment { site.documents = FlowDocuments(folder: "Flows") }
    return site
  }

  private var folder: String? {
    switch self {
    case .noPage: nil
    case .named(let folder): folder
    case .usual: Self.built
    }
  }

  /// `.build/web/site`, beside `.build/release/portico` and wherever that link leads.
  private static var built: String? {
    guard let program = Bundle.main.executablePath else { return nil }
    let start = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [start, start.deletingLastPathComponent()]
      .map { $0.appendingPathComponent("web/site").path }
      .first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
  }
}
