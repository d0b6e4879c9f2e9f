import IdentityAPI
import IdentityDomain

// Experiments: assignments, exposures, conversions.

extension IdentityOperations {
  /// ONB-3: as the exercise's server answers it, but for the installation in the query.
  @Sendable func rFetchExperiments(_ call: APICall) async throws -> APIAnswer {
    guard let installation = try call.queried("installation_id") else {
      throw FailureBody.missing("installation_id")
    }
    let variant = try await service.experimentVariant(
      ExperimentCatalog.onboarding.id, installation: installation, caller: call.caller)
    return try call.answer(VariantName(rawValue: variant))
  }

  @Sendable func getExperiments(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let assignments = try await service.experiments(
      installation: try call.queried("installation_id"), session)
    return try call.answer(
      AssignmentsBody(
        experiments: assignments.map {
          AssignmentBody(
            experiment: $0.experiment.text, variant: $0.variant, running: $0.isRunning)
        }))
  }

  @Sendable func recordExposure(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(ExposureBody.self)
    try await service.recordExposure(
      ID(body.experiment), variant: body.variant, installation: body.installationID, session)
    return try call.answer("Exposure noted")
  }

  @Sendable func recordConversion(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(ConversionBody.self)
    try await service.recordConversion(
      ID(body.experiment), goal: body.goal, installation: body.installationID, session)
    return try call.answer("Conversion noted")
  }
}
