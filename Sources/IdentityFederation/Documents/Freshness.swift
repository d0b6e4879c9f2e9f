import IdentityDomain
import NetworkTransfer

/// For how long a response may be used again (RFC 9111 section 4.2), between our own bounds.
enum Freshness {
  static func lifetime(of fields: [String: String], at now: Timestamp) -> Duration {
    let told = seconds(fields, now)
    return min(
      max(.seconds(told), FederationRules.leastFreshness), FederationRules.mostFreshness)
  }

  private static func seconds(_ fields: [String: String], _ now: Timestamp) -> Int64 {
    let directives = (fields["cache-control"] ?? "").split(separator: ",")
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
    if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
    let ages = directives.filter { $0.hasPrefix("max-age=") }.map { number($0.dropFirst(8)) }
    if let most = ages.first {
      // Two of them, or one that is no number: stale (section 4.2.1).
      guard ages.count == 1, let most else { return 0 }
      return most - (number(fields["age"] ?? "") ?? 0)
    }
    return fields["expires"].flatMap { HTTPDate.seconds($0) }.map { $0 - now.numericDate } ?? 0
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    // Larger than any bound of ours.
    return text.utf8.count > 10 ? 1 << 31 : Int64(text)
  }
}

/// What is held of one document, and when it is asked for: pure, so that a table can say it.
struct DocumentState<Value: Sendable>: Sendable {
  enum Step {
    case use(Value)
    case fetch
    /// A try has just failed, and nothing is held that may still be used.
    case refuse
  }

  private struct Held {
    let value: Value
    let endpoint: ProviderEndpoint
    let fetchedAt: Timestamp
    let freshUntil: Timestamp
  }

  private var held: Held?
  private var triedAt: Timestamp?
  /// When it was last fetched because it lacked something.
  private var repeatedAt: Timestamp?
  private(set) var hasFailed = false

  init() {}

  /// What may be used though it is no longer fresh. A clock that was set back makes it old.
  func usable(of endpoint: ProviderEndpoint, at now: Timestamp) -> Value? {
    guard let held, held.endpoint == endpoint, held.fetchedAt <= now,
      now < held.fetchedAt + FederationRules.mostStaleness
    else { return nil }
    return held.value
  }

  func step(of endpoint: ProviderEndpoint, at now: Timestamp) -> Step {
    let usable = usable(of: endpoint, at: now)
    if let usable, let held, now < held.freshUntil { return .use(usable) }
    if hasFailed, wasTried(within: FederationRules.retryInterval, of: now) {
      return usable.map { .use($0) } ?? .refuse
    }
    return .fetch
  }

  /// Whether it may be fetched though it is fresh, since it lacks something: also right after it was fetched, for
  /// keys change at any moment.
  func mayRepeat(at now: Timestamp) -> Bool {
    let isRepeated = Self.lies(repeatedAt, within: FederationRules.unknownKeyInterval, of: now)
    return !isRepeated && !(hasFailed && wasTried(within: FederationRules.retryInterval, of: now))
  }

  mutating func repeats(at now: Timestamp) { repeatedAt = now }

  private func wasTried(within interval: Duration, of now: Timestamp) -> Bool {
    Self.lies(triedAt, within: interval, of: now)
  }

  private static func lies(
    _ moment: Timestamp?, within interval: Duration, of now: Timestamp
  ) -> Bool {
    guard let moment else { return false }
    return moment <= now && now < moment + interval
  }

  mutating func begins(at now: Timestamp) { triedAt = now }

  mutating func took(
    _ value: Value, of endpoint: ProviderEndpoint, for lifetime: Duration, at now: Timestamp
  ) {
    held = Held(value: value, endpoint: endpoint, fetchedAt: now, freshUntil: now + lifetime)
    hasFailed = false
  }

  mutating func failed() { hasFailed = true }

  /// What it says does not hold any more: it is asked for again, as soon as that may be.
  mutating func markStale(at now: Timestamp) {
    guard let old = held, !wasTried(within: FederationRules.unknownKeyInterval, of: now) else {
      return
    }
    held = Held(
      value: old.value, endpoint: old.endpoint, fetchedAt: old.fetchedAt, freshUntil: now)
  }
}
