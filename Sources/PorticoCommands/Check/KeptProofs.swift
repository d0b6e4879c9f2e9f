import Crypto
import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation

/// The proofs of flows without problems, each in a file of its own that is named by what decides it.
///
/// They are the user's own: a clone carries none, so nothing has to be believed that somebody else has proven, and
/// where nothing is kept, as in CI, every flow is proven anew. A file that cannot be read or written is none.
struct KeptProofs {
  let folder: URL
  /// Less processor time, in seconds, is not worth a file.
  var least = 1.0

  /// In the user's folder for what can be made again: `$XDG_CACHE_HOME`, where that is set.
  static var ofUser: KeptProofs? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first.map {
      KeptProofs(folder: $0.appendingPathComponent("portico/proofs", isDirectory: true))
    }
  }

  /// The name of a proof: of its subject, and of the program that makes it.
  ///
  /// - Returns: nil where the document cannot be compiled without its texts, or the program cannot be found.
  func key(
    _ flow: Flow, _ source: FlowSource, _ plan: VerificationPlan, _ earlier: [EarlierVersion]
  ) -> String? {
    let withoutTexts = FlowCompiler.compileForVerification(
      file: source.document, ignoresTexts: true, files: source.files
    ).flow
    guard let withoutTexts, let program = Self.program else { return nil }
    let subject = ProofSubject(flow, withoutTexts: withoutTexts, plan, earlier: earlier)
    var hash = SHA256()
    hash.update(data: Data(program.utf8))
    hash.update(data: subject.bytes)
    return hash.finalize().map { String(format: "%02x", $0) }.joined()
  }

  func proof(_ key: String) -> KeptProof? {
    guard let data = try? Data(contentsOf: file(key)) else { return nil }
    return try? JSONDecoder().decode(KeptProof.self, from: data)
  }

  func keep(_ proof: KeptProof, _ key: String) {
    guard proof.seconds >= least, let data = try? JSONEncoder().encode(proof) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: file(key), options: .atomic)
  }

  private func file(_ key: String) -> URL { folder.appendingPathComponent("\(key).json") }

  /// Another program can judge otherwise. Its size and time tell two builds apart, as they do for a compiler's cache.
  private static var program: String? {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, let time = attributes[.modificationDate] as? Date
    else { return nil }
    return "\(FlowCommands.version) \(size) \(time.timeIntervalSinceReferenceDate)\n"
  }
}

/// A proof that was complete and found nothing.
struct KeptProof: Codable {
  var states: Int
  var steps: Int
  /// In bytes.
  var memory: Int
  /// Of processor time.
  var seconds: Double
  var versions: [Verification.CarriedVersion]
  var parts: [Verification.PartCount]

  init(_ verification: Verification, seconds: Double) {
    (states, steps) = (verification.states, verification.transitions)
    (memory, self.seconds) = (verification.memory, seconds)
    (versions, parts) = (verification.versions, verification.parts)
  }

  var verification: Verification {
    var verification = Verification()
    (verification.states, verification.transitions) = (states, steps)
    (verification.memory, verification.isComplete) = (memory, true)
    (verification.versions, verification.parts) = (versions, parts)
    return verification
  }
}
