/// What is known of a client when an experiment looks for its audience. No address, no number, no
/// account, nothing of the network: the unit is the installation (SEC "Privacy").
package struct ExperimentAudience: Hashable, Sendable {
  /// As the client names it, in lower case.
  package let platform: String
  /// The first subtag of the client's language tag, in lower case.
  package let language: String
  /// ISO 3166-1 alpha-2 in upper case, from the language tag; the person's setting, not a place.
  package let region: String?
  /// Nil when nobody can read it.
  package let version: AppVersion?

  /// - Parameter language: a BCP 47 tag.
  package init(platform: String, language: String, appVersion: String) {
    self.platform = platform.lowercased()
    let subtags = language.split(separator: "-", omittingEmptySubsequences: false)
    self.language = subtags.first?.lowercased() ?? ""
    // RFC 5646 section 2.1: what follows a subtag of one character is an extension.
    region = subtags.dropFirst().prefix { $0.utf8.count > 1 }
      .first { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIILetter) }?
      .uppercased()
    version = AppVersion(appVersion)
  }

  package init(_ caller: Caller) {
    self.init(
      platform: caller.client.platform, language: caller.language,
      appVersion: caller.client.appVersion)
  }
}

/// Whom an experiment is for. An attribute without values is not asked for.
package struct ExperimentTargeting: Hashable, Sendable {
  package var platforms: Set<String> = []
  package var languages: Set<String> = []
  package var regions: Set<String> = []
  /// This version and newer ones.
  package var versionFrom: AppVersion?
  /// Older versions than this.
  package var versionBefore: AppVersion?

  package init() {}

  /// Whoever does not say what is asked for is not meant.
  package func includes(_ audience: ExperimentAudience) -> Bool {
    guard platforms.isEmpty || platforms.contains(audience.platform),
      languages.isEmpty || languages.contains(audience.language),
      regions.isEmpty || audience.region.map(regions.contains) ?? false
    else { return false }
    guard versionFrom != nil || versionBefore != nil else { return true }
    guard let version = audience.version else { return false }
    return versionFrom.map { version >= $0 } ?? true && versionBefore.map { version < $0 } ?? true
  }
}

extension UInt8 {
  var isASCIILetter: Bool { 65...90 ~= self || 97...122 ~= self }
}
