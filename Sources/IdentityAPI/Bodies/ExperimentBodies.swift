/// `rFetchExperiments`: the name of a variant, a JSON string and nothing around it.
package struct VariantName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// That a variant was shown.
package struct ExposureBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var experiment: String
  package var variant: String
  /// Needed from a session of a person; an anonymous session is of one installation.
  package var installationID: String?

  package init(experiment: String, variant: String, installationID: String? = nil) {
    self.experiment = experiment
    self.variant = variant
    self.installationID = installationID
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case experiment, variant
    case installationID = "installation_id"
  }
}

/// That a goal was reached.
package struct ConversionBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var experiment: String
  package var goal: String
  /// As for an exposure.
  package var installationID: String?

  package init(experiment: String, goal: String, installationID: String? = nil) {
    self.experiment = experiment
    self.goal = goal
    self.installationID = installationID
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case experiment, goal
    case installationID = "installation_id"
  }
}

/// What one experiment is for an installation.
package struct AssignmentBody: Hashable, Sendable, Codable {
  package var experiment: String
  package var variant: String
  /// Whether it runs, so that showing the variant is an exposure to tell.
  package var running: Bool

  package init(experiment: String, variant: String, running: Bool) {
    self.experiment = experiment
    self.variant = variant
    self.running = running
  }
}

package struct AssignmentsBody: Hashable, Sendable, Codable {
  package var experiments: [AssignmentBody]
  package init(experiments: [AssignmentBody]) { self.experiments = experiments }
}
