import IdentityDomain

/// The files by which a domain says which apps and pages may use its passkeys (PAS-8). A platform reads them by itself, from
/// the domain that is the relying party.
package struct AssociationFiles: Hashable, Sendable {
  /// An app's certificate, as SHA-256 of it.
  package struct AndroidApp: Hashable, Sendable {
    package let package: String
    package let certificate: [UInt8]

    /// - Parameter text: `PACKAGE FINGERPRINT`, the fingerprint as 32 pairs of digits with colons, as Android's tools
    ///   print it.
    /// - Returns: nil for anything else.
    package init?(_ text: String) {
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, Self.isPackage(words[0]) else { return nil }
      let pairs = words[1].split(separator: ":", omittingEmptySubsequences: false)
      let bytes = pairs.compactMap { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
      guard pairs.count == 32, bytes.count == 32 else { return nil }
      package = words[0]
      certificate = bytes
    }

    /// The `origin` that the platform writes for the app.
    package var origin: String { "android:apk-key-hash:" + Base64URL.text(certificate) }

    var fingerprint: String {
      certificate.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined(separator: ":")
    }

    private static func isPackage(_ name: String) -> Bool {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count >= 2 && name.utf8.count <= 255
        && parts.allSatisfy { part in
          part.utf8.first.map { (65...90).contains($0) || (97...122).contains($0) } ?? false
            && part.utf8.allSatisfy {
              (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0)
                || $0 == 95
            }
        }
    }
  }

  /// `TEAM.BUNDLE` each.
  package var appleApps: [String]
  package var androidApps: [AndroidApp]
  /// Pages outside the domain (WebAuthn section 5.11).
  package var relatedOrigins: [String]

  package init(
    appleApps: [String] = [], androidApps: [AndroidApp] = [], relatedOrigins: [String] = []
  ) {
    self.appleApps = appleApps
    self.androidApps = androidApps
    self.relatedOrigins = relatedOrigins
  }

  /// Ten capital letters and digits, a dot, and a bundle id.
  package static func isAppleApp(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 && parts[0].utf8.count == 10 && text.utf8.count <= 255
      && parts[0].utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
      && parts[1].utf8.allSatisfy {
        (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0)
          || $0 == 45 || $0 == 46
      }
  }

  private struct Apple: Encodable {
    struct Credentials: Encodable { let apps: [String] }
    let webcredentials: Credentials
  }

  private struct Android: Encodable {
    struct Target: Encodable {
      let namespace = "android_app"
      let package: String
      let fingerprints: [String]

      enum CodingKeys: String, CodingKey {
        case namespace
        case package = "package_name"
        case fingerprints = "sha256_cert_fingerprints"
      }
    }
    let relation = ["delegate_permission/common.get_login_creds"]
    let target: Target
  }

  private struct Related: Encodable { let origins: [String] }

  /// Nil where there is nothing to say.
  var apple: [UInt8]? {
    appleApps.isEmpty
      ? nil : WireJSON.bytes(Apple(webcredentials: Apple.Credentials(apps: appleApps)))
  }

  var android: [UInt8]? {
    androidApps.isEmpty
      ? nil
      : WireJSON.bytes(
        androidApps.map {
          Android(target: Android.Target(package: $0.package, fingerprints: [$0.fingerprint]))
        })
  }

  var related: [UInt8]? {
    relatedOrigins.isEmpty ? nil : WireJSON.bytes(Related(origins: relatedOrigins))
  }
}
