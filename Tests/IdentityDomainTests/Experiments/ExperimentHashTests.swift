import IdentityDomain
import TestSupport
import Testing

@Suite("An installation's variant is computed from names alone")
struct ExperimentHashTests {
  /// The published values (FNV reference code), so that another implementation can be compared.
  @Test(
    "FNV-1a gives the published values",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func fnv(_ text: String, _ hash: UInt64) {
    #expect(ExperimentHash.fnv1a(text.utf8) == hash)
  }

  @Test("The mixing is that of SplitMix64: its outputs from seed 0 are the published ones")
  func splitMix() {
    let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    let outputs = (1...3).map { ExperimentHash.mix(step &* $0) }
    #expect(
      outputs == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  @Test("The test vectors of the decision record", arguments: Vector.all)
  func vectors(_ vector: Vector) throws {
    let score = ExperimentHash.score(
      salt: vector.salt.utf8, variant: vector.variant.utf8,
      installation: vector.installation.utf8, tickets: vector.tickets)
    #expect(score == vector.score, "0x\(String(score, radix: 16))")
  }

  @Test("More tickets never lower a score")
  func monotone() {
    var random = SeededGenerator(announcing: "ExperimentHashTests.monotone", seed: 5)
    for _ in 0..<200 {
      let id = random.installation().text
      let scores = (1...40).map {
        ExperimentHash.score(
          salt: "s".utf8, variant: "v".utf8, installation: id.utf8, tickets: $0)
      }
      #expect(scores == scores.sorted())
    }
  }

  struct Vector: Sendable {
    let salt: String
    let variant: String
    let installation: String
    let tickets: Int
    let score: UInt64

    static let all: [Vector] = [
      Vector(
        "onboarding-1", "screenB1", "AAAAAAAAAAAAAAAAAAAAAA", 1,
        0xEF4A_C06B_4517_F1A4),
      Vector(
        "onboarding-1", "screenB1", "AAAAAAAAAAAAAAAAAAAAAA", 25,
        0xFE49_4BE2_EC7A_0104),
      Vector(
        "onboarding-1", "noScreenB", "AAAAAAAAAAAAAAAAAAAAAA", 25,
        0xEBB2_BFAF_5ADD_321F),
      Vector(
        "salt", "control", "abcdefghijklmnopqrstuv", 1,
        0xA0FF_3134_BBD7_515D),
      Vector(
        "salt", "control", "abcdefghijklmnopqrstuv", 1000,
        0xFFC8_6905_568F_956F),
    ]

    private init(
      _ salt: String, _ variant: String, _ installation: String, _ tickets: Int, _ score: UInt64
    ) {
      self.salt = salt
      self.variant = variant
      self.installation = installation
      self.tickets = tickets
      self.score = score
    }
  }
}
