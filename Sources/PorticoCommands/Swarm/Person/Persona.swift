/// Who holds a device: what they type, the same in every repetition of it but for the stamp of the run.
package struct Persona: Sendable {
  package let email: String
  /// In E.164: of a German mobile network, whose numbers are long enough for every device to have one.
  package let phone: String
  package let password: String
  package let usesPhone: Bool

  package init(_ plan: SwarmPlan, device: Int) {
    var random = DeviceRandom(seed: plan.seed, device: device, .person)
    usesPhone = random.happens(plan.phones)
    email = "swarm-\(String(plan.stamp, radix: 36))-\(device)@example.org"
    let digits = String((plan.stamp &* 10_007 &+ Int64(device)) % 10_000_000)
    phone = "+491511" + String(repeating: "0", count: 7 - digits.count) + digits
    password = "staple battery \(String(random.next() % 1_000_000_007, radix: 36))"
  }

  /// What they might write into a field, the best first; whoever fills the form takes the first that it accepts.
  ///
  /// - Parameter style: the name of the field's kind.
  func texts(for style: String, least: String, most: String) -> [String] {
    let known: [String] =
      switch style {
      case "email", "newEmail": [email]
      // Where a name will do, an address does too.
      case "username": [email, "swarm"]
      case "phone": [phone]
      case "password", "newPassword": [password, password + "aB1!"]
      case "country": ["DE"]
      case "name", "text", "multiline": ["Ada"]
      case "givenName": ["Ada"]
      case "familyName": ["Lovelace"]
      case "number": ["1", "18", "100", "1000", "10000", "100000"]
      case "date": [least, most, "2000-01-01", "2030-01-01"]
      default: []
      }
    return known.filter { !$0.isEmpty } + Self.guesses
  }

  /// For fields about which nothing is known but what they accept.
  private static let guesses =
    ["Ada Lovelace", "12345", "1", "A1", "https://example.org/", "2000-01-01"]
    + (1...40).map { String(repeating: "a", count: $0) }
    + (1...20).map { String(repeating: "1", count: $0) }
}
