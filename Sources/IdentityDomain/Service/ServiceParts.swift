/// What all operations share: ports, settings, and work in progress.
package final class ServiceParts: Sendable {
  package let ports: IdentityPorts
  package let settings: IdentitySettings
  let held = ReservedBudgets()
  let turns = IntentTurns()

  init(ports: IdentityPorts, settings: IdentitySettings) {
    self.ports = ports
    self.settings = settings
  }
}

/// A room, or a mechanism that rooms share. It holds only the shared parts, so creating one is
/// free; no mechanism knows a room.
package protocol ServiceMember: Sendable {
  var parts: ServiceParts { get }
}

extension ServiceMember {
  var ports: IdentityPorts { parts.ports }
  var settings: IdentitySettings { parts.settings }
  var now: Timestamp { ports.clock.now() }

  var limits: Limits { Limits(parts: parts) }
  var intents: Intents { Intents(parts: parts) }
  var hashing: Hashing { Hashing(parts: parts) }
  var codes: Codes { Codes(parts: parts) }
  var notices: Notices { Notices(parts: parts) }
  var judging: DecisionMaking { DecisionMaking(parts: parts) }
  var sessions: Sessions { Sessions(parts: parts) }
  var log: SecurityLog { SecurityLog(parts: parts) }

  /// The language of messages to an owner, never that of a caller, who may be a stranger (DEC-10).
  func language(of account: Account?) -> String { account?.language ?? settings.language }
}

extension ServiceParts: ServiceMember {
  package var parts: ServiceParts { self }
}

/// The operations of one topic, in a folder of their own.
package protocol ServiceRoom: ServiceMember {}

extension ServiceRoom {
  func checked(_ caller: Caller) throws(IdentityFailure) {
    try caller.checked(isCompatOn: settings.isCompatOn)
  }

  /// Parses what was typed as an address or a number.
  ///
  /// - Parameter field: its name on the wire, for a refusal.
  func identifier(
    _ typed: String, field: String = "user_name"
  ) throws(IdentityFailure) -> Identifier {
    guard let identifier = Identifier(userName: typed, ports.phones) else {
      throw .malformed(field: field)
    }
    return identifier
  }

  /// Checks that messages can be sent to this identifier, before anything is looked up, so that it
  /// reveals nothing about the owner.
  func served(_ identifier: Identifier) throws(IdentityFailure) {
    guard case .phone(let number) = identifier else { return }
    guard settings.servedRegions.contains(number.region) else { throw .regionNotServed }
    guard ports.phones.takesMessages(number) else { throw .phoneNumberInvalid }
  }

  func bounded(_ text: String, _ most: Int, _ field: String) throws(IdentityFailure) {
    let isPrintable = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard text.utf8.count <= most, isPrintable else { throw .malformed(field: field) }
  }
}

typealias Tables = any IdentityTransaction
