import IdentityDomain

extension MemoryTransaction {
  func participation(
    of installation: ID<Installation>, in experiment: ID<Experiment>
  ) -> Participation? {
    note("participation")
    return tables.participations[row(installation, experiment)]
  }
  func participations(of installation: ID<Installation>) -> [Participation] {
    note("participations")
    return tables.participations.values.filter { $0.installation == installation }
      .sorted { $0.experiment.text < $1.experiment.text }
  }
  func participations(ofAccount account: ID<Account>) -> [Participation] {
    note("participations")
    return tables.participations.values.filter { $0.account == account }.sorted {
      ($0.experiment.text, $0.installation.text) < ($1.experiment.text, $1.installation.text)
    }
  }
  func put(_ participation: Participation) {
    note("put Participation")
    tables.participations[row(participation.installation, participation.experiment)] =
      participation
  }
  func removeParticipations(of holder: Session.Holder) {
    note("removeParticipations")
    tables.participations = tables.participations.filter { _, row in
      switch holder {
      case .account(let id): row.account != id
      case .installation(let id): row.installation != id
      }
    }
  }
  func participationCounts(in experiment: ID<Experiment>) -> [ParticipationCount] {
    note("participationCounts")
    let exposed = tables.participations.values.filter {
      $0.experiment == experiment && $0.exposedAt != nil
    }
    return Dictionary(grouping: exposed, by: \.variant).sorted { $0.key < $1.key }
      .map { variant, rows in
        var goals: [String: Int] = [:]
        for goal in rows.flatMap(\.goals.keys) { goals[goal, default: 0] += 1 }
        return ParticipationCount(variant: variant, exposures: rows.count, goals: goals)
      }
  }

  private func row(
    _ installation: ID<Installation>, _ experiment: ID<Experiment>
  ) -> MemoryTables.ParticipationRow {
    MemoryTables.ParticipationRow(installation: installation, experiment: experiment)
  }
}
