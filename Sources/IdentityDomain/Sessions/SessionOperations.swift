/// A user's sessions and devices: refreshing, listing and ending them.
package struct SessionOperations: ServiceRoom {
  package let parts: ServiceParts

  var stepUp: StepUp { StepUp(parts: parts) }

  /// `requestCrumb` (BOOT-5, BOOT-6): the CSRF token (`crumb`) and the `guid`, which is the user
  /// id.
  package func crumb(_ call: SessionCall) async throws -> (
    crumb: Secret<CrumbValue>, guid: ID<Account>
  ) {
    try await sessions.reading("crumb", call) { _, session, account, _ in
      guard session.family.kind != .compat, let crumb = Crumb.issue(for: session, ports.digests)
      else { return .failure(.proofRequired) }
      return .success((crumb: crumb, guid: account.id))
    }
  }
}

extension IdentityService {
  package var sessions: SessionOperations { SessionOperations(parts: parts) }
}
