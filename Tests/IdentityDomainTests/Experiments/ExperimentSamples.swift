import IdentityDomain
import TestSupport

extension SeededGenerator {
  /// An installation id as an app draws it.
  mutating func installation() -> ID<Installation> {
    let halves = [next(), next()]
    return ID(
      Base64URL.text(
        halves.flatMap { half in
          (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
        }))
  }
}

/// A valid declaration, to be modified.
func declared(
  _ id: String = "colour", salt: String? = nil, _ weights: [(String, Int)] = [("a", 1), ("b", 1)],
  state: String = "running"
) -> ExperimentDeclaration {
  ExperimentDeclaration(
    id: id, salt: salt ?? "\(id)-salt",
    variants: weights.map { .init(name: $0.0, weight: $0.1) }, state: state)
}

func experiment(_ declaration: ExperimentDeclaration) throws -> Experiment {
  try ExperimentCatalog([declaration]).experiments[0]
}

let anybody = ExperimentAudience(platform: "ios", language: "de-AT", appVersion: "2.1")
