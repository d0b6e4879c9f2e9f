/// Records that are nobody's, with values in the columns in which somebody's has them, and of about
/// their width. They are read where there is none, so that the time of an answer does not tell.
package enum DummyRecord {
  private static let id = ID<Account>("AAAAAAAAAAAAAAAAAAAAAA")
  private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
  private static let number = PhoneNumber(e164: "+4915100000000", region: "DE")

  package static let account = Account(
    id: id, createdAt: moment, profile: Account.Profile(name: "Nobody at all"), language: "en"
  ).storedValues

  package static let trust =
    number.map {
      DeviceTrust(
        account: id, number: $0, key: KeyThumbprint(String(repeating: "A", count: 43)),
        provedAt: moment
      ).storedValues
    } ?? []

  private static let address = binding(
    EmailAddress("nobody-at-all@nowhere.example").map { .email($0) })
  private static let phone = binding(number.map { .phone($0) })

  /// Of the same kind, since each kind has its own columns.
  package static func binding(of identifier: Identifier) -> [StoredValue] {
    switch identifier {
    case .email: address
    case .phone: phone
    }
  }

  private static func binding(_ identifier: Identifier?) -> [StoredValue] {
    identifier.map {
      IdentifierBinding(identifier: $0, account: id, verifiedAt: moment, chosenAt: moment)
        .storedValues
    } ?? []
  }
}
