extension OutboxRow: StoredRow {
  /// A decoy, which nobody gets, has the channel and the template of what it takes the place of.
  package static let table = StoreTable(
    "outbox", key: ["id"],
    [.place, .text("id"), .boolean("is_suppressed"), .text("channel")] + StoreColumn.recipient + [
      .text("template"), .text("language"), .bytes("sealed_secret").optional,
      .integer("expires_at"), .integer("created_at"), .integer("due_at"), .integer("attempts"),
      .text("lease").optional, .text("request_id").since(.operation),
      .integer("unanswered_tries").since(.operation), .text("origin").since(.messageOrigin),
      .text("origin_id").since(.messageOrigin),
    ],
    indexes: [
      StoreIndex("is_suppressed", "channel", "due_at", "place"),
      StoreIndex("is_suppressed", "channel", "recipient", "place"),
      StoreIndex("expires_at", "place"),
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<OutboxMessage> = try row.id()
    let isSuppressed = try row.bool()
    _ = try row.text()
    let recipient = try row.recipient()
    let template: MessageTemplate = try row.name()
    let language = try row.text()
    let sealedSecret = try row.bytesIfAny()
    let expiresAt = try row.moment()
    let createdAt = try row.moment()
    let dueAt = try row.moment()
    let attempts = try row.count()
    let lease: ID<OutboxLease>? = try row.idIfAny()
    let requestID = try row.textIfAny()
    let unansweredTries = try row.countIfAny() ?? 0
    let kind: MessageOrigin.Kind? = try row.nameIfAny()
    let origin = try row.textIfAny()
    var message = OutboxMessage(
      id: id, recipient: recipient, template: isSuppressed ? .suppressed : template,
      insteadOf: isSuppressed && template != .suppressed ? template : nil,
      language: language, sealedSecret: sealedSecret, expiresAt: expiresAt, createdAt: createdAt,
      origin: kind.flatMap { kind in origin.map { MessageOrigin(kind, $0) } })
    message.requestID = requestID
    self.init(
      message, attempts: attempts, dueAt: dueAt, lease: lease, unansweredTries: unansweredTries)
  }

  package func write(to row: inout RowWriter) {
    row.add(message.id)
    row.add(message.template == .suppressed)
    row.add(MessageChannel(message.recipient))
    row.add(message.recipient)
    row.add(message.insteadOf ?? message.template)
    row.add(message.language)
    row.add(bytes: message.sealedSecret)
    row.add(message.expiresAt)
    row.add(message.createdAt)
    row.add(dueAt)
    row.add(attempts)
    row.add(lease)
    row.add(message.requestID)
    row.add(unansweredTries)
    row.add(message.origin?.kind)
    row.add(message.origin?.id)
  }
}

extension ChannelPause: StoredRow {
  package static let table = StoreTable(
    "channel_pause", key: ["channel"],
    [.text("channel"), .integer("failures"), .integer("paused_until")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(channel: try row.name(), failures: try row.count(), until: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(channel)
    row.add(failures)
    row.add(until)
  }
}

extension DeadLetter: StoredRow {
  package static let table = StoreTable(
    "dead_letter", key: ["message"],
    [.place, .text("message"), .text("channel"), .text("reason")] + StoreColumn.recipient + [
      .text("template"), .integer("attempts"), .integer("created_at"), .integer("died_at"),
      .text("request_id").since(.operation),
    ], indexes: [StoreIndex("channel", "reason"), StoreIndex("died_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let message: ID<OutboxMessage> = try row.id()
    _ = try row.text()
    let reason: Reason = try row.name()
    self.init(
      message: message, recipient: try row.recipient(), template: try row.name(),
      reason: reason, attempts: try row.count(), createdAt: try row.moment(),
      diedAt: try row.moment(), requestID: try row.textIfAny())
  }

  package func write(to row: inout RowWriter) {
    row.add(message)
    row.add(channel)
    row.add(reason)
    row.add(recipient)
    row.add(template)
    row.add(attempts)
    row.add(createdAt)
    row.add(diedAt)
    row.add(requestID)
  }
}

extension ServerKey: StoredRow {
  package static let table = StoreTable(
    "server_key", key: ["id"],
    [
      .text("id"), .text("use"), .bytes("sealed"), .integer("created_at"),
      .integer("active_from"),
    ], indexes: [StoreIndex("use", "active_from", "id")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      id: try row.keyID(), use: try row.name(), sealed: try row.bytes(),
      createdAt: try row.moment(), activeFrom: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(use)
    row.add(bytes: sealed)
    row.add(createdAt)
    row.add(activeFrom)
  }
}

extension StoreMarks: StoredRow {
  /// One row, whose place is 1.
  package static let table = StoreTable(
    "mark", key: ["place"],
    [.integer("place"), .boolean("is_development"), .bytes("master_key_check")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    guard try row.number() == 1 else { throw UnreadableRow() }
    self.init(isDevelopment: try row.bool(), masterKeyCheck: try row.bytes())
  }

  package func write(to row: inout RowWriter) {
    row.add(1)
    row.add(isDevelopment)
    row.add(bytes: masterKeyCheck)
  }
}
