extension Device: StoredRow {
  package static let table = StoreTable(
    "device", key: ["account", "key"],
    [
      .text("account"), .text("key"), .integer("first_seen_at"), .integer("last_seen_at"),
    ] + StoreColumn.client + [
      .text("grant_market").optional, .integer("granted_at").optional,
      StoreColumn.integer("factor_trusted_at").since(.factors),
    ], indexes: [StoreIndex("account", "first_seen_at", "key")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let account: ID<Account> = try row.id()
    let key = try row.thumbprint()
    let firstSeenAt = try row.moment()
    let lastSeenAt = try row.moment()
    self.init(key: key, account: account, firstSeenAt: firstSeenAt, client: try row.client())
    self.lastSeenAt = lastSeenAt
    let market = try row.marketIfAny()
    let grantedAt = try row.momentIfAny()
    if let market, let grantedAt { marketGrant = MarketGrant(market: market, grantedAt: grantedAt) }
    factorTrustedAt = try row.momentIfAny()
  }

  package func write(to row: inout RowWriter) {
    row.add(account)
    row.add(key)
    row.add(firstSeenAt)
    row.add(lastSeenAt)
    row.add(client)
    row.add(marketGrant?.market.text)
    row.add(marketGrant?.grantedAt)
    row.add(factorTrustedAt)
  }
}

extension DeviceTrust: StoredRow {
  package static let table = StoreTable(
    "trust", key: ["number"],
    [.text("number"), .text("region"), .text("account"), .text("key"), .integer("proved_at")],
    indexes: [StoreIndex("account")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let number = try row.phone()
    self.init(
      account: try row.id(), number: number, key: try row.thumbprint(),
      provedAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(number)
    row.add(account)
    row.add(key)
    row.add(provedAt)
  }
}

extension PushEndpoint: StoredRow {
  package static let table = StoreTable(
    "push", key: ["push_token"],
    [
      .bytes("push_token"), .bytes("platform"), .text("session"), .text("account"),
      .integer("registered_at"),
    ], indexes: [StoreIndex("session", isUnique: true), StoreIndex("account", "push_token")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      pushToken: try row.freeText(), platform: try row.freeText(), session: try row.id(),
      account: try row.id(), registeredAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(free: pushToken)
    row.add(free: platform)
    row.add(session)
    row.add(account)
    row.add(registeredAt)
  }
}

extension Selection: StoredRow {
  package static let table = StoreTable(
    "selection", key: ["holder_kind", "holder", "key"],
    StoreColumn.holder + [.bytes("key"), .bytes("value"), .integer("selected_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      holder: try row.holder(), key: try row.freeText(), value: try row.freeText(),
      at: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(holder)
    row.add(free: key)
    row.add(free: value)
    row.add(at)
  }
}

/// A participation without its goals, which lie in rows of their own, since they are counted.
package struct ParticipationRow: StoredRow {
  package let participation: Participation

  package static let table = StoreTable(
    "participation", key: ["installation", "experiment"],
    [
      .text("installation"), .text("experiment"), .text("account").optional, .text("variant"),
      .integer("assigned_at"), .integer("exposed_at").optional,
    ],
    indexes: [
      StoreIndex("account", where: [.isFilled("account")]), StoreIndex("assigned_at"),
      StoreIndex("experiment", "variant", where: [.isFilled("exposed_at")]),
    ])

  package init(_ participation: Participation) { self.participation = participation }

  package init(row: inout RowReader) throws(UnreadableRow) {
    let installation: ID<Installation> = try row.id()
    participation = Participation(
      experiment: try row.id(), installation: installation, account: try row.idIfAny(),
      variant: try row.text(), assignedAt: try row.moment(), exposedAt: try row.momentIfAny(),
      goals: [:])
  }

  package func write(to row: inout RowWriter) {
    row.add(participation.installation)
    row.add(participation.experiment)
    row.add(participation.account)
    row.add(participation.variant)
    row.add(participation.assignedAt)
    row.add(participation.exposedAt)
  }

  /// With the goals among these that are its own.
  package func with(_ goals: [GoalRow]) -> Participation {
    let own = goals.filter {
      $0.installation == participation.installation && $0.experiment == participation.experiment
    }
    return Participation(
      experiment: participation.experiment, installation: participation.installation,
      account: participation.account, variant: participation.variant,
      assignedAt: participation.assignedAt, exposedAt: participation.exposedAt,
      goals: Dictionary(own.map { ($0.goal, $0.reachedAt) }) { first, _ in first })
  }
}

/// That an installation reached a goal.
package struct GoalRow: StoredRow {
  let installation: ID<Installation>
  let experiment: ID<Experiment>
  let goal: String
  let reachedAt: Timestamp

  package static let table = StoreTable(
    "participation_goal", key: ["installation", "experiment", "goal"], isClustered: true,
    [.text("installation"), .text("experiment"), .text("goal"), .integer("reached_at")])

  package static func rows(of participation: Participation) -> [GoalRow] {
    participation.goals.sorted { $0.key < $1.key }.map {
      GoalRow(
        installation: participation.installation, experiment: participation.experiment,
        goal: $0.key, reachedAt: $0.value)
    }
  }

  private init(
    installation: ID<Installation>, experiment: ID<Experiment>, goal: String, reachedAt: Timestamp
  ) {
    (self.installation, self.experiment) = (installation, experiment)
    (self.goal, self.reachedAt) = (goal, reachedAt)
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      installation: try row.id(), experiment: try row.id(), goal: try row.text(),
      reachedAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(installation)
    row.add(experiment)
    row.add(goal)
    row.add(reachedAt)
  }
}
