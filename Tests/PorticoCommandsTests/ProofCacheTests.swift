import Foundation
import Testing

@testable import PorticoCommands

@Suite("The cache of proofs")
struct ProofCacheTests {
  private let place: TemporaryFolder
  private let proofs: ProofCache
  private let document: String

  init() throws {
    place = try TemporaryFolder()
    proofs = ProofCache(folder: URL(fileURLWithPath: place.path + "/proofs"), least: 0)
    document = try place.write(Self.flow, to: "terms.flow.yaml")
  }

  private static let flow = """
    flow: terms
    version: 1
    languages: [en]
    initial: terms
    screens:
      terms: {title: terms.title, elements: [{button: next}], on: {next: {to: home}}}
      home: {title: home.title, final: true}
    texts:
      en: {terms.title: Terms, terms.next: Continue, home.title: Home}
    """

  private func check(_ other: ProofCache? = nil) throws -> FlowCheck {
    try FlowCheck.run(
      FlowSource(document), CheckLimits(states: 1000, seconds: 60), wantsPaths: false,
      cache: other ?? proofs, progress: { _ in })
  }

  @Test("A flow that was proven before is looked up, with the figures of its proof")
  func lookedUp() throws {
    let first = try check()
    let second = try check()
    #expect(first.isSound && !first.isCached)
    #expect(second.isSound && second.isCached)
    #expect(second.verdict == first.verdict + " (cached)")
    #expect(second.lines == first.lines)
  }

  @Test("Rewritten texts need no new proof, a changed step does")
  func edited() throws {
    _ = try check()
    _ = try place.write(
      Self.flow.replacing("Continue", with: "Agree and continue"), to: "terms.flow.yaml")
    #expect(try check().isCached)
    _ = try place.write(
      Self.flow.replacing("to: home", with: "to: terms"), to: "terms.flow.yaml")
    let changed = try check()
    #expect(!changed.isCached && !changed.isSound)
    #expect(try !check().isCached, "a flow with problems is not cached")
  }

  @Test("A text that is missing is reported, whatever was proven")
  func missing() throws {
    _ = try check()
    _ = try place.write(
      Self.flow.replacing(", terms.next: Continue", with: ""), to: "terms.flow.yaml")
    #expect(try !check().diagnostics.isEmpty)
  }

  @Test("A damaged file counts as missing, and is written again")
  func damaged() throws {
    _ = try check()
    let names = try FileManager.default.contentsOfDirectory(atPath: proofs.folder.path)
    #expect(names.count == 1)
    let file = proofs.folder.appendingPathComponent(try #require(names.first))
    let whole = try Data(contentsOf: file)
    for length in [0, 1, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: file)
      #expect(try !check().isCached)
      #expect(try check().isCached)
    }
  }

  @Test("If the folder cannot be written, nothing is cached and nothing fails")
  func unwritable() throws {
    let file = try place.write("", to: "file")
    let nowhere = ProofCache(folder: URL(fileURLWithPath: file + "/proofs"), least: 0)
    for _ in 0..<2 {
      let found = try check(nowhere)
      #expect(found.isSound && !found.isCached)
    }
  }

  @Test("A proof that took only a moment is not stored")
  func short() throws {
    let long = ProofCache(folder: proofs.folder, least: 3600)
    _ = try check(long)
    #expect(!FileManager.default.fileExists(atPath: proofs.folder.path))
  }
}
