import SessionMachine
import WireText

/// A call complete except for proof and access token.
final class PreparedCall: Sendable {
  let path: Bytes
  let query: Bytes
  /// For a header, because proxies log URLs.
  let installation: Bytes?
  /// May be empty.
  let body: Bytes

  init(path: Bytes, query: Bytes, installation: Bytes? = nil, body: Bytes) {
    self.path = path
    self.query = query
    self.installation = installation
    self.body = body
  }
}

/// The stored values that go into a call.
struct StoredParts: Sendable {
  var installation: Bytes?
  /// `platform` and `token` of the push service.
  var pushToken: JSON.Value?
  var challenges: Challenges?
}

/// Whether a call can be made.
enum Preparation {
  case made(PreparedCall)
  case refused(ClientAnswer)
}

/// What replaces or accompanies the parameters of a call.
struct Additions {
  var members: [(name: StaticString, value: Bytes)] = []
  /// Parameters that are omitted.
  var without: [StaticString] = []
}

extension Operation {
  /// Puts parameters where the operation has them: into `{…}` of the path, into the body, or for
  /// GET into the query.
  func prepared(_ parameters: JSON.Value, _ rules: OperationRules, _ stored: StoredParts)
    -> Preparation
  {
    var additions = Additions()
    if let id = stored.installation {
      additions.without.append("installation_id")
      if hasBody { additions.members.append(("installation_id", id)) }
    }
    if rules.addsPushToken, parameters.member("mobile_device_token") == nil {
      guard let kept = stored.pushToken, let token = kept.text("token"),
        let platform = kept.text("platform")
      else { return .refused(LocalFailure.noPushToken) }
      additions.without.append("platform")
      additions.members += [("mobile_device_token", token), ("platform", platform)]
    }
    if "beginNativeFederation" ~= name { additions.without.append("return_url") }
    if let challenge = rules.challenge,
      !additions.add(challenge, parameters, stored.challenges)
    {
      return .refused(LocalFailure.noChallenge)
    }
    var assembly = Assembly(self)
    for member in parameters.members where !additions.leavesOut(member.name) {
      guard assembly.add(member.name, member.value) else {
        return .refused(
          LocalFailure.badParameters(member.name, " has to be a text or a number."))
      }
    }
    for member in additions.members { assembly.add(Bytes(ascii: member.name), text: member.value) }
    if let start = assembly.path.firstIndex(of: UInt8(ascii: "{")) {
      let rest = assembly.path[(start + 1)...]
      let name = Bytes(rest.prefix { $0 != UInt8(ascii: "}") })
      return .refused(LocalFailure.badParameters(name, " is missing."))
    }
    return .made(assembly.call(installation: hasBody ? nil : stored.installation))
  }
}

extension Additions {
  func leavesOut(_ name: Bytes) -> Bool {
    for other in without where other ~= name { return true }
    return false
  }

  /// - Returns: false if the call needs a challenge that was never received.
  mutating func add(
    _ challenge: OperationRules.Challenge, _ parameters: JSON.Value, _ stored: Challenges?
  ) -> Bool {
    guard challenge.isWanted(by: parameters) else { return true }
    let handle = parameters[challenge.handle]?.text
    guard let row = stored?.find(challenge.slot, handle: handle) else { return !challenge.isNeeded }
    if let second = challenge.second, challenge.isGiven(challenge.secondWith, in: parameters) {
      guard let token = row.second else { return false }
      members.append((second, token))
    }
    if let returned = challenge.returned {
      guard let code = row.returned else { return false }
      members.append((returned, code))
    }
    if challenge.addsSheet, row.isSheet, !add(fromSheet: row.returned, parameters) { return false }
    if let named = challenge.named, let handle = row.handle { members.append((named, handle)) }
    // The token identifies the user.
    if "user_id" ~= Bytes(ascii: challenge.handle) { without.append(challenge.handle) }
    without.append(challenge.member)
    members.append((challenge.member, row.token))
    return true
  }
}

extension OperationRules.Challenge {
  /// Whether a call can use the stored token: a flow may pass the token itself, and the first of
  /// two calls has none yet. An empty text counts as absent.
  func isWanted(by parameters: JSON.Value) -> Bool {
    isGiven(with, in: parameters) && parameters.member(member) == nil
  }

  /// Whether a call has the parameter that a token belongs to, if it belongs to one.
  func isGiven(_ name: StaticString?, in parameters: JSON.Value) -> Bool {
    guard let name else { return true }
    return !(parameters.member(name)?.scalar?.isEmpty ?? true)
  }
}

/// Path, query and body during assembly.
private struct Assembly {
  let operation: Operation
  var path: Bytes
  var query: Bytes = []
  var body = JSONWriter()
  var isEmpty = true

  init(_ operation: Operation) {
    self.operation = operation
    path = operation.path
    body.open("{")
  }

  /// - Returns: false for a list or an object, where only a text is possible.
  mutating func add(_ name: Bytes, _ value: JSON.Value) -> Bool {
    // An empty text counts as absent, except for a choice, which may be empty.
    if value.isNull { return true }
    let scalar = value.scalar
    if scalar?.isEmpty == true, !("value" ~= name) { return true }
    if let scalar {
      guard !(scalar.isEmpty && placeInPath(name) != nil) else { return false }
      add(name, text: scalar)
      return true
    }
    guard placeInPath(name) == nil, operation.hasBody else { return false }
    isEmpty = false
    body.name(name)
    body.copy(value)
    return true
  }

  /// All members of a body are texts (`CallBody`).
  mutating func add(_ name: Bytes, text: Bytes) {
    if let place = placeInPath(name) {
      var spelled: Bytes = []
      PercentEncoding.encode(text, to: &spelled)
      path.replaceSubrange(place, with: spelled)
    } else if operation.hasBody {
      isEmpty = false
      body.name(name)
      body.value(text)
    } else {
      if !query.isEmpty { query.append(UInt8(ascii: "&")) }
      PercentEncoding.encode(name, to: &query)
      query.append(UInt8(ascii: "="))
      PercentEncoding.encode(text, to: &query)
    }
  }

  private func placeInPath(_ name: Bytes) -> Range<Int>? {
    var open: Int?
    for (index, byte) in path.enumerated() {
      if byte == UInt8(ascii: "{") { open = index }
      guard byte == UInt8(ascii: "}"), let start = open else { continue }
      if path[(start + 1)..<index].elementsEqual(name) { return start..<index + 1 }
    }
    return nil
  }

  mutating func call(installation: Bytes?) -> PreparedCall {
    body.close("}")
    // A DELETE has a body only if it says more than its path.
    let isBare = !operation.hasBody || isEmpty && "DELETE" ~= operation.method
    return PreparedCall(
      path: path, query: query, installation: installation, body: isBare ? [] : body.bytes)
  }
}
