/// What the rooms share: ports, settings, and the mechanisms that are the same whatever room asks. None of
/// them knows a room.
package final class ServiceParts: Sendable {
  package let ports: IdentityPorts
  package let settings: IdentitySettings
  /// What may be done how often, and by whom.
  let limits: Limits
  /// What is done once, however often it is asked for.
  let intents: Intents
  /// Passwords, and what their hashing costs.
  let hashing: Hashing
  /// Codes: how they are sent, and what becomes of guesses.
  let codes: Codes
  /// What owners are told.
  let notices: Notices
  /// The questions to the decision.
  let judging: Judging
  /// Sessions: how one is opened, used and ended.
  let sessions: Sessions
  /// Security events.
  let log: SecurityLog

  init(ports: IdentityPorts, settings: IdentitySettings) {
    self.ports = ports
    self.settings = settings
    intents = Intents(digests: ports.digests)
    limits = Limits(digests: ports.digests, networkShare: settings.networkShare, intents: intents)
    hashing = Hashing(ports: ports)
    codes = Codes(ports: ports, limits: limits)
    notices = Notices(ports: ports, settings: settings, limits: limits)
    log = SecurityLog(digests: ports.digests)
    judging = Judging(recycledAfter: settings.recycledAfter, limits: limits)
    sessions = Sessions(
      ports: ports, settings: settings, limits: limits, notices: notices, judging: judging,
      log: log)
  }
}

/// The operations of one thing, in a folder of their own.
package protocol ServiceRoom: Sendable {
  var parts: ServiceParts { get }
}

extension ServiceRoom {
  var ports: IdentityPorts { parts.ports }
  var settings: IdentitySettings { parts.settings }
  var limits: Limits { parts.limits }
  var intents: Intents { parts.intents }
  var hashing: Hashing { parts.hashing }
  var codes: Codes { parts.codes }
  var notices: Notices { parts.notices }
  var judging: Judging { parts.judging }
  var sessions: Sessions { parts.sessions }
  var log: SecurityLog { parts.log }

  var now: Timestamp { ports.clock.now() }

  func checked(_ caller: Caller) throws(IdentityFailure) {
    try caller.checked(isCompatOn: settings.isCompatOn)
  }

  /// Whether messages go to this identifier: asked before anything is looked up, so it says nothing of
  /// who has it.
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
