import IdentityDomain

extension SQLiteTransaction {
  private static let one = RowQuery<ParticipationRow>("WHERE installation = ? AND experiment = ?")
  private static let ofInstallation = RowQuery<ParticipationRow>(
    "WHERE installation = ? ORDER BY experiment")
  private static let ofAccount = RowQuery<ParticipationRow>("WHERE account = ?")
  private static let participationWrite = RowWrite<ParticipationRow>(.changes)
  private static let goals = RowQuery<GoalRow>("WHERE installation = ?")
  private static let goalsOfAccount = RowQuery<GoalRow>(
    """
    WHERE (installation, experiment) IN (
      SELECT installation, experiment FROM participation WHERE account = ?)
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
    let goals = try all(Self.goals, [.id(installation)])
    return rows.map { $0.with(goals) }
  }
  func participations(ofAccount account: ID<Account>) throws -> [Participation] {
    let rows = try all(Self.ofAccount, [.id(account)])
    let goals = try all(Self.goalsOfAccount, [.id(account)])
    return rows.map { $0.with(goals) }.sorted {
      ($0.experiment.text, $0.installation.text) < ($1.experiment.text, $1.installation.text)
    }
  }
  func put(_ participation: Participation) throws {
    try write(ParticipationRow(participation), Self.participationWrite)
    try write(
      "DELETE FROM participation_goal WHERE installation = ? AND experiment = ?",
      [.id(participation.installation), .id(participation.experiment)])
    for row in GoalRow.rows(of: participation) { try write(row, Self.goalWrite) }
  }
  func removeParticipations(of holder: Session.Holder) throws {
    switch holder {
    case .account(let id): try removeParticipations("account = ?", .id(id))
    case .installation(let id): try removeParticipations("installation = ?", .id(id))
    }
  }

  /// Removes them with their goals.
  /// - Returns: how many participations went.
  @discardableResult
  func removeParticipations(_ condition: String, _ value: StoredValue) throws -> Int {
    try write(
      """
      DELETE FROM participation_goal WHERE (installation, experiment) IN (
        SELECT installation, experiment FROM participation WHERE \(condition))
      """, [value])
    return try write("DELETE FROM participation WHERE \(condition)", [value])
  }

  func participationCounts(in experiment: ID<Experiment>) throws -> [ParticipationCount] {
    let exposures = try counts(
      """
      SELECT variant, '', count(*) FROM participation
      WHERE experiment = ? AND exposed_at IS NOT NULL GROUP BY variant ORDER BY variant
      """, experiment)
    let goals = try counts(
      """
      SELECT variant, goal, count(*) FROM participation
      JOIN participation_goal USING (installation, experiment)
      WHERE experiment = ? AND exposed_at IS NOT NULL GROUP BY variant, goal
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
    var counts: [(variant: String, goal: String, count: Int)] = []
    try each(sql, [.id(experiment)]) { row in
      counts.append((row.text(0) ?? "", row.text(1) ?? "", Int(row.number(2))))
    }
    return counts
  }
}
