import IdentityAPI
import IdentityDomain

// Experiments: assignments, exposures, conversions.

extension IdentityOperations {
  static let experimentsFunctions: [String: Function] = [
    "rFetchExperiments": rFetchExperiments, "getExperiments": getExperiments,
    "recordExposure": recordExposure, "recordConversion": recordConversion,
  ]

  /// ONB-3: in the format of the exercise's server, but for the installation in a header.
  @Sendable func rFetchExperiments(_ call: APICall) async throws -> APIAnswer {
    guard let installation = try call.namedInstallation() else {
      throw FailureBody.missing(APICall.installationHeader)
    }
    let variant = try await naming {
      try await service.experiments.variant(
        ExperimentCatalog.onboarding.id, installation: installation, caller: call.caller)
    }
    return try call.answer(VariantName(rawValue: variant))
  }

  @Sendable func getExperiments(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let installation = try call.namedInstallation()
    let assignments = try await naming {
      try await service.experiments.assignments(installation: installation, session)
    }
    return try call.answer(
      AssignmentsBody(
        experiments: assignments.map {
          AssignmentBody(
            experiment: $0.experiment.text, variant: $0.variant, running: $0.isRunning)
        }))
  }

  /// The domain's errors name the installation as bodies do; here it came in a header.
  private func naming<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch IdentityFailure.malformed(field: "installation_id") {
      throw failureForm(.malformed(field: APICall.installationHeader))
    }
  }

  @Sendable func recordExposure(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(ExposureBody.self)
    try await service.experiments.recordExposure(
      ID(body.experiment), variant: body.variant, installation: body.installationID, session)
    return try call.answer("Exposure recorded")
  }

  @Sendable func recordConversion(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(ConversionBody.self)
    try await service.experiments.recordConversion(
      ID(body.experiment), goal: body.goal, installation: body.installationID, session)
    return try call.answer("Conversion recorded")
  }
}
