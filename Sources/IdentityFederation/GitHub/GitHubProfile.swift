import Foundation
package import IdentityDomain

/// GitHub's user: the number stays, the login can be given to somebody else.
package struct GitHubProfile: Hashable, Sendable {
  package let id: Int64
  package let name: String?
  package let pictureURL: String?

  private struct Wire: Decodable {
    let id: Int64
    let login: String?
    let name: String?
    let avatar_url: String?
  }

  /// - Returns: nil for what is no user.
  package init?(_ json: [UInt8]) {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(json)), wire.id > 0 else {
      return nil
    }
    id = wire.id
    name = (wire.name ?? wire.login).flatMap { PersonName.cleaned($0) }
    pictureURL = wire.avatar_url.flatMap { PictureURL($0)?.text }
  }
}

/// One of the addresses that somebody has at GitHub.
package struct GitHubEmail: Hashable, Sendable {
  package let address: EmailAddress
  package let isVerified: Bool

  private struct Wire: Decodable {
    let email: String
    let primary: Bool
    let verified: Bool
  }

  private struct Passing: Decodable {
    let email: Wire?
    init(from decoder: any Decoder) throws { email = try? Wire(from: decoder) }
  }

  /// The primary one: others may be old ones that somebody else holds by now.
  /// - Returns: nil if the user has no address that receives mail.
  package static func chosen(_ json: [UInt8]) -> GitHubEmail? {
    let all = (try? JSONDecoder().decode([Passing].self, from: Data(json))) ?? []
    let primary = all.compactMap(\.email).filter(\.primary)
    guard primary.count == 1, let address = EmailAddress(primary[0].email),
      !address.text.hasSuffix("@users.noreply.github.com")
    else { return nil }
    return GitHubEmail(address: address, isVerified: primary[0].verified)
  }
}
