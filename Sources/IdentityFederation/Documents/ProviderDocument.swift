import IdentityDomain

/// A document of a provider that is fetched, kept and fetched again: one fetch at a time, however many
/// wait for it.
actor ProviderDocument<Value: Sendable> {
  private let http: ProviderClient
  private let place: ProviderTrouble.Place
  private let clock: any WallClock
  private let read: @Sendable ([UInt8]) async -> Value?
  private var state = DocumentState<Value>()
  private var pending: (endpoint: ProviderEndpoint, fetch: Task<Void, Never>)?

  /// - Parameter read: nil for what is no such document, or one that may not be believed.
  init(
    _ http: ProviderClient, _ place: ProviderTrouble.Place, clock: any WallClock,
    read: @escaping @Sendable ([UInt8]) async -> Value?
  ) {
    self.http = http
    self.place = place
    self.clock = clock
    self.read = read
  }

  /// - Throws: `.unavailable`
  func value(at endpoint: ProviderEndpoint) async throws(ProviderFailure) -> Value {
    switch state.step(of: endpoint, at: clock.now()) {
    case .use(let value): return value
    case .refuse: throw .unavailable
    case .fetch:
      await fetch(endpoint)
      guard let value = state.usable(of: endpoint, at: clock.now()) else { throw .unavailable }
      return value
    }
  }

  /// The document as it is now, where the held one lacks something: fetched again, unless that was done
  /// a short time ago.
  /// - Throws: `.unavailable` where it cannot be had.
  func renewed(at endpoint: ProviderEndpoint) async throws(ProviderFailure) -> Value {
    if pending != nil || state.mayRepeat(at: clock.now()) {
      state.repeats(at: clock.now())
      await fetch(endpoint)
      if state.hasFailed { throw .unavailable }
    }
    guard let value = state.usable(of: endpoint, at: clock.now()) else { throw .unavailable }
    return value
  }

  func markStale() { state.markStale(at: clock.now()) }

  private func fetch(_ endpoint: ProviderEndpoint) async {
    while let running = pending {
      await running.fetch.value
      if running.endpoint == endpoint { return }
    }
    // Its own task: who asked first may be cancelled, and the others still wait. It ends with the
    // transport's limit of time.
    let fetch = Task { await load(endpoint) }
    pending = (endpoint, fetch)
    await fetch.value
  }

  private func load(_ endpoint: ProviderEndpoint) async {
    state.begins(at: clock.now())
    defer { pending = nil }
    guard let answer = try? await http.json(of: ProviderCall(endpoint), place),
      let json = answer.json
    else { return state.failed() }
    guard let value = await read(json) else {
      http.note(place, .unreadable)
      return state.failed()
    }
    let now = clock.now()
    state.took(value, of: endpoint, for: Freshness.lifetime(of: answer.fields, at: now), at: now)
  }
}
