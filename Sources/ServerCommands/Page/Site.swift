package import Branding
import Foundation
package import IdentityHTTP

/// The folder that `scripts/web` puts together, as it was when the server started: the page's files, how they are
/// compressed, named and cached, and what a browser may do with them. Nothing is read while people are served; in
/// development `documents` compiles flows as they are edited.
package struct Site: Sendable {
  /// With `--dev`: what takes the place of compiled flows. A document that is wrong is answered by
  /// 422 and what is wrong with it.
  package var documents: FlowDocuments?
  /// With `--flow`: the document that the page is there for.
  package var live: LiveDocument?
  private let files: [String: SiteFile]
  /// What each file carries, and what a document does besides: the rest of what it asks for is bound by
  /// the document's policy, and keeps the one of every answer, which allows nothing.
  private let fields: [(name: String, value: String)] = [
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Vary", "Accept-Encoding"),
  ]
  private let documentFields: [(name: String, value: String)]

  /// Reads all files. What begins with a point, and what is no plain file, is left out.
  ///
  /// - Parameters:
  ///   - isDevelopment: the studio is there, pages of the own origin may frame it, and flows
  ///     may call servers of this machine without TLS.
  ///   - brand: how the page looks; nil for the way it was built.
  /// - Throws: `SiteProblem`.
  package init(folder: String, isDevelopment: Bool, brand: Brand? = nil) throws(SiteProblem) {
    var found = try Self.read(folder)
    guard let page = found["/index.html"] else { throw .noPage(folder: folder) }
    if let brand {
      do throws(BrandedPage.Refusal) {
        let branded = try BrandedPage(String(decoding: page, as: UTF8.self), in: brand)
        // What was compressed is the page without it.
        for coding in SiteFile.codings { found["/index.html" + coding.ending] = nil }
        found["/index.html"] = Array(branded.page.utf8)
        for (path, text) in branded.files { found[path] = Array(text.utf8) }
      } catch { throw .noPlace(part: error.part, folder: folder) }
    }
    var files: [String: SiteFile] = [:]
    for (path, bytes) in found {
      // `index.html.br` is a form of `index.html`, and no file by itself.
      if SiteFile.codings.contains(where: { path.hasSuffix($0.ending) }) { continue }
      if path.hasPrefix("/studio/"), !isDevelopment { continue }
      var compressed: [String: [UInt8]] = [:]
      for coding in SiteFile.codings { compressed[coding.name] = found[path + coding.ending] }
      files[path] = SiteFile(path: path, bytes: bytes, compressed: compressed)
    }
    files["/"] = files["/index.html"]
    self.files = files
    documentFields = [
      ("Content-Security-Policy", Self.policy(isDevelopment: isDevelopment)),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"),
    ]
  }

  package var count: Int { files.count - 1 }

  /// Each file as it lies in a folder, by path.
  var copies: [String: [UInt8]] {
    files.filter { $0.key != "/" }.compactMapValues { $0.forms.last?.bytes }
  }

  /// - Returns: nil where there is no such file.
  package func answer(_ request: PageRequest) -> PageAnswer? {
    if let live {
      switch answer(request, of: live) {
      case .done(var answer):
        answer.fields += fields
        return answer
      case .flow(let file): return answer(request, file)
      case .file(let path): return files[path].flatMap { answer(request, $0) }
      case .none: break
      }
    }
    switch documents?.file(request.path) {
    case .success(let file): return answer(request, file)
    case .failure(let problems):
      return PageAnswer(
        status: 422, body: Array(problems.text.utf8), type: "text/plain; charset=utf-8",
        fields: fields + [("Cache-Control", "no-store")])
    case nil: return files[request.path].flatMap { answer(request, $0) }
    }
  }

  private func answer(_ request: PageRequest, _ file: SiteFile) -> PageAnswer? {
    guard let form = file.form(for: request.acceptEncoding) else { return nil }
    var fields = fields
    if file.isDocument {
      fields += documentFields
    } else if !file.isInert {
      fields.append(("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
    }
    fields.append(("ETag", form.tag))
    fields.append(
      ("Cache-Control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"))
    if Self.holds(request.ifNoneMatch, form.tag) {
      return PageAnswer(status: 304, body: [], type: file.type, fields: fields)
    }
    if !form.coding.isEmpty { fields.append(("Content-Encoding", form.coding)) }
    return PageAnswer(status: 200, body: form.bytes, type: file.type, fields: fields)
  }

  /// A weak comparison (RFC 9110 section 8.8.3.2), since a proxy may have weakened the tag.
  private static func holds(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { item in
      let name = item.drop { $0 == " " }.prefix { $0 != " " }
      return name == "*" || name == tag || name == "W/" + tag
    }
  }

  /// Nothing is unsafe in it but compiling the machine. The page says the same of itself, but a
  /// header alone forbids frames.
  static func policy(isDevelopment: Bool) -> String {
    let loopback = isDevelopment ? " http://127.0.0.1:* http://localhost:*" : ""
    return [
      "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
      "img-src 'self' data:", "font-src 'self'", "connect-src 'self' https:" + loopback,
      "base-uri 'none'", "form-action 'none'",
      "frame-ancestors \(isDevelopment ? "'self'" : "'none'")", "trusted-types 'none'",
      "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
  }
}

/// Why a page cannot be served: what, and what to do.
package enum SiteProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noPage(folder: String)
  case unreadable(file: String, why: String)
  /// A brand has no place in it.
  case noPlace(part: String, folder: String)
  case tooLarge(folder: String)

  package var description: String {
    switch self {
    case .noPage(let folder):
      "--web: there is no page in \(folder) (no index.html); run scripts/web, or write none for a "
        + "server without a page"
    case .unreadable(let file, let why):
      "--web: \(file) cannot be read (\(why)); let the user of the server read it"
    case .noPlace(let part, let folder):
      "--brand: the page in \(folder) has no \(part), so a brand has no place in it; name the folder that scripts/web "
        + "made, or leave out --brand"
    case .tooLarge(let folder):
      "--web: \(folder) holds more than \(Site.mostFiles) files or \(Site.mostBytes >> 20) MiB, so "
        + "it is no page of ours; name the folder that scripts/web made"
    }
  }
}

extension Site {
  static let mostFiles = 2_000
  static let mostBytes = 64 << 20

  /// By path, from the folder on.
  private static func read(_ folder: String) throws(SiteProblem) -> [String: [UInt8]] {
    let root = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    var found: [String: [UInt8]] = [:]
    var total = 0
    let entries = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    while let file = entries?.nextObject() as? URL {
      let isPlain = try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      guard isPlain == true else { continue }
      let bytes: [UInt8]
      do {
        bytes = Array(try Data(contentsOf: file))
      } catch {
        throw .unreadable(file: file.path, why: "\(type(of: error))")
      }
      total += bytes.count
      guard total <= mostBytes, found.count < mostFiles else { throw .tooLarge(folder: folder) }
      let path = file.standardizedFileURL.path.dropFirst(root.path.count)
      found["/" + path.drop { $0 == "/" }] = bytes
    }
    return found
  }
}
