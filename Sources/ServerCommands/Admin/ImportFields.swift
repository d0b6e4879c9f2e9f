import Foundation
import IdentityDomain
import IdentityHTTP

/// The members of a line, each taken out once; what is left over is a mistake.
struct ImportFields {
  struct Flaw: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static let names: Set<String> = [
    "id", "email", "email_verified", "phone", "phone_verified", "name", "picture_url", "password",
    "created_at", "last_seen_at", "blocked", "market",
  ]
  private static let marketNames: Set<String> = ["first_name", "last_name", "mobile", "mode"]

  private var members: [String: Any]
  private let names: Set<String>

  init(_ bytes: [UInt8]?) throws(Flaw) {
    guard let bytes else {
      throw Flaw("the line is longer than \(LineReader.mostBytes) bytes; write one object per line")
    }
    let json = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    do throws(BodyShape.Flaw) {
      try BodyShape.check(json, isWhole: true)
    } catch .twice(let name) {
      // Readers differ in which of the two they take.
      throw Flaw("'\(name.prefix(40))' appears twice; write each field once")
    } catch {
      throw Self.notObject
    }
    guard let value = try? JSONSerialization.jsonObject(with: Data(json)),
      let members = value as? [String: Any]
    else { throw Self.notObject }
    self.init(members, Self.names)
  }

  private static let notObject = Flaw(
    "this is not a JSON object; write one object per line, such as {\"email\": …}")

  /// Some programs put it before the first line of a file in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private init(_ members: [String: Any], _ names: Set<String>) {
    self.members = members.filter { !($0.value is NSNull) }
    self.names = names
  }

  func finish() throws(Flaw) {
    guard let other = members.keys.min() else { return }
    let known = names.sorted().joined(separator: ", ")
    // A name of the other system's may be long, and is nobody's secret.
    throw Flaw("there is no field '\(other.prefix(40))'; the fields are \(known)")
  }

  mutating func text(_ name: String, most: Int) throws(Flaw) -> String? {
    guard let value = members.removeValue(forKey: name) else { return nil }
    guard let text = value as? String else { throw Flaw("\(name): write a string in quotes") }
    let isPrintable = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard !text.isEmpty, text.utf8.count <= most, isPrintable else {
      throw Flaw(
        "\(name): write 1 to \(most) bytes without control characters, or remove it")
    }
    return text
  }

  /// - Returns: false where it is left out and not needed.
  mutating func flag(_ name: String, needed: Bool) throws(Flaw) -> Bool {
    guard let value = members.removeValue(forKey: name) else {
      if needed { throw Flaw("\(name): add true or false together with the value it refers to") }
      return false
    }
    // Numbers become flags in Foundation's reading.
    guard let number = value as? NSNumber, CFGetTypeIDIsBoolean(number) else {
      throw Flaw("\(name): write true or false, without quotes")
    }
    return number.boolValue
  }

  private func CFGetTypeIDIsBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || number === (true as NSNumber)
      || number === (false as NSNumber)
  }

  mutating func moment(_ name: String) throws(Flaw) -> Timestamp? {
    guard let text = try text(name, most: 64) else { return nil }
    let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
      throw Flaw("\(name): write an RFC 3339 time, such as 2024-03-01T12:00:00Z")
    }
    return Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  mutating func email(_ name: String) throws(Flaw) -> EmailAddress? {
    guard let text = try text(name, most: SecurityRules.userNameBytes) else { return nil }
    guard let address = EmailAddress(text) else {
      throw Flaw(
        "\(name): this email address cannot be used: write ASCII only, without quotes, with a "
          + "dot in the host name")
    }
    return address
  }

  mutating func phone(
    _ name: String, _ phones: some PhoneNumberParsing
  ) throws(Flaw) -> PhoneNumber? {
    guard let text = try text(name, most: SecurityRules.phoneNumberBytes) else { return nil }
    guard let number = phones.parse(text, region: nil) else {
      throw Flaw(
        "\(name): this is not a valid phone number; include the country code, as in +4915112345678")
    }
    return number
  }

  mutating func pictureURL(_ name: String) throws(Flaw) -> String? {
    guard let url = try text(name, most: SecurityRules.pictureURLBytes) else { return nil }
    guard PictureURL(url) != nil else {
      throw Flaw("\(name): write an https URL with a host name, such as https://example.com/a.png")
    }
    return url
  }

  mutating func market(
    _ name: String, _ phones: some PhoneNumberParsing
  ) throws(Flaw) -> MarketPerson? {
    guard let value = members.removeValue(forKey: name) else { return nil }
    guard let inner = value as? [String: Any] else {
      throw Flaw("\(name): write an object with first_name, last_name, mobile and mode")
    }
    var fields = ImportFields(inner, Self.marketNames)
    do throws(Flaw) {
      guard let first = try fields.text("first_name", most: SecurityRules.nameBytes),
        let last = try fields.text("last_name", most: SecurityRules.nameBytes),
        let mobile = try fields.phone("mobile", phones),
        let mode = try fields.text("mode", most: SecurityRules.modeBytes)
      else { throw Flaw("first_name, last_name, mobile and mode are all required") }
      guard let mode = UserMode(rawValue: mode) else {
        let known = UserMode.allCases.map(\.rawValue).joined(separator: " or ")
        throw Flaw("mode: write \(known)")
      }
      try fields.finish()
      return MarketPerson(firstName: first, lastName: last, mobile: mobile, mode: mode)
    } catch {
      throw Flaw("\(name).\(error.text)")
    }
  }
}
