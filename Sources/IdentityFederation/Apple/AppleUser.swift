import Foundation
import IdentityDomain

/// The `user` field that Apple posts at the first sign-in only. It is not signed: nothing but the name is
/// taken from it.
enum AppleUser {
  private struct Wire: Decodable {
    struct Name: Decodable {
      let firstName: String?
      let lastName: String?
    }
    let name: Name?
  }

  static func name(_ json: String?) -> String? {
    guard let json, json.utf8.count <= SecurityRules.returnURLBytes,
      let user = try? JSONDecoder().decode(Wire.self, from: Data(json.utf8))
    else { return nil }
    let parts = [user.name?.firstName, user.name?.lastName].compactMap { $0 }
    return PersonName.cleaned(parts.joined(separator: " "))
  }
}
