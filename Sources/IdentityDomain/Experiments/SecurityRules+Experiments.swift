// Experiments (docs/decisions/0010-experiments.md).

extension SecurityRules {
  /// SEC "Privacy": exposures have a retention time. Ours, from the assignment.
  package static let participationRetention = Duration.days(180)
  /// For the name of an experiment, a variant, a goal, a salt. Ours.
  package static let experimentNameBytes = 64
  package static let experimentsMost = 64
  package static let experimentVariantsMost = 16
  package static let experimentGoalsMost = 16
  package static let experimentTargetsMost = 64
  /// The sum of an experiment's weights, which is the number of tickets drawn for an assignment.
  /// Ours.
  package static let experimentWeightMost = 1_000
  /// A sample ratio less likely than this is flagged. Ours: it is checked often, and a false alarm
  /// costs an experiment.
  package static let sampleRatioAlarm = 0.001
}
