import FlowDefinition
import Foundation
import IdentityHTTP
import PorticoCommands
import Synchronization

/// With `--flow`: the one document that its author edits while the page shows it.
///
/// Whenever it is asked, it looks whether a file was saved since. While the document has mistakes, the last version
/// without any is served on, and `/flows/NAME.problems` says what is wrong. Each shape of it is a version, in memory
/// only: so the page migrates what it stored and stays where it was. Safe to ask from any thread.
package final class LiveDocument: Sendable {
  private let path: String
  /// By which the page knows the flow.
  let name: String
  private let known = Mutex(Known())

  private struct Known {
    /// What was read, and when it had been changed; nil where there was no such file. Empty before the first time.
    var files: [String: Date?] = [:]
    var lock: FlowLock?
    var flow: SiteFile?
    var problems: [Diagnostic] = []
  }

  /// - Parameter path: of the document; the page gets its file's name without the ending.
  package init(path: String) {
    self.path = path
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.prefix { $0 != "." }
    // The page takes names that begin with a letter.
    let isName = FlowDocuments.isName(stem) && stem.first?.isLetter == true
    name = isName ? String(stem) : "flow"
  }

  /// What leads to it, below the server's address: answers are simulated as the document declares them.
  package var address: String { "/?flow=\(name)&dev=live&simulated" }

  /// The last version without a mistake, if there was one, and what is wrong with the present one.
  var current: (flow: SiteFile?, problems: [Diagnostic]) {
    known.withLock { known in
      let isSame =
        !known.files.isEmpty && known.files.allSatisfy { FlowDocuments.changed($0) == $1 }
      if !isSame { compile(&known) }
      return (known.flow, known.problems)
    }
  }

  private func compile(_ known: inout Known) {
    var files: [String: Date?] = [:]
    let outcome = FlowCompiler.compile(file: path, lockUse: .evolving(known.lock)) { path in
      // Before the bytes: what is changed between the two is compiled once more.
      files[path] = .some(FlowDocuments.changed(path))
      return FlowSource.read(path)
    }
    known.files = files
    known.problems = outcome.diagnostics
    guard let flow = outcome.flow else { return }
    known.lock = flow.lock
    known.flow = SiteFile(path: "/flows/\(name).flow", bytes: flow.bytes, compressed: [:])
  }

  /// What the page polls, as JSON: which version is served, and what is wrong with the document.
  var report: [UInt8] {
    let (flow, problems) = current
    let report = Report(
      flow: flow?.forms.last?.tag,
      problems: problems.map {
        Report.Problem(
          file: $0.position.file, line: $0.position.line, column: $0.position.column,
          problem: $0.problem, remedy: $0.remedy)
      })
    return (try? JSONEncoder().encode(report)).map { Array($0) } ?? []
  }

  private struct Report: Encodable {
    struct Problem: Encodable {
      let file: String
      let line: Int
      let column: Int
      let problem: String
      let remedy: String
    }
    /// The tag of the flow that is served; null where none was without mistakes yet.
    let flow: String?
    let problems: [Problem]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(flow, forKey: .flow)
      try container.encode(problems, forKey: .problems)
    }

    private enum Key: String, CodingKey { case flow, problems }
  }
}

extension Site {
  /// What a live document answers in place of a file.
  func answer(_ request: PageRequest, of live: LiveDocument) -> LiveAnswer {
    switch request.path {
    case "/flows/\(live.name).problems":
      return .done(
        PageAnswer(
          status: 200, body: live.report, type: "application/json",
          fields: [("Cache-Control", "no-store")]))
    case "/" where request.query == nil:
      return .done(
        PageAnswer(
          status: 302, body: [], type: "text/plain; charset=utf-8",
          fields: [("Location", live.address), ("Cache-Control", "no-store")]))
    // Nothing can run yet: a page that waits for that, and says what is wrong.
    case "/", "/index.html": return live.current.flow == nil ? .file("/studio/waiting.html") : .none
    case "/flows/\(live.name).flow": return live.current.flow.map { .flow($0) } ?? .none
    default: return .none
    }
  }

  enum LiveAnswer {
    case done(PageAnswer)
    case file(String)
    case flow(SiteFile)
    case none
  }
}
