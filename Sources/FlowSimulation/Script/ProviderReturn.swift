package import FlowMachine
import WireText

/// What a person does on a provider's page, and how that leads back to the app: the step `return`.
package struct ProviderReturn: Equatable, Sendable {
  package enum Decision: String, CaseIterable, Sendable { case allow, deny, cancel }

  package var decision = Decision.allow
  /// The address of another account than the first one that the page offers.
  package var email: Text?
  package var name: Text?
  /// Whether the provider has verified that address.
  package var isVerified = true
  /// It belongs to another sign-in.
  package var isForeign = false
  /// The page leads nowhere: the sign-in has expired meanwhile, say.
  package var isLost = false
  /// The provider answered with this error of the server, whatever the person does.
  package var error: Text?
  package var isDoubled = false

  package init() {}

  /// What the client makes of it where provider and server are simulated.
  package var told: Text {
    if isForeign { return Text(ascii: "federation_state_mismatch") }
    if let error { return error }
    return switch decision {
    case .allow: Text(ascii: "ok")
    case .deny: Text(ascii: "federation_refused")
    case .cancel: Text(ascii: "federation_cancelled")
    }
  }
}

/// What came of a return.
package enum ReturnOutcome: Equatable, Sendable {
  /// The page is none that is really there: it is simulated.
  case simulated
  /// The app was told, or the page led nowhere as expected.
  case done
  case failed(String)
}

extension ScriptReader {
  /// `return: allow`, or a map.
  func providerReturn(_ node: ScriptNode) throws(ScriptError) -> PlayAction {
    let signal = try signal("federationReturned", at: node)
    var trip = ProviderReturn()
    let decisions = Dictionary(
      uniqueKeysWithValues: ProviderReturn.Decision.allCases.map { ($0.rawValue, $0) })
    guard node.members != nil else {
      trip.decision = try oneOf(decisions, node)
      return .providerReturn(trip, signal)
    }
    let known = ["decision", "as", "name", "verified", "twice", "state", "error", "lost"]
    for member in try members(node, "what the user does at the provider, such as `allow`") {
      switch member.key {
      case "decision": trip.decision = try oneOf(decisions, member.value)
      case "as": trip.email = try text(member.value, "an email address").bytes
      case "name": trip.name = try text(member.value, "a name").bytes
      case "verified": trip.isVerified = try flag(member.value, "verified")
      case "twice": trip.isDoubled = try flag(member.value, "twice")
      case "lost": trip.isLost = try flag(member.value, "lost")
      case "error": trip.error = try text(member.value, "an error code").bytes
      case "state": trip.isForeign = try oneOf(["foreign": true], member.value)
      default: throw error(member, unknown("key", member.key, among: known))
      }
    }
    if trip.email == nil, trip.name != nil || !trip.isVerified {
      throw error(
        node, "'name' and 'verified' describe another account; give its address with 'as'")
    }
    if trip.isLost, trip.isDoubled || trip.isForeign || trip.error != nil {
      throw error(node, "a return that is lost tells nothing; remove 'twice', 'state' and 'error'")
    }
    return .providerReturn(trip, signal)
  }
}
