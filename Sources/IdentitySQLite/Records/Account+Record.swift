import IdentityDomain

/// Read and written at each sign-in.
extension Account: OwnRecord {
  static func read(_ json: inout RecordReader) -> Account? {
    guard json.take(#"{"createdAt":"#), let createdAt = json.moment() else { return nil }
    var detachedAt: Timestamp?
    if json.take(#","detachedAt":"#) {
      guard let moment = json.moment() else { return nil }
      detachedAt = moment
    }
    guard json.take(#","id":"#), let id = json.text() else { return nil }
    var mark: ImportMark?
    if json.take(#","imported":{"at":"#) {
      guard let at = json.moment() else { return nil }
      var source: String?
      if json.take(#","source":"#) {
        guard let text = json.text() else { return nil }
        source = text
      }
      guard json.take("}") else { return nil }
      mark = ImportMark(source: source, at: at)
    }
    guard json.take(#","isBlocked":"#), let isBlocked = json.bool(),
      json.take(#","isSuperAdmin":"#), let isSuperAdmin = json.bool()
    else { return nil }
    var language: String?
    if json.take(#","language":"#) {
      guard let text = json.text() else { return nil }
      language = text
    }
    guard json.take(#","lastSeenAt":"#), let lastSeenAt = json.moment(),
      json.take(#","profile":"#), let profile = Profile.read(&json), json.take("}")
    else { return nil }
    var account = Account(
      id: ID(id), createdAt: createdAt, isBlocked: isBlocked, isSuperAdmin: isSuperAdmin,
      profile: profile, language: language, imported: mark)
    account.lastSeenAt = lastSeenAt
    account.detachedAt = detachedAt
    return account
  }

  /// The same bytes as the encoder's, which a test holds it to.
  var record: JSONWriter {
    var json = JSONWriter()
    json.add("createdAt", createdAt)
    if let detachedAt { json.add("detachedAt", detachedAt) }
    json.add("id", id.text)
    if let imported {
      json.nest("imported") { json in
        json.add("at", imported.at)
        json.add("source", imported.source)
      }
    }
    json.add("isBlocked", isBlocked)
    json.add("isSuperAdmin", isSuperAdmin)
    json.add("language", language)
    json.add("lastSeenAt", lastSeenAt)
    json.nest("profile") { profile.write(into: &$0) }
    return json
  }
}

extension Account.Profile {
  fileprivate static func read(_ json: inout RecordReader) -> Account.Profile? {
    var profile = Account.Profile()
    var isFirst = true
    guard json.take("{") else { return nil }
    if json.member(#""claimedEmail":"#, &isFirst) {
      guard let email = json.email() else { return nil }
      profile.claimedEmail = email
    }
    if json.member(#""market":"#, &isFirst) {
      guard let person = json.person() else { return nil }
      profile.market = person
    }
    if json.member(#""name":"#, &isFirst) {
      guard let name = json.text() else { return nil }
      profile.name = name
    }
    if json.member(#""pictureURL":"#, &isFirst) {
      guard let url = json.text() else { return nil }
      profile.pictureURL = url
    }
    return json.take("}") ? profile : nil
  }

  fileprivate func write(into json: inout JSONWriter) {
    if let claimedEmail { json.nest("claimedEmail") { $0.add("text", claimedEmail.text) } }
    if let market {
      json.nest("market") { json in
        json.add("firstName", market.firstName)
        json.add("lastName", market.lastName)
        json.nest("mobile") { json in
          json.add("e164", market.mobile.e164)
          json.add("region", market.mobile.region)
        }
        json.add("mode", market.mode.rawValue)
      }
    }
    json.add("name", name)
    json.add("pictureURL", pictureURL)
  }
}

extension RecordReader {
  fileprivate mutating func person() -> MarketPerson? {
    guard take(#"{"firstName":"#), let first = text(), take(#","lastName":"#), let last = text(),
      take(#","mobile":"#), let mobile = phone(), take(#","mode":"#), let name = text(),
      let mode = UserMode(rawValue: name), take("}")
    else { return nil }
    return MarketPerson(firstName: first, lastName: last, mobile: mobile, mode: mode)
  }
}
