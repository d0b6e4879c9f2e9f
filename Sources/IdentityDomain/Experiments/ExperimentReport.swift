/// The results of an experiment, for operators.
package struct ExperimentReport: Hashable, Sendable {
  package struct Goal: Hashable, Sendable {
    package let name: String
    /// Exposed installations that reached it.
    package let conversions: Int
    /// Nil if there are no exposures.
    package let rate: ConversionRate?
  }

  package struct Row: Hashable, Sendable {
    package let variant: String
    package let weight: Int
    package let exposures: Int
    package let goals: [Goal]
  }

  /// Whether the exposures match the ratio of the weights.
  package enum SampleRatio: Hashable, Sendable {
    /// Some variant has an expected count below five.
    case tooFew
    case fits(ChiSquare.Result)
    /// Less likely than one in a thousand: exposures are lost or added somewhere, or the weights
    /// have changed; the rates cannot be compared.
    case mismatch(ChiSquare.Result)
  }

  package let experiment: ID<Experiment>
  /// In the order of the definition.
  package let rows: [Row]
  package let sampleRatio: SampleRatio
  /// Exposures to variants that are no longer defined; no row includes them.
  package let strayExposures: Int

  package init(_ experiment: Experiment, _ counts: [ParticipationCount]) {
    self.experiment = experiment.id
    let rows = experiment.variants.map { variant in
      let count = counts.first { $0.variant == variant.name }
      let exposures = count?.exposures ?? 0
      return Row(
        variant: variant.name, weight: variant.weight, exposures: exposures,
        goals: experiment.goals.map { name in
          let conversions = count?.goals[name] ?? 0
          return Goal(
            name: name, conversions: conversions,
            rate: ConversionRate(conversions, of: exposures))
        })
    }
    self.rows = rows
    strayExposures = counts.reduce(0) { sum, count in
      experiment.hasVariant(count.variant) ? sum : sum + count.exposures
    }
    switch ChiSquare.test(
      counts: rows.map(\.exposures), shares: rows.map { Double($0.weight) })
    {
    case nil: sampleRatio = .tooFew
    case let result? where result.pValue < SecurityRules.sampleRatioAlarm:
      sampleRatio = .mismatch(result)
    case let result?: sampleRatio = .fits(result)
    }
  }
}
