import Crypto
import Foundation

/// Somebody who has an account at a development provider.
package struct DevelopmentPerson: Hashable, Sendable {
  package let name: String
  package let email: String
  package let isEmailVerified: Bool

  package init(name: String, email: String, isEmailVerified: Bool = true) {
    self.name = name
    self.email = email
    self.isEmailVerified = isEmailVerified
  }

  /// Whom the page offers, by the domain that the provider gives out.
  static func examples(_ kind: DevelopmentProvider.Kind) -> [DevelopmentPerson] {
    let domain =
      switch kind {
      case .google: "gmail.com"
      case .apple: "icloud.com"
      case .openID, .github: "example.com"
      }
    return [
      DevelopmentPerson(name: "Ada Lovelace", email: "ada.lovelace@\(domain)"),
      DevelopmentPerson(name: "Grace Hopper", email: "grace.hopper@example.org"),
      DevelopmentPerson(
        name: "Alan Turing", email: "alan.turing@example.net", isEmailVerified: false),
    ]
  }

  /// Follows from the address alone, so that a restart knows the same people.
  private var digest: [UInt8] { Array(SHA256.hash(data: Data(email.lowercased().utf8))) }

  var subject: String {
    digest[..<12].map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
  }

  /// GitHub's form.
  var number: Int64 { 1 + digest[..<6].reduce(0) { $0 << 8 | Int64($1) } }

  /// Apple's, for whoever hides the address.
  var relayAddress: String { "\(subject.prefix(10))@privaterelay.appleid.com" }
}
