import IdentityDomain

extension PostgresTransaction {
  private static let one = RowLookup<ParticipationRow>(
    by: "installation", "experiment", isOftenAbsent: true)
  private static let ofInstallation = RowLookup<ParticipationRow>(
    by: "installation", and: "ORDER BY experiment")
  private static let ofAccount = RowLookup<ParticipationRow>(by: "account")
  private static let participationWrite = RowWrite<ParticipationRow>(.changes)
  private static let goals = RowLookup<GoalRow>(by: "installation")
  private static let goalsOfAccount = RowLookup<GoalRow>(
    and: """
      WHERE (installation, experiment) IN (
        SELECT installation, experiment FROM participation WHERE account = $1)
      """)
  private static let goalWrite = RowWrite<GoalRow>(.changes)

  func participation(
    of installation: ID<Installation>, in experiment: ID<Experiment>
  ) throws -> Participation? {
    guard let row = try one(Self.one, [.id(installation), .id(experiment)]) else { return nil }
    return row.with(try all(Self.goals, [.id(installation)]))
  }
  func participations(of installation: ID<Installation>) throws -> [Participation] {
    let rows = try all(Self.ofInstallation, [.id(installation)])
    if rows.isEmpty { return [] }
    let goals = try all(Self.goals, [.id(installation)])
    return rows.map { $0.with(goals) }
  }
  func participations(ofAccount account: ID<Account>) throws -> [Participation] {
    let rows = try all(Self.ofAccount, [.id(account)])
    if rows.isEmpty { return [] }
    let goals = try all(Self.goalsOfAccount, [.id(account)])
    return rows.map { $0.with(goals) }.sorted {
      ($0.experiment.text, $0.installation.text) < ($1.experiment.text, $1.installation.text)
    }
  }
  func put(_ participation: Participation) throws {
    try put(ParticipationRow(participation), Self.participationWrite)
    try remove(
      GoalRow.self, by: "installation", "experiment",
      being: [.id(participation.installation), .id(participation.experiment)])
    for row in GoalRow.rows(of: participation) { try put(row, Self.goalWrite) }
  }
  func removeParticipations(of holder: Session.Holder) throws {
    switch holder {
    case .account(let id):
      try write(Self.goalRemoval("account = $1"), [.id(id)])
      try remove(ParticipationRow.self, by: "account", being: [.id(id)])
    case .installation(let id):
      try write(Self.goalRemoval("installation = $1"), [.id(id)])
      try remove(ParticipationRow.self, by: "installation", being: [.id(id)])
    }
  }

  static func goalRemoval(_ condition: String) -> String {
    """
    DELETE FROM participation_goal WHERE (installation, experiment) IN (
      SELECT installation, experiment FROM participation WHERE \(condition))
    """
  }

  func participationCounts(in experiment: ID<Experiment>) throws -> [ParticipationCount] {
    let exposures = try counts(
      """
      SELECT variant, '', count(*) FROM participation
      WHERE experiment = $1 AND exposed_at IS NOT NULL GROUP BY variant ORDER BY variant
      """, experiment)
    let goals = try counts(
      """
      SELECT variant, goal, count(*) FROM participation
      JOIN participation_goal USING (installation, experiment)
      WHERE experiment = $1 AND exposed_at IS NOT NULL GROUP BY variant, goal
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
    try rows(sql, [.id(experiment)]) { row in
      (row.text(0) ?? "", row.text(1) ?? "", Int(row.number(2)))
    }
  }
}
