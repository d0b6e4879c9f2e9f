/// Assignments, exposures and conversions of experiments.
package struct ExperimentOperations: ServiceRoom {
  package let parts: ServiceParts

  /// All assignments of an installation, ordered by experiment. New ones are stored permanently.
  ///
  /// - Parameter installation: required from a signed-in user; an anonymous session implies it.
  package func assignments(
    installation: String?, _ call: SessionCall
  ) async throws -> [ExperimentAssignment] {
    let audience = ExperimentAudience(call.caller)
    let (unit, stored) = try await sessions.reading("experiment.list", call, .anonymousRead) {
      tables, session, _ -> Result<(ExperimentUnit, [Participation]), IdentityFailure> in
      switch ExperimentUnit.of(session, naming: installation) {
      case .failure(let failure): return .failure(failure)
      case .success(let unit):
        return .success((unit, try tables.participations(of: unit.installation)))
      }
    }
    let moment = now
    guard settings.experiments.changes(for: unit, audience, stored, at: moment).isEmpty else {
      return try await ports.store.transaction("experiment.assign") { tables in
        var stored = try tables.participations(of: unit.installation)
        let changes = settings.experiments.changes(for: unit, audience, stored, at: moment)
        let isNew = changes.contains { change in
          !stored.contains { $0.experiment == change.experiment }
        }
        let isStored = try !isNew || countNew(unit, call.caller, at: moment, tables) == nil
        for row in changes {
          if isStored { try tables.put(row) }
          stored.removeAll { $0.experiment == row.experiment }
        }
        return settings.experiments.assignments(for: unit, audience, stored + changes)
      }
    }
    return settings.experiments.assignments(for: unit, audience, stored)
  }

  /// `rFetchExperiments` (ONB-3, ONB-4): the variant of one experiment; its `control` if the
  /// installation does not take part. Needs no session, since it runs in parallel with `rLogin`.
  ///
  /// Anyone can invent installations, so what is stored counts against the network's budget; beyond
  /// it the response is the same, but nothing is stored.
  package func variant(
    _ id: ID<Experiment>, installation: String, caller: Caller
  ) async throws -> String {
    let unit = ExperimentUnit(
      installation: try ExperimentUnit.installation(installation), account: nil)
    guard let experiment = settings.experiments[id] else { throw IdentityFailure.notFound }
    let audience = ExperimentAudience(caller)
    let stored = try await ports.store.read("experiment.look") {
      try $0.participation(of: unit.installation, in: id)
    }
    let standing = experiment.standing(of: unit.installation, audience, stored: stored)
    guard stored == nil, case .member(let drawn) = standing else {
      guard let variant = standing.variant ?? experiment.control else {
        throw IdentityFailure.notFound
      }
      return variant
    }
    let moment = now
    return try await ports.store.transaction("experiment.assign") { tables in
      if let other = try tables.participation(of: unit.installation, in: id) {
        return experiment.standing(of: unit.installation, audience, stored: other).variant ?? drawn
      }
      if try limits.countAttempt(caller: caller, at: moment, tables) == nil {
        try tables.put(unit.participation(in: id, variant: drawn, at: moment))
      }
      return drawn
    }
  }

  /// Records that a variant was shown, once for an installation and an experiment, however often it
  /// is retried.
  ///
  /// - Parameter variant: the variant shown; it counts even if another one was assigned.
  package func recordExposure(
    _ id: ID<Experiment>, variant: String, installation: String?, _ call: SessionCall
  ) async throws {
    try await record("experiment.expose", id, installation, call) {
      $0.hasVariant(variant) ? nil : .malformed(field: "variant")
    } change: {
      $0.expose(variant, at: $1)
    }
  }

  /// Records that a goal was reached, once for an installation, an experiment and a goal.
  package func recordConversion(
    _ id: ID<Experiment>, goal: String, installation: String?, _ call: SessionCall
  ) async throws {
    try await record("experiment.convert", id, installation, call) {
      $0.goals.contains(goal) ? nil : .malformed(field: "goal")
    } change: {
      $0.reach(goal, at: $1)
    }
  }

  /// Changes the row of a participating installation. For any other, and while the experiment is
  /// not running, it succeeds without storing anything: a client that retries until it succeeds
  /// must be able to stop.
  private func record(
    _ name: StaticString, _ id: ID<Experiment>, _ installation: String?, _ call: SessionCall,
    refusal: (Experiment) -> IdentityFailure?,
    change: @Sendable (inout Participation, Timestamp) -> Void
  ) async throws {
    guard let experiment = settings.experiments[id] else { throw IdentityFailure.notFound }
    if let refusal = refusal(experiment) { throw refusal }
    if let installation { _ = try ExperimentUnit.installation(installation) }
    let moment = now
    let audience = ExperimentAudience(call.caller)
    try await ports.store.decide(name) { tables -> Result<Void, IdentityFailure> in
      let unit: ExperimentUnit
      switch try sessions.authorize(call, .anonymousWrite, at: moment, tables)
        .flatMap({ ExperimentUnit.of($0, naming: installation) })
      {
      case .failure(let failure): return .failure(failure)
      case .success(let found): unit = found
      }
      let stored = try tables.participation(of: unit.installation, in: id)
      let standing = experiment.standing(of: unit.installation, audience, stored: stored)
      guard case .member(let assigned) = standing else { return .success(()) }
      if stored == nil, let until = try countNew(unit, call.caller, at: moment, tables) {
        return .failure(.limited(until: until))
      }
      var row = stored ?? unit.participation(in: id, variant: assigned, at: moment)
      row.belong(to: unit.account)
      change(&row, moment)
      if row != stored { try tables.put(row) }
      return .success(())
    }
  }

  /// A user may invent installations, so new ones count against the network's budget. The
  /// installation of an anonymous session was counted when the session was opened.
  /// - Returns: when to try again, once the budget is exhausted.
  private func countNew(
    _ unit: ExperimentUnit, _ caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    unit.account == nil ? nil : try limits.countAttempt(caller: caller, at: now, tables)
  }

  /// The results of an experiment, for operators.
  package func report(on id: ID<Experiment>) async throws -> ExperimentReport {
    guard let experiment = settings.experiments[id] else { throw IdentityFailure.notFound }
    let counts = try await ports.store.read("experiment.report") {
      try $0.participationCounts(in: id)
    }
    return ExperimentReport(experiment, counts)
  }
}

extension IdentityTransaction {
  /// A user who signs in on an installation takes over its participations, which then belong to the
  /// account.
  func link(
    _ installation: ID<Installation>, to account: ID<Account>
  ) throws {
    for var row in try participations(of: installation) where row.account != account {
      row.belong(to: account)
      try put(row)
    }
  }
}

extension IdentityService {
  package var experiments: ExperimentOperations { ExperimentOperations(parts: parts) }
}
