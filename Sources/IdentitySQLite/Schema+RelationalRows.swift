extension Schema {
  /// Where the values of each column come from: a line for each, with the SQL of its value in a row of the
  /// table of before. Never edited.
  static let fillings = peopleFillings + sessionFillings + trafficFillings

  private static let sessionFillings = [
    Filling(
      "session", into: "session",
      """
      id: id
      account: \(text("holder.account._0"))
      installation: \(text("holder.installation._0"))
      scope: \(text("scope"))
      authenticated_at: \(moment("authenticatedAt"))
      methods: coalesce((SELECT group_concat(value, ' ') FROM json_each(record, \
      '$.methods')), '')
      shown: (SELECT group_concat(\(moment("at", of: "value")) || ' ' || \
      \(text("kind", of: "value")) || coalesce(' ' || \(text("identifier", of: "value")), \
      ''), char(10)) FROM json_each(record, '$.shown'))
      client_name: \(free("client.name"))
      client_platform: \(free("client.platform"))
      client_app_version: \(free("client.appVersion"))
      opening_key: \(text("openingKey.text"))
      market: \(text("market.text"))
      kind: \(name("family.kind"))
      key: key
      idle_limit: \(text("family.limits.idleMilliseconds"))
      absolute_limit: \(text("family.limits.absoluteMilliseconds"))
      opened_at: openedAt
      last_used_at: \(moment("family.lastUsedAt"))
      generation: \(text("family.generation"))
      derivation_key: \(text("family.derivationKey.text"))
      ended_at: \(moment("family.end.at"))
      end_cause: \(text("family.end.cause"))
      ends_at: endsAt
      """),
    Filling(
      "proof", into: "proof",
      """
      key: key
      proof_id: CAST(proofID AS BLOB)
      forgettable_at: forgettableAt
      """),
    Filling(
      "device", into: "device",
      """
      account: account
      key: key
      first_seen_at: firstSeenAt
      last_seen_at: \(moment("lastSeenAt"))
      client_name: \(free("client.name"))
      client_platform: \(free("client.platform"))
      client_app_version: \(free("client.appVersion"))
      grant_market: \(text("marketGrant.market.text"))
      granted_at: \(moment("marketGrant.grantedAt"))
      """),
    Filling(
      "trust", into: "trust",
      """
      number: number
      region: \(text("number.region"))
      account: account
      key: \(text("key.text"))
      proved_at: \(moment("provedAt"))
      """),
    Filling(
      "push", into: "push",
      """
      push_token: CAST(pushToken AS BLOB)
      platform: \(free("platform"))
      session: session
      account: account
      registered_at: \(moment("registeredAt"))
      """),
    Filling(
      "signOut", into: "sign_out", rest: "ORDER BY place",
      """
      place: place
      session: session
      holder_kind: \(name("holder"))
      holder: coalesce(\(text("holder.account._0")), \(text("holder.installation._0")))
      ended_at: at
      cause: \(text("end.cause"))
      """),
    Filling(
      "securityEvent", into: "security_event", rest: "ORDER BY lastAt, account, day, kind, source",
      """
      account: account
      day: day
      kind: kind
      source: source
      session: \(text("session"))
      count: \(text("count"))
      first_at: \(moment("firstAt"))
      last_at: lastAt
      """),
    Filling(
      "securityEventTotal", into: "security_event_total",
      """
      kind: kind
      total: total
      """),
  ]

  private static let trafficFillings = [
    Filling(
      "idempotency", into: "idempotency",
      """
      scope_kind: \(name("key.scope"))
      scope: coalesce(\(text("key.scope.account._0")), \(text("key.scope.device._0.text")))
      operation: operation
      key: CAST(key AS BLOB)
      started_at: startedAt
      body_key: \(text("body.key.text"))
      body_digest: \(bytes("body.bytes"))
      answer: \(name("answer"))
      answer_id: coalesce(\(text("answer.session._0")), \(text("answer.challenge._0")), \
      \(text("answer.registration._0")))
      refusal: \(name("answer.refused._0"))
      refusal_text: coalesce(\(free("answer.refused._0.malformed.field")), \
      \(free("answer.refused._0.tooMany.field")), \
      CAST(coalesce(\(text("answer.refused._0.weakPassword._0")), \
      \(text("answer.refused._0.refreshTokenInvalid._0")), \
      \(text("answer.refused._0.unauthorized._0")), \
      \(text("answer.refused._0.sessionExpired._0"))) AS BLOB))
      refusal_number: coalesce(\(text("answer.refused._0.wrongCode.triesLeft")), \
      \(moment("answer.refused._0.limited.until")), \
      \(moment("answer.refused._0.busy.until")), \
      \(moment("answer.refused._0.idempotencyRunning.until")), \
      \(text("answer.refused._0.insufficientAuthentication._0.level")))
      refusal_age: \(text("answer.refused._0.insufficientAuthentication._0.maxAgeSeconds"))
      """),
    Filling(
      "spending", into: "spending",
      """
      key: key
      since: \(moment("since"))
      count: \(text("count"))
      ends_at: endsAt
      """),
    Filling(
      "selection", into: "selection",
      """
      holder_kind: \(name("holder"))
      holder: coalesce(\(text("holder.account._0")), \(text("holder.installation._0")))
      key: CAST(key AS BLOB)
      value: \(free("value"))
      selected_at: \(moment("at"))
      """),
    Filling(
      "serverKey", into: "server_key",
      """
      id: id
      use: use
      sealed: \(bytes("sealed"))
      created_at: \(moment("createdAt"))
      active_from: activeFrom
      """),
    Filling(
      "mark", into: "mark",
      """
      place: place
      is_development: \(bool("isDevelopment"))
      master_key_check: \(bytes("masterKeyCheck"))
      """),
    Filling(
      "channelPause", into: "channel_pause",
      """
      channel: channel
      failures: \(text("failures"))
      paused_until: \(moment("until"))
      """),
    Filling(
      "participation", into: "participation",
      """
      installation: installation
      experiment: experiment
      account: account
      variant: variant
      assigned_at: assignedAt
      exposed_at: exposedAt
      """),
    Filling(
      "participation", into: "participation_goal", rest: "JOIN json_each(record, '$.goals')",
      """
      installation: installation
      experiment: experiment
      goal: key
      reached_at: \(text("milliseconds", of: "value"))
      """),
    Filling(
      "outbox", into: "outbox", rest: "ORDER BY place",
      """
      place: place
      id: id
      is_suppressed: \(text("template")) = 'suppressed'
      channel: CASE \(name("recipient")) WHEN 'phone' THEN 'sms' ELSE \(name("recipient")) END
      recipient_kind: \(name("recipient"))
      recipient: coalesce(CAST(\(text("recipient.email._0.text")) AS BLOB), \
      CAST(\(text("recipient.phone._0.e164")) AS BLOB), \
      \(free("recipient.push._0.pushToken")))
      region: \(region("recipient"))
      platform: \(free("recipient.push._0.platform"))
      session: \(text("recipient.push._0.session"))
      template: \(text("template"))
      language: \(text("language"))
      sealed_secret: \(bytes("sealedSecret"))
      expires_at: expiresAt
      created_at: \(moment("createdAt"))
      due_at: dueAt
      attempts: attempts
      lease: lease
      """),
    Filling(
      "deadLetter", into: "dead_letter", rest: "ORDER BY place",
      """
      place: place
      message: message
      channel: channel
      reason: reason
      recipient_kind: \(name("recipient"))
      recipient: coalesce(CAST(\(text("recipient.email._0.text")) AS BLOB), \
      CAST(\(text("recipient.phone._0.e164")) AS BLOB), \
      \(free("recipient.push._0.pushToken")))
      region: \(region("recipient"))
      platform: \(free("recipient.push._0.platform"))
      session: \(text("recipient.push._0.session"))
      template: \(text("template"))
      attempts: \(text("attempts"))
      created_at: \(moment("createdAt"))
      died_at: diedAt
      """),
  ]
}
