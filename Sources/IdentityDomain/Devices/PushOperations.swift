/// Registers and releases the push endpoints of a session.
package struct PushOperations: ServiceRoom {
  package let parts: ServiceParts

  /// `UpdateUserNotificationId` (PHN-7): sends pushes for this sign-in to this token. A token of
  /// another sign-in is taken over, so no previous user of the device gets a push (CMP-13).
  package func register(
    platform: String, pushToken: Secret<PushToken>, _ call: SessionCall
  ) async throws {
    let text = pushToken.exposed
    guard (1...32).contains(platform.utf8.count) else {
      throw IdentityFailure.malformed(field: "platform")
    }
    guard !text.isEmpty else { throw IdentityFailure.malformed(field: "mobile_device_token") }
    try bounded(text, SecurityRules.pushTokenBytes, "mobile_device_token")
    try await sessions.authorized("push.register", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      try tables.put(
        PushEndpoint(
          pushToken: text, platform: platform, session: session.id, account: account.id,
          registeredAt: now))
      return .success(())
    }
  }

  /// Releases a push token. One that belongs to another user, or to none, is silently left alone.
  package func release(
    pushToken: Secret<PushToken>, _ call: SessionCall
  ) async throws {
    try await sessions.authorized("push.release", call, .write) {
      tables, _, account, _ -> Result<Void, IdentityFailure> in
      if try tables.pushEndpoint(pushToken.exposed)?.account == account.id {
        try tables.removePushEndpoint(pushToken.exposed)
      }
      return .success(())
    }
  }
}

extension IdentityService {
  package var push: PushOperations { PushOperations(parts: parts) }
}
