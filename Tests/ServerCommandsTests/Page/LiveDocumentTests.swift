import FlowMachine
import Foundation
import IdentityHTTP
import ServerCommands
import Testing

/// A document that is edited while the page shows it.
@Suite struct LiveDocumentTests {
  private static func text(_ screens: String, initial: String = "a") -> String {
    "flow: small\nversion: 1\ninitial: \(initial)\nscreens: {\(screens)}\n"
  }

  private static let good = text("a: {after: {1s: b}}, b: {}")

  /// A site that shows a document; the closure saves another text.
  private func live(
    _ first: String, named name: String = "small.flow.yaml",
    _ body: (Site, _ save: (String) throws -> Void) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("live-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let web = folder.appendingPathComponent("web/studio")
    try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
    try Data("page".utf8).write(to: folder.appendingPathComponent("web/index.html"))
    try Data("waiting".utf8).write(to: web.appendingPathComponent("waiting.html"))
    let document = folder.appendingPathComponent(name)
    var saves = 0.0
    let save = { (text: String) in
      try Data(text.utf8).write(to: document)
      // Two saves within the file system's tick are told apart all the same.
      saves += 1
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000 + saves)], ofItemAtPath: document.path
      )
    }
    try save(first)
    var site = try Site(folder: folder.path + "/web", isDevelopment: true)
    site.live = LiveDocument(path: document.path)
    try body(site, save)
  }

  private func flow(_ site: Site) throws -> Flow? {
    guard let answer = site.answer(PageRequest(path: "/flows/small.flow")) else { return nil }
    return try Flow(decoding: answer.body)
  }

  private func problems(_ site: Site) throws -> [[String: Any]] {
    let answer = try #require(site.answer(PageRequest(path: "/flows/small.problems")))
    let report = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return try #require(report?["problems"] as? [[String: Any]])
  }

  @Test("The bare address leads to the flow; the page itself is at the address with parameters")
  func address() throws {
    try live(Self.good) { site, _ in
      let bare = site.answer(PageRequest(path: "/"))
      #expect(bare?.status == 302)
      #expect(
        bare?.fields.first { $0.name == "Location" }?.value == "/?flow=small&dev=live&simulated")
      #expect(site.answer(PageRequest(path: "/", query: "flow=small"))?.body == Array("page".utf8))
    }
  }

  @Test(
    "A mistake is reported with file, line and remedy, and the last valid version is still served"
  )
  func broken() throws {
    try live(Self.good) { site, save in
      let before = site.answer(PageRequest(path: "/flows/small.flow"))?.body
      #expect(try problems(site).isEmpty && before != nil)
      try save(Self.good.replacing("1s: b", with: "1s: c"))
      let found = try problems(site)
      #expect(found.map { $0["line"] as? Int } == [4])
      #expect(found.map { $0["problem"] as? String } == ["There is no state `c`"])
      #expect((found.first?["file"] as? String)?.hasSuffix("small.flow.yaml") == true)
      #expect((found.first?["remedy"] as? String)?.isEmpty == false)
      #expect(site.answer(PageRequest(path: "/flows/small.flow"))?.body == before)
      try save(Self.good)
      #expect(try problems(site).isEmpty)
    }
  }

  @Test("Until there has been a valid version, the page waits, and the flow is not found")
  func neverGood() throws {
    try live("flow: small\n") { site, save in
      #expect(try flow(site) == nil)
      #expect(try !problems(site).isEmpty)
      let page = PageRequest(path: "/", query: "flow=small")
      #expect(site.answer(page)?.body == Array("waiting".utf8))
      try save(Self.good)
      #expect(try flow(site) != nil)
      #expect(site.answer(page)?.body == Array("page".utf8))
    }
  }

  @Test(
    "A new shape is a new version that migrates from all earlier ones; a new transition is not"
  )
  func versions() throws {
    try live(Self.good) { site, save in
      let first = try #require(try flow(site)).tables
      #expect(first.version == 1 && first.stable.versions.isEmpty)
      try save(Self.good.replacing("1s: b", with: "2s: b"))
      #expect(try flow(site)?.tables.version == 1)
      try save(Self.text("new: {after: {1s: a}}, a: {after: {1s: b}}, b: {}", initial: "new"))
      let second = try #require(try flow(site)).tables
      #expect(second.version == 2)
      #expect(second.stable.versions.map(\.version) == [1])
      #expect(second.stable.versions.map(\.shape) == [first.stable.shape])
      // The names that stayed keep their numbers.
      #expect(first.stable.states.allSatisfy { second.stable.states.contains($0) })
      try save(Self.good)
      #expect(try flow(site)?.tables.stable.versions.map(\.version) == [1, 2])
    }
  }

  @Test(
    "A file whose name cannot be a flow's name is shown all the same",
    arguments: ["2fa.flow.yaml", "my-app.flow.yaml"])
  func otherNames(file: String) throws {
    try live(Self.good, named: file) { site, _ in
      #expect(site.answer(PageRequest(path: "/flows/flow.flow"))?.status == 200)
    }
  }
}
