import Foundation
import IdentityDomain

/// A value whose record is read without a decoder, since sign-ins wait for it.
protocol OwnRecord: Decodable, Sendable {
  /// - Returns: nil where the record is not in the form that we write.
  static func read(_ json: inout RecordReader) -> Self?
}

extension StoredForm {
  static func own<Value: OwnRecord>(_ bytes: Data, of table: String) throws -> Value {
    let value = bytes.withUnsafeBytes { bytes in
      var json = RecordReader(bytes)
      let value = Value.read(&json)
      return json.isAtEnd ? value : nil
    }
    return try value ?? decoded(bytes, of: table)
  }
}

extension Session: OwnRecord {
  /// Sessions are read once and then remembered.
  static func read(_ json: inout RecordReader) -> Session? { nil }
}

extension PasswordCredential: OwnRecord {
  static func read(_ json: inout RecordReader) -> PasswordCredential? {
    guard json.take(#"{"account":"#), let account = json.text(),
      json.take(#","changedAt":"#), let changedAt = json.moment(),
      json.take(#","hash":{"encoded":"#), let hash = json.text(), json.take("}")
    else { return nil }
    var recoveredBy: Identifier?
    if json.take(#","recoveredBy":"#) {
      guard let identifier = json.identifier() else { return nil }
      recoveredBy = identifier
    }
    var since: Timestamp?
    if json.take(#","since":"#) {
      guard let moment = json.moment() else { return nil }
      since = moment
    }
    guard json.take(#","version":"#), let version = json.number(), json.take("}") else {
      return nil
    }
    return PasswordCredential(
      account: ID(account), hash: PasswordHash(hash), changedAt: changedAt, version: Int(version),
      since: since, recoveredBy: recoveredBy)
  }
}

extension IdentifierBinding: OwnRecord {
  static func read(_ json: inout RecordReader) -> IdentifierBinding? {
    guard json.take(#"{"account":"#), let account = json.text(),
      json.take(#","identifier":"#), let identifier = json.identifier(),
      json.take(#","verifiedAt":"#), let verifiedAt = json.moment(), json.take("}")
    else { return nil }
    return IdentifierBinding(
      identifier: identifier, account: ID(account), verifiedAt: verifiedAt)
  }
}

extension DeviceTrust: OwnRecord {
  static func read(_ json: inout RecordReader) -> DeviceTrust? {
    guard json.take(#"{"account":"#), let account = json.text(),
      json.take(#","key":{"text":"#), let key = json.text(),
      json.take(#"},"number":"#), let number = json.phone(),
      json.take(#","provedAt":"#), let provedAt = json.moment(), json.take("}")
    else { return nil }
    return DeviceTrust(
      account: ID(account), number: number, key: KeyThumbprint(key), provedAt: provedAt)
  }
}

extension Spending: OwnRecord {
  static func read(_ json: inout RecordReader) -> Spending? {
    guard json.take(#"{"count":"#), let count = json.number(),
      json.take(#","endsAt":"#), let endsAt = json.moment(),
      json.take(#","since":"#), let since = json.moment(), json.take("}")
    else { return nil }
    return Spending(since: since, count: Int(count), endsAt: endsAt)
  }

  var record: JSONWriter {
    var json = JSONWriter(capacity: 128)
    json.add("count", count)
    json.add("endsAt", endsAt)
    json.add("since", since)
    return json
  }
}

extension RecordReader {
  mutating func moment() -> Timestamp? {
    guard take(#"{"milliseconds":"#), let number = number(), take("}") else { return nil }
    return Timestamp(milliseconds: number)
  }

  mutating func email() -> EmailAddress? {
    guard take(#"{"text":"#), let text = text(), take("}"), let address = EmailAddress(text),
      address.text == text
    else { return nil }
    return address
  }

  mutating func phone() -> PhoneNumber? {
    guard take(#"{"e164":"#), let e164 = text(), take(#","region":"#), let region = text(),
      take("}")
    else { return nil }
    return PhoneNumber(e164: e164, region: region)
  }

  mutating func identifier() -> Identifier? {
    if take(#"{"email":{"_0":"#) {
      guard let address = email(), take("}}") else { return nil }
      return .email(address)
    }
    guard take(#"{"phone":{"_0":"#), let number = phone(), take("}}") else { return nil }
    return .phone(number)
  }
}
