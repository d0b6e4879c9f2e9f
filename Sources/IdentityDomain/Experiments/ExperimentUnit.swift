/// Where one experiment stands for an installation.
package struct ExperimentAssignment: Hashable, Sendable {
  package let experiment: ID<Experiment>
  package let variant: String
  /// Whether the installation takes part, so that its exposure counts; else the variant is what is
  /// left of an experiment that stopped.
  package let isRunning: Bool
}

/// What takes part: an installation, and whose account it is used with.
struct ExperimentUnit: Sendable {
  let installation: ID<Installation>
  let account: ID<Account>?

  /// - Parameter name: the installation as the call names it. A person who is signed in has to, for
  ///   one account has many; an anonymous session is of one, and another one is refused.
  static func of(
    _ session: Session, naming name: String?
  ) -> Result<ExperimentUnit, IdentityFailure> {
    switch session.holder {
    case .installation(let own):
      guard name == nil || name == own.text else {
        return .failure(.malformed(field: "installation_id"))
      }
      return .success(ExperimentUnit(installation: own, account: nil))
    case .account(let account):
      return Result { () throws(IdentityFailure) in
        ExperimentUnit(
          installation: try installation(name ?? ""), account: account)
      }
    }
  }

  func participation(
    in experiment: ID<Experiment>, variant: String, at now: Timestamp
  ) -> Participation {
    Participation(
      experiment: experiment, installation: installation, account: account, variant: variant,
      assignedAt: now)
  }
}

extension ExperimentCatalog {
  func assignments(
    for unit: ExperimentUnit, _ audience: ExperimentAudience, _ stored: [Participation]
  ) -> [ExperimentAssignment] {
    experiments.compactMap { experiment in
      let standing = experiment.standing(
        of: unit.installation, audience, stored: stored.first { $0.experiment == experiment.id })
      return standing.variant.map {
        ExperimentAssignment(
          experiment: experiment.id, variant: $0, isRunning: experiment.isRunning)
      }
    }
  }

  /// The rows that are to be written: new assignments, and those that belong to an account now.
  func changes(
    for unit: ExperimentUnit, _ audience: ExperimentAudience, _ stored: [Participation],
    at now: Timestamp
  ) -> [Participation] {
    var changes: [Participation] = stored.compactMap { row in
      var linked = row
      linked.belong(to: unit.account)
      return linked == row ? nil : linked
    }
    for assignment in assignments(for: unit, audience, stored)
    where assignment.isRunning
      && !stored.contains(where: { $0.experiment == assignment.experiment })
    {
      changes.append(
        unit.participation(in: assignment.experiment, variant: assignment.variant, at: now))
    }
    return changes
  }
}

extension ExperimentUnit {
  /// - Parameter text: 128 random bits or more that the app drew at its first launch, 22 to 64
  ///   characters of base64url.
  static func installation(_ text: String) throws(IdentityFailure) -> ID<Installation> {
    guard (22...64).contains(text.utf8.count), Base64URL.bytes(text) != nil else {
      throw .malformed(field: "installation_id")
    }
    return ID(text)
  }
}
