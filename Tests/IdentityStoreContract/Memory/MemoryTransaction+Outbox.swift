import IdentityDomain

extension MemoryTransaction {
  func append(_ message: OutboxMessage) {
    note("append OutboxMessage")
    guard !tables.outbox.contains(where: { $0.message.id == message.id }) else { return }
    tables.outbox.append(OutboxRow(message.written(in: requestID)))
  }
  func outboxMessages(most: Int) -> [OutboxMessage] {
    note("outboxMessages")
    return tables.outbox.prefix(most).map(\.message)
  }
  func outboxRow(_ id: ID<OutboxMessage>) -> OutboxRow? {
    note("outboxRow")
    return tables.outbox.first { $0.message.id == id }
  }
  func outboxRows(most: Int) -> [OutboxRow] {
    note("outboxRows")
    return Array(tables.outbox.prefix(max(0, most)))
  }
  func outboxRows(to recipient: MessageRecipient, most: Int) -> [OutboxRow] {
    note("outboxRows")
    let found = tables.outbox.filter {
      $0.message.channel == MessageChannel(recipient)
        && $0.message.recipient.text == recipient.text
    }
    return Array(found.prefix(max(0, most)))
  }
  func outboxHeads(
    on channel: MessageChannel?, at now: Timestamp, most: Int
  ) -> [OutboxRow] {
    note("outboxHeads")
    var seen: Set<String> = []
    let heads = tables.outbox.filter { row in
      row.message.channel == channel && row.message.expiresAt > now
        && seen.insert(row.message.recipient.text).inserted
    }
    // The sort keeps the order of writing among those that are due together.
    return Array(
      heads.enumerated().sorted { ($0.element.dueAt, $0.offset) < ($1.element.dueAt, $1.offset) }
        .map(\.element).prefix(most))
  }
  func expiredOutboxRows(at now: Timestamp, most: Int) -> [OutboxRow] {
    note("expiredOutboxRows")
    return Array(
      tables.outbox.filter { $0.message.expiresAt <= now && !$0.isHeld(at: now) }.prefix(most))
  }
  func update(_ row: OutboxRow) {
    note("update OutboxRow")
    guard let place = tables.outbox.firstIndex(where: { $0.message.id == row.message.id }) else {
      return
    }
    tables.outbox[place] = row
  }
  func removeOutboxMessage(_ id: ID<OutboxMessage>) {
    note("removeOutboxMessage")
    tables.outbox.removeAll { $0.message.id == id }
  }
  func outboxCounts() -> [MessageChannel: Int] {
    note("outboxCounts")
    return tables.outbox.reduce(into: [:]) { counts, row in
      if let channel = row.message.channel { counts[channel, default: 0] += 1 }
    }
  }

  func channelPause(_ channel: MessageChannel) -> ChannelPause? {
    note("channelPause")
    return tables.channelPauses[channel]
  }
  func put(_ pause: ChannelPause) {
    note("put ChannelPause")
    tables.channelPauses[pause.channel] = pause
  }
  func removeChannelPause(_ channel: MessageChannel) {
    note("removeChannelPause")
    tables.channelPauses[channel] = nil
  }

  func append(_ letter: DeadLetter) {
    note("append DeadLetter")
    guard !tables.deadLetters.contains(where: { $0.message == letter.message }) else { return }
    tables.deadLetters.append(letter)
  }
  func deadLetters(most: Int) -> [DeadLetter] {
    note("deadLetters")
    return Array(tables.deadLetters.reversed().prefix(most))
  }
  func deadLetters(to recipient: MessageRecipient, most: Int) -> [DeadLetter] {
    note("deadLetters")
    let found = tables.deadLetters.reversed().filter {
      $0.channel == MessageChannel(recipient) && $0.recipient.text == recipient.text
    }
    return Array(found.prefix(max(0, most)))
  }
  func deadLetterCounts() -> [DeadLetterCount] {
    note("deadLetterCounts")
    let kinds = Dictionary(grouping: tables.deadLetters) {
      [$0.channel.rawValue, $0.reason.rawValue]
    }
    return kinds.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, letters in
      letters.first.map {
        DeadLetterCount(channel: $0.channel, reason: $0.reason, count: letters.count)
      }
    }
  }
}
