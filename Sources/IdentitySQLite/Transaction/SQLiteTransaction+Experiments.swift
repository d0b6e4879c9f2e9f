import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func participation(
    of installation: ID<Installation>, in experiment: ID<Experiment>
  ) throws -> Participation? {
    try one(
      "participation", "installation = ? AND experiment = ?",
      [Self.key(installation.text), Self.key(experiment.text)])
  }
  func participations(of installation: ID<Installation>) throws -> [Participation] {
    try all(
      "participation", "WHERE installation = ? ORDER BY experiment", [Self.key(installation.text)])
  }
  func participations(ofAccount account: ID<Account>) throws -> [Participation] {
    let found: [Participation] = try all(
      "participation", "WHERE account = ?", [Self.key(account.text)])
    return found.sorted {
      ($0.experiment.text, $0.installation.text) < ($1.experiment.text, $1.installation.text)
    }
  }
  func put(_ participation: Participation) throws {
    try write(
      """
      INSERT OR REPLACE INTO participation
        (installation, experiment, account, variant, assignedAt, exposedAt, record)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Self.key(participation.installation.text), Self.key(participation.experiment.text),
        Self.key(participation.account?.text), Self.key(participation.variant),
        Self.moment(participation.assignedAt),
        participation.exposedAt.map { Self.moment($0) } ?? .null, try record(participation),
      ])
  }
  func removeParticipations(of holder: Session.Holder) throws {
    switch holder {
    case .account(let id):
      try write("DELETE FROM participation WHERE account = ?", [Self.key(id.text)])
    case .installation(let id):
      try write("DELETE FROM participation WHERE installation = ?", [Self.key(id.text)])
    }
  }

  func participationCounts(in experiment: ID<Experiment>) throws -> [ParticipationCount] {
    // The goals are members of the record, so they are counted where they lie.
    let exposures = try counts(
      """
      SELECT variant, '', count(*) FROM participation
      WHERE experiment = ? AND exposedAt IS NOT NULL GROUP BY variant ORDER BY variant
      """, experiment)
    let goals = try counts(
      """
      SELECT variant, goal.key, count(*)
      FROM participation, json_each(participation.record, '$.goals') AS goal
      WHERE experiment = ? AND exposedAt IS NOT NULL GROUP BY variant, goal.key
      """, experiment)
    return exposures.map { row in
      let own = goals.lazy.filter { $0.variant == row.variant }.map { ($0.goal, $0.count) }
      return ParticipationCount(
        variant: row.variant, exposures: row.count, goals: Dictionary(uniqueKeysWithValues: own))
    }
  }

  private func counts(
    _ sql: String, _ experiment: ID<Experiment>
  ) throws -> [(variant: String, goal: String, count: Int)] {
    try rows(sql, [Self.key(experiment.text)]).map { ($0[0], $0[1], $0[2]) }
  }
}
