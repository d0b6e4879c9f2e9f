/// Records that an installation takes part in an experiment, with its events. It is a single row,
/// so that repeated, duplicate and parallel exposures count once, and all of it is deleted
/// together.
package struct Participation: Hashable, Sendable {
  package let experiment: ID<Experiment>
  package let installation: ID<Installation>
  /// The account with which the installation last took part; deleting the account deletes the row.
  package private(set) var account: ID<Account>?
  package private(set) var variant: String
  package let assignedAt: Timestamp
  /// When the variant was first reported as shown.
  package private(set) var exposedAt: Timestamp?
  /// When each goal was first reported, by its name.
  package private(set) var goals: [String: Timestamp]

  package init(
    experiment: ID<Experiment>, installation: ID<Installation>, account: ID<Account>?,
    variant: String, assignedAt: Timestamp
  ) {
    self.experiment = experiment
    self.installation = installation
    self.account = account
    self.variant = variant
    self.assignedAt = assignedAt
    goals = [:]
  }

  /// From stored values.
  init(
    experiment: ID<Experiment>, installation: ID<Installation>, account: ID<Account>?,
    variant: String, assignedAt: Timestamp, exposedAt: Timestamp?, goals: [String: Timestamp]
  ) {
    self.init(
      experiment: experiment, installation: installation, account: account, variant: variant,
      assignedAt: assignedAt)
    self.exposedAt = exposedAt
    self.goals = goals
  }

  /// The first exposure counts, with the variant that was shown: a client that is offline may have
  /// computed a different one from that stored here.
  package mutating func expose(_ shown: String, at now: Timestamp) {
    guard exposedAt == nil else { return }
    exposedAt = now
    variant = shown
  }

  /// Each goal counts once. It may precede its exposure, since retries reorder calls; a report
  /// counts it with the exposure.
  package mutating func reach(_ goal: String, at now: Timestamp) {
    if goals[goal] == nil { goals[goal] = now }
  }

  package mutating func belong(to account: ID<Account>?) {
    if let account { self.account = account }
  }
}

/// How many installations of one variant were exposed, and how many of those reached each goal.
package struct ParticipationCount: Hashable, Sendable {
  package let variant: String
  package let exposures: Int
  package let goals: [String: Int]

  package init(variant: String, exposures: Int, goals: [String: Int]) {
    self.variant = variant
    self.exposures = exposures
    self.goals = goals
  }
}

package protocol ParticipationTable {
  func participation(
    of installation: ID<Installation>, in experiment: ID<Experiment>
  ) throws -> Participation?
  /// Ordered by experiment.
  func participations(of installation: ID<Installation>) throws -> [Participation]
  /// Of all installations used by the account, ordered by experiment and installation.
  func participations(ofAccount account: ID<Account>) throws -> [Participation]
  /// Inserts, or replaces by installation and experiment.
  func put(_ participation: Participation) throws
  func removeParticipations(of holder: Session.Holder) throws
  /// Of exposed installations, ordered by variant; variants without exposures are omitted.
  func participationCounts(in experiment: ID<Experiment>) throws -> [ParticipationCount]
}
