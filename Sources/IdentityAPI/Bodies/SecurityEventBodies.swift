/// What happened to an account, as its owner is told, open.
package struct SecurityEventName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// One line of `GET /v1/security_events`: the events of a day that differ only in their time.
package struct SecurityEventBody: Hashable, Sendable, Codable {
  package var id: String
  package var kind: SecurityEventName
  /// Of the latest.
  package var at: String
  package var firstAt: String
  package var count: Int
  /// Absent where it is not known.
  package var session: String?
  package var client: String?
  package var platform: String?
  package var isThisSession: Bool
  package var isThisDevice: Bool

  package init(
    id: String, kind: SecurityEventName, at: String, firstAt: String, count: Int,
    session: String? = nil, client: String? = nil, platform: String? = nil, isThisSession: Bool,
    isThisDevice: Bool
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.firstAt = firstAt
    self.count = count
    self.session = session
    self.client = client
    self.platform = platform
    self.isThisSession = isThisSession
    self.isThisDevice = isThisDevice
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, at, count, session, client, platform
    case firstAt = "first_at"
    case isThisSession = "this_session"
    case isThisDevice = "this_device"
  }
}

package struct SecurityEventsBody: Hashable, Sendable, Codable {
  package var events: [SecurityEventBody]
  package init(events: [SecurityEventBody]) { self.events = events }
}

/// One change that can still be undone (DEC-4).
package struct IdentifierChangeBody: Hashable, Sendable, Codable {
  package var id: String
  package var at: String
  package var undoUntil: String
  /// Of `email`, `phone`, `password`, `provider`, `second_factor`, `passkey`.
  package var changed: [String]
  /// Masked: where the notice with the undo went.
  package var sentTo: [String]
  package var isThisSession: Bool

  package init(
    id: String, at: String, undoUntil: String, changed: [String], sentTo: [String],
    isThisSession: Bool
  ) {
    self.id = id
    self.at = at
    self.undoUntil = undoUntil
    self.changed = changed
    self.sentTo = sentTo
    self.isThisSession = isThisSession
  }

  enum CodingKeys: String, CodingKey {
    case id, at, changed
    case undoUntil = "undo_until"
    case sentTo = "sent_to"
    case isThisSession = "this_session"
  }
}

package struct IdentifierChangesBody: Hashable, Sendable, Codable {
  package var changes: [IdentifierChangeBody]
  package init(changes: [IdentifierChangeBody]) { self.changes = changes }
}
