import FlowMachine

/// Passkeys among the suggestions of a field (PAS-1), and what the user chose there, until the flow asks for it.
actor PasskeySuggestions {
  private var chosen: Passkeys.Assertion?

  /// Milliseconds after which another challenge is asked for: before the server's is over.
  private static let renewal: Int64 = 240_000

  /// Offers passkeys until one is chosen; the task is cancelled with the screen that asked.
  ///
  /// - Parameters:
  ///   - operation: asks the server for what a sign-in shows.
  ///   - pause: milliseconds.
  ///   - told: called once a passkey is chosen.
  func offer(
    _ passkeys: Passkeys, _ operation: RequestHandlers.Handler,
    pause: @escaping @Sendable (Int64) async -> Void, told: @Sendable () async -> Void
  ) async -> Reply {
    chosen = nil
    guard let suggest = passkeys.suggest else { return .absent }
    while !Task.isCancelled {
      let asked = await operation(
        RequestHandlers.Call(
          name: "beginPasskeySignIn", parameters: [:], idempotencyKey: nil, timeout: 30_000))
      guard case .received(200, let body) = asked.answer,
        let options = Passkeys.RequestOptions(JSONValue(body))
      else { return .absent }
      let shown = await withTaskGroup(of: Result<Passkeys.Assertion, Passkeys.Refusal>?.self) {
        group in
        group.addTask { await suggest(options) }
        group.addTask {
          await pause(Self.renewal)
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
      switch shown {
      case nil: continue
      case .success(let assertion):
        chosen = assertion
        await told()
        return .done()
      case .failure(let refusal): return refusal.reply
      }
    }
    return Passkeys.Refusal.notAllowed.reply
  }

  /// What was chosen; it is good for one answer.
  func take() -> Passkeys.Assertion? {
    defer { chosen = nil }
    return chosen
  }
}
