/// What is known about a client when an experiment selects its audience. No address, no number, no
/// account, nothing of the network: the unit is the installation (SEC "Privacy").
package struct ExperimentAudience: Hashable, Sendable {
  /// As named by the client, in lower case.
  package let platform: String
  /// The first subtag of the client's language tag, in lower case.
  package let language: String
  /// ISO 3166-1 alpha-2 in upper case, from the language tag: the user's setting, not a location.
  package let region: String?
  /// Nil if it cannot be parsed.
  package let version: AppVersion?

  /// - Parameter language: a BCP 47 tag.
  package init(platform: String, language: String, appVersion: String) {
    self.platform = platform.lowercased()
    let subtags = language.split(separator: "-", omittingEmptySubsequences: false)
    self.language = subtags.first?.lowercased() ?? ""
    // RFC 5646 section 2.1: an extension begins with a subtag of one character.
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

/// The audience of an experiment. An attribute without values does not restrict it.
package struct ExperimentTargeting: Hashable, Sendable {
  package var platforms: Set<String> = []
  package var languages: Set<String> = []
  package var regions: Set<String> = []
  /// This version and later ones.
  package var versionFrom: AppVersion?
  /// Versions before this one.
  package var versionBefore: AppVersion?

  package init() {}

  /// Excludes clients that do not state a required attribute.
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
