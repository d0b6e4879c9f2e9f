/// The end of an address at which one session reads what is stored about its account (CTR-9): the time
/// it was made, and a code over that and the session. Nothing is stored, so a store that is read by
/// others opens none.
package struct ExportLink: Hashable, Sendable {
  /// 40 characters of base64url.
  package let id: String
  package let expiresAt: Timestamp

  private static let timeBytes = 5
  /// Of the 32 of a digest: 200 bits, and whole characters of base64url.
  private static let codeBytes = 25

  /// - Returns: nil if the server has no key for digests.
  init?(of session: ID<Session>, at now: Timestamp, _ digests: some KeyedDigest) {
    let seconds = now.milliseconds / 1000
    guard
      let code = Self.code(seconds, session, under: digests.currentKey, digests)
    else { return nil }
    let time = (0..<Self.timeBytes).reversed().map {
      UInt8(truncatingIfNeeded: seconds >> (8 * $0))
    }
    id = Base64URL.text(time + code)
    expiresAt = Timestamp(milliseconds: seconds * 1000) + SecurityRules.exportLifetime
  }

  /// Whether it was made for this session, and is still good. Compared in constant time.
  static func isValid(
    _ id: String, for session: ID<Session>, at now: Timestamp, _ digests: some KeyedDigest
  ) -> Bool {
    guard let bytes = Base64URL.bytes(Substring(id)), bytes.count == timeBytes + codeBytes else {
      return false
    }
    let seconds = bytes.prefix(timeBytes).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let made = Timestamp(milliseconds: seconds * 1000)
    guard made <= now + SecurityRules.clockLeeway, now < made + SecurityRules.exportLifetime else {
      return false
    }
    let shown = Array(bytes.dropFirst(timeBytes))
    return digests.recentKeys.contains { key in
      guard let right = code(seconds, session, under: key, digests) else { return false }
      return ConstantTime.equal(right, shown)
    }
  }

  private static func code(
    _ seconds: Int64, _ session: ID<Session>, under key: KeyID, _ digests: some KeyedDigest
  ) -> [UInt8]? {
    digests.digest([session.text, String(seconds)], for: .export, under: key)
      .map { Array($0.prefix(codeBytes)) }
  }
}

extension SecurityRules {
  /// CTR-9: how long the address of an export is good. Ours: long enough to try again after a bad
  /// connection, and no longer than the proof before it was fresh.
  package static let exportLifetime = Duration.minutes(5)
  /// CTR-9: how many addresses an account is given. Ours: nobody needs more of the same file.
  package static let exportsByAccount = Budget(most: 10, within: .hours(24))
  /// CTR-9: how often the files of an account are read. Ours: each reads all that is stored of it.
  package static let exportReadsByAccount = Budget(most: 20, within: .hours(1))
  /// CTR-9: how many sign-outs, and how many security events, a file that is downloaded has: the latest.
  /// Ours: with them it stays below what a client reads of a response, 1 MiB.
  package static let exportedEvents = 1_000
}
