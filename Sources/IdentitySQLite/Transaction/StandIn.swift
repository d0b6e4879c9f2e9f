import Foundation
import IdentityDomain

/// Records that are nobody's, of about the size of somebody's. They are read where there is none, so
/// that the time of an answer does not tell.
enum StandIn {
  private static let id = ID<Account>("AAAAAAAAAAAAAAAAAAAAAA")
  private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
  private static let number = PhoneNumber(e164: "+4915100000000", region: "DE")

  static let account = data(
    Account(id: id, createdAt: moment, profile: Account.Profile(name: "Nobody at all")))
  static let trust = data(
    number.map {
      DeviceTrust(
        account: id, number: $0, key: KeyThumbprint(String(repeating: "A", count: 43)),
        provedAt: moment)
    })

  private static let address = binding(
    EmailAddress("nobody-at-all@nowhere.example").map { .email($0) })
  private static let phone = binding(number.map { .phone($0) })

  /// Of the same kind, since each kind has its own JSON.
  static func binding(of identifier: Identifier) -> Data {
    switch identifier {
    case .email: address
    case .phone: phone
    }
  }

  private static func binding(_ identifier: Identifier?) -> Data {
    data(
      identifier.map { IdentifierBinding(identifier: $0, account: id, verifiedAt: moment) })
  }

  private static func data(_ value: some Encodable) -> Data {
    Data(((try? StoredForm.text(value)) ?? "").utf8)
  }
}
