extension Schema {
  /// Of accounts, what they are found by, and how somebody gets in. Never edited.
  static let peopleFillings = [
    Filling(
      "account", into: "account",
      """
      id: id
      created_at: \(moment("createdAt"))
      last_seen_at: \(moment("lastSeenAt"))
      is_blocked: \(bool("isBlocked"))
      is_super_admin: \(bool("isSuperAdmin"))
      language: \(text("language"))
      detached_at: \(moment("detachedAt"))
      imported_at: \(moment("imported.at"))
      import_source: \(free("imported.source"))
      name: \(free("profile.name"))
      claimed_email: \(text("profile.claimedEmail.text"))
      picture_url: \(free("profile.pictureURL"))
      first_name: \(free("profile.market.firstName"))
      last_name: \(free("profile.market.lastName"))
      mobile: \(text("profile.market.mobile.e164"))
      mobile_region: \(text("profile.market.mobile.region"))
      mode: \(text("profile.market.mode"))
      """),
    Filling(
      "identifier", into: "identifier",
      """
      identifier: identifier
      region: \(region("identifier"))
      account: account
      verified_at: \(moment("verifiedAt"))
      """),
    Filling(
      "password", into: "password",
      """
      account: account
      hash: \(text("hash.encoded"))
      changed_at: \(moment("changedAt"))
      version: \(text("version"))
      since: \(moment("since"))
      recovered_by: coalesce(\(text("recoveredBy.email._0.text")), \
      \(text("recoveredBy.phone._0.e164")))
      recovered_by_region: \(region("recoveredBy"))
      """),
    Filling(
      "registration", into: "registration", rest: "JOIN json_each(record)",
      """
      identifier: identifier
      region: \(text("identifier.phone._0.region", of: "value"))
      place: key
      id: \(text("id", of: "value"))
      device: \(text("device.text", of: "value"))
      created_at: \(moment("createdAt", of: "value"))
      name: \(free("name", of: "value"))
      first_name: \(free("market.firstName", of: "value"))
      last_name: \(free("market.lastName", of: "value"))
      mobile: \(text("market.mobile.e164", of: "value"))
      mobile_region: \(text("market.mobile.region", of: "value"))
      mode: \(text("market.mode", of: "value"))
      password: \(text("password.encoded", of: "value"))
      check_key: \(text("check.digest.key.text", of: "value"))
      check_digest: \(bytes("check.digest.bytes", of: "value"))
      code_key: \(text("code.digest.key.text", of: "value"))
      code_digest: \(bytes("code.digest.bytes", of: "value"))
      code_sent_at: \(moment("code.sentAt", of: "value"))
      code_wrong_tries: \(text("code.wrongTries", of: "value"))
      code_is_used: \(bool("code.isUsed", of: "value"))
      code_is_long: \(bool("code.isLong", of: "value"))
      is_tombstone: \(bool("isTombstone", of: "value"))
      newest_at: newestAt
      """),
    Filling(
      "challenge", into: "challenge",
      """
      id: id
      purpose: purpose
      identifier: identifier
      region: \(region("identifier"))
      account: account
      device: \(text("device.text"))
      expires_at: expiresAt
      code_key: \(text("code.digest.key.text"))
      code_digest: \(bytes("code.digest.bytes"))
      code_sent_at: \(moment("code.sentAt"))
      code_wrong_tries: \(text("code.wrongTries"))
      code_is_used: \(bool("code.isUsed"))
      code_is_long: \(bool("code.isLong"))
      awaits_second_proof: \(bool("awaitsSecondProof"))
      proved_at: \(moment("provedAt"))
      slot: CAST(device AS BLOB)
      """),
    Filling(
      "guess", into: "guess",
      """
      key: key
      hour_since: \(moment("hour.since"))
      hour_count: \(text("hour.count"))
      hour_ends_at: \(moment("hour.endsAt"))
      in_a_row: \(text("inARow"))
      blocked_until: \(moment("blockedUntil"))
      last_wrong_at: \(moment("lastWrongAt"))
      since_sent: \(text("sinceSent"))
      """),
    Filling(
      "temporaryPassword", into: "temporary_password",
      """
      identifier: identifier
      region: \(region("identifier"))
      id: \(text("id"))
      account: \(text("account"))
      password_version: \(text("passwordVersion"))
      hash: \(text("hash.encoded"))
      check_key: \(text("check.digest.key.text"))
      check_digest: \(bytes("check.digest.bytes"))
      sent_at: sentAt
      """),
    Filling(
      "detachment", into: "detachment",
      """
      number: number
      region: \(text("number.region"))
      account: account
      detached_at: at
      """),
    Filling(
      "identifierChange", into: "identifier_change",
      """
      id: id
      account: account
      session: \(text("session"))
      changed_at: at
      bindings: coalesce((SELECT group_concat(\(moment("verifiedAt", of: "value")) || ' ' || \
      coalesce(\(text("identifier.email._0.text", of: "value")), \
      \(text("identifier.phone._0.e164", of: "value")) || ' ' || \
      \(text("identifier.phone._0.region", of: "value"))), char(10)) FROM json_each(record, \
      '$.bindings')), '')
      password_hash: \(text("password.hash.encoded"))
      password_changed_at: \(moment("password.changedAt"))
      password_version: \(text("password.version"))
      password_since: \(moment("password.since"))
      password_recovered_by: coalesce(\(text("password.recoveredBy.email._0.text")), \
      \(text("password.recoveredBy.phone._0.e164")))
      password_recovered_by_region: \(region("password.recoveredBy"))
      """),
  ]
}
