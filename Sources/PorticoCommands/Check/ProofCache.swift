import Crypto
import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation

/// The proofs of flows without problems, each in a file named after everything that affects it.
///
/// The cache belongs to the user and is not part of a clone, so nobody has to trust someone else's proof, and CI, where the
/// cache is empty, proves every flow. A file that cannot be read or written counts as missing.
struct ProofCache {
  let folder: URL
  /// A proof that took less processor time than this, in seconds, is not stored.
  var least = 1.0

  /// In the user's cache folder: `$XDG_CACHE_HOME`, if that is set.
  static var ofUser: ProofCache? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first.map {
      ProofCache(folder: $0.appendingPathComponent("portico/proofs", isDirectory: true))
    }
  }

  /// A digest of everything that affects a proof: its subject, and the program that proves it.
  ///
  /// - Returns: nil if the document cannot be compiled without its texts, or the program's file is not found.
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

  func proof(_ key: String) -> CachedProof? {
    guard let data = try? Data(contentsOf: file(key)) else { return nil }
    return try? JSONDecoder().decode(CachedProof.self, from: data)
  }

  func store(_ proof: CachedProof, _ key: String) {
    guard proof.seconds >= least, let data = try? JSONEncoder().encode(proof) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: file(key), options: .atomic)
  }

  private func file(_ key: String) -> URL { folder.appendingPathComponent("\(key).json") }

  /// Another build may come to another result. Builds are told apart by size and modification time, as compiler caches do.
  private static var program: String? {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, let time = attributes[.modificationDate] as? Date
    else { return nil }
    return "\(FlowCommands.version) \(size) \(time.timeIntervalSinceReferenceDate)\n"
  }
}

/// A proof that was complete and found nothing.
struct CachedProof: Codable {
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
