import Foundation
import IdentityDomain

/// What a provider tells of a person (OpenID Connect Core 1.0 section 5.1). Nothing of it decides who it
/// is, so what cannot be read is left out.
struct PersonClaims: Decodable, Sendable {
  var email: EmailAddress?
  var isEmailVerified = false
  var name: String?
  var pictureURL: String?
  var hostedDomain: String?
  var context: String?

  private enum Claim: String, CodingKey {
    case email
    case email_verified
    case name
    case picture
    case hd
    case acr
  }

  init(from decoder: any Decoder) throws {
    let claims = try decoder.container(keyedBy: Claim.self)
    func text(_ claim: Claim) -> String? { try? claims.decode(String.self, forKey: claim) }
    email = text(.email).flatMap { EmailAddress($0) }
    // Apple writes it as a text.
    let isVerified = try? claims.decode(Bool.self, forKey: .email_verified)
    isEmailVerified = email != nil && (isVerified ?? (text(.email_verified) == "true"))
    name = text(.name).flatMap { PersonName.cleaned($0) }
    pictureURL = text(.picture).flatMap { PictureURL($0)?.text }
    hostedDomain = text(.hd).flatMap { domain in
      EmailAddress("hd@\(domain)").map { String($0.text.dropFirst(3)) }
    }
    context = text(.acr).flatMap {
      (1...SecurityRules.issuerBytes).contains($0.utf8.count) ? $0 : nil
    }
  }
}

/// A name as a provider told it.
enum PersonName {
  /// - Returns: one line without control characters; nil where nothing is left, or too much.
  static func cleaned(_ text: String) -> String? {
    guard text.utf8.count <= SecurityRules.nameBytes else { return nil }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line += " "
      default: line.unicodeScalars.append(scalar)
      }
    }
    let words = line.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
