/// The form of `newUser` (facts, market sign-in), as typed.
package struct NewUserForm: Sendable {
  package var firstName: String
  package var lastName: String
  package var mobile: String
  package var email: String
  package var password: String
  package var mode: String

  package init(
    firstName: String, lastName: String, mobile: String, email: String, password: String,
    mode: String
  ) {
    self.firstName = firstName
    self.lastName = lastName
    self.mobile = mobile
    self.email = email
    self.password = password
    self.mode = mode
  }

  /// The form's data apart from address and password. Only its syntax is checked; who has the
  /// number is neither looked up nor disclosed.
  /// - Throws: `malformed`, with the field by its name on the wire (MKT-6).
  func person(_ phones: some PhoneNumberParsing) throws(IdentityFailure) -> MarketPerson {
    for (name, field) in [(firstName, "first_name"), (lastName, "last_name")] {
      let isPrintable = !name.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      // Both together, with a space, are the account's name.
      guard isPrintable, name.contains(where: { !$0.isWhitespace }),
        name.utf8.count < SecurityRules.nameBytes / 2
      else { throw .malformed(field: field) }
    }
    guard mobile.utf8.first == UInt8(ascii: "+"),
      let number = phones.parse(mobile, region: nil)
    else { throw .malformed(field: "mobile") }
    guard let mode = UserMode(rawValue: mode) else { throw .malformed(field: "mode") }
    return MarketPerson(firstName: firstName, lastName: lastName, mobile: number, mode: mode)
  }
}

extension MarketSignIn {
  /// `newUser` (MKT-6): the same as `register`, with the same response for new, pending and taken
  /// addresses; the address is confirmed like any other.
  package func register(
    _ form: NewUserForm, caller: Caller
  ) async throws -> RegistrationAnswer {
    guard EmailAddress(form.email) != nil else { throw IdentityFailure.malformed(field: "email") }
    let person = try form.person(ports.phones)
    return try await registration.register(
      userName: form.email, password: form.password, name: person.fullName, market: person,
      caller: caller)
  }
}
