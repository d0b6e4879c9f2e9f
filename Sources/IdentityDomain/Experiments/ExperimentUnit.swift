/// The status of one experiment for an installation.
package struct ExperimentAssignment: Hashable, Sendable {
  package let experiment: ID<Experiment>
  package let variant: String
  /// Whether the installation takes part, so that its exposure counts; otherwise the variant is the
  /// result of a stopped experiment.
  package let isRunning: Bool
}

/// A participant: an installation and the account that uses it.
struct ExperimentUnit: Sendable {
  let installation: ID<Installation>
  let account: ID<Account>?

  /// - Parameter name: the installation named by the call. Required for a signed-in user, since an
  ///   account can have many; for an anonymous session it must match.
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

  /// The rows to be written: new assignments, and those that now belong to an account.
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
  /// - Parameter text: at least 128 random bits that the app drew at its first launch, 22 to 64
  ///   characters of base64url.
  static func installation(_ text: String) throws(IdentityFailure) -> ID<Installation> {
    guard (22...64).contains(text.utf8.count), Base64URL.bytes(text) != nil else {
      throw .malformed(field: "installation_id")
    }
    return ID(text)
  }
}
