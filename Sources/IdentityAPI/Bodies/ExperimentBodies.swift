/// `rFetchExperiments`: the name of a variant, as a bare JSON string.
package struct VariantName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Reports that a variant was shown.
package struct ExposureBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var experiment: String
  package var variant: String
  /// Required for a user's session; an anonymous session belongs to one installation.
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

/// Reports that a goal was reached.
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

/// The assignment of an installation in one experiment.
package struct AssignmentBody: Hashable, Sendable, Codable {
  package var experiment: String
  package var variant: String
  /// Whether the experiment is running, so that showing the variant is an exposure to report.
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
