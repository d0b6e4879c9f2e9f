import FlowDefinition
import FlowMachine
import FlowVerification
import TestSupport
import Testing

@Suite("What affects a proof")
struct ProofSubjectTests {
  private let document = "Flows/onboarding/onboarding.flow.yaml"

  @Test("Every small mistake that the proof notices has another subject")
  func mistakes() throws {
    let bytes = try #require(Repository.read(document))
    let tree = YAMLTree.read(bytes: bytes, file: document)
    let root = try #require(tree.root)
    let original = try Proof(document, root)
    let sound = try #require(original)
    #expect(sound.isSound)
    var noticed = 0
    for mutation in FlowMutation.all(in: root) {
      guard let proof = try? Proof(document, mutation.made(in: root)) else { continue }
      guard !proof.isSound else { continue }
      #expect(proof.subject != sound.subject, "\(mutation)")
      noticed += 1
    }
    #expect(noticed > 30)
  }

  @Test("Rewriting texts and moving lines does not affect a proof")
  func texts() throws {
    let flow = """
      flow: terms
      version: 1
      languages: [en]
      facts: {name: {type: text, initial: Ada}, other: {type: text, initial: Grace}}
      initial: terms
      screens:
        terms: {title: terms.title, elements: [{button: next}], on: {next: {to: home}}}
        home: {title: home.title, final: true}
      texts:
        en: {terms.title: "Terms of {name}", terms.next: Continue, home.title: "{name} and {other}"}
      """
    let subject = try ProofSubject.of(flow)
    func changed(_ old: String, _ new: String) throws -> [UInt8] {
      #expect(flow.contains(old))
      return try ProofSubject.of(flow.replacing(old, with: new))
    }
    #expect(try changed("Continue", "Agree and continue") == subject)
    #expect(try changed("Terms of {name}", "{name}, please read this") == subject)
    #expect(try changed("initial: terms", "# A comment.\n\ninitial: terms") == subject)
    // What a text shows can be what only a session may show.
    #expect(try changed("Terms of {name}", "Terms of {other}") != subject)
    #expect(try changed("Terms of {name}", "Terms") != subject)
    #expect(try changed("{to: home}", "{to: home, do: [{clear: [other]}]}") != subject)
    #expect(try changed("initial: Ada", "initial: Adam") != subject)
  }
}

extension ProofSubject {
  fileprivate static func of(_ text: String) throws -> [UInt8] {
    let file = "terms.flow.yaml"
    let tree = YAMLTree.read(bytes: Array(text.utf8), file: file)
    let root = try #require(tree.root)
    let proof = try Proof(file, root)
    return try #require(proof).subject
  }
}

/// The outcome for one document, and what decides it; nil if it cannot be compiled.
private struct Proof {
  var subject: [UInt8]
  var isSound: Bool

  init?(_ document: String, _ root: YAMLNode) throws {
    func compile(_ ignoresTexts: Bool) -> (CompiledFlow?, VerificationPlan?) {
      let found = FlowCompiler.compileForVerification(
        file: document, lockUse: .assigning(nil), ignoresTexts: ignoresTexts
      ) { $0 == document ? Array(root.written.utf8) : Repository.read($0) }
      return (found.flow, found.plan)
    }
    guard case (let compiled?, let plan?) = compile(false), let withoutTexts = compile(true).0
    else { return nil }
    let flow = try Flow(decoding: compiled.bytes)
    subject = ProofSubject(flow, withoutTexts: withoutTexts, plan, earlier: []).bytes
    let verification = try? Verification.run(flow, plan, budget: .init(states: 20_000))
    isSound = verification.map { $0.isComplete && $0.findings.isEmpty } ?? false
  }
}
