/// A definition that was checked (`ExperimentCatalog`).
package struct Experiment: Hashable, Sendable {
  package struct Variant: Hashable, Sendable {
    package let name: String
    /// Its share in relation to the sum of all weights; 1 or more.
    package let weight: Int

    package init(name: String, weight: Int) {
      self.name = name
      self.weight = weight
    }
  }

  package enum State: Hashable, Sendable {
    /// Nobody takes part.
    case draft
    case running
    /// Nobody takes part any more; where there is a winner, everybody it is for gets it.
    case stopped(winner: String?)
  }

  package let id: ID<Experiment>
  /// What makes its division independent of other experiments'. Never used for another one.
  package let salt: String
  package let variants: [Variant]
  package let state: State
  /// What those get who take no part, where the app needs an answer.
  package let control: String?
  /// The names of what may be reached.
  package let goals: [String]
  package let targeting: ExperimentTargeting

  init(
    id: ID<Experiment>, salt: String, variants: [Variant], state: State, control: String? = nil,
    goals: [String] = [], targeting: ExperimentTargeting = ExperimentTargeting()
  ) {
    self.id = id
    self.salt = salt
    self.variants = variants
    self.state = state
    self.control = control
    self.goals = goals
    self.targeting = targeting
  }

  package var isRunning: Bool { state == .running }

  package func hasVariant(_ name: String) -> Bool { variants.contains { $0.name == name } }

  /// The variant with the best ticket; among equals, which are one in 2^64, the first by its bytes.
  /// Nothing stored counts here, nor the order in which variants are written.
  package func drawnVariant(for installation: ID<Installation>) -> String {
    var best: (score: UInt64, name: String)?
    for variant in variants {
      let score = ExperimentHash.score(
        salt: salt.utf8, variant: variant.name.utf8, installation: installation.text.utf8,
        tickets: variant.weight)
      if let leader = best {
        guard score >= leader.score else { continue }
        if score == leader.score,
          !variant.name.utf8.lexicographicallyPrecedes(leader.name.utf8)
        {
          continue
        }
      }
      best = (score, variant.name)
    }
    return best?.name ?? ""
  }

  /// Where an installation stands.
  package enum Standing: Hashable, Sendable {
    /// It takes no part, and there is no winner for it.
    case outside
    /// It takes part; its exposure counts.
    case member(String)
    /// The experiment is over, and this is what is left of it.
    case settled(String)

    package var variant: String? {
      switch self {
      case .outside: nil
      case .member(let variant), .settled(let variant): variant
      }
    }
  }

  /// What was stored wins over weights and targeting: who saw one variant keeps it while the
  /// experiment runs. A stored variant that is not defined any more puts the installation outside,
  /// so that nobody sees two.
  package func standing(
    of installation: ID<Installation>, _ audience: ExperimentAudience, stored: Participation?
  ) -> Standing {
    switch state {
    case .draft: return .outside
    case .stopped(let winner):
      guard let winner, stored != nil || targeting.includes(audience) else { return .outside }
      return .settled(winner)
    case .running:
      if let stored {
        return hasVariant(stored.variant) ? .member(stored.variant) : .outside
      }
      guard targeting.includes(audience) else { return .outside }
      return .member(drawnVariant(for: installation))
    }
  }
}
