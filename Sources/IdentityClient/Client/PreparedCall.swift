import IdentityAPI

/// A call with everything in its place but proof and access token.
struct PreparedCall {
  var operation: APIOperation
  var rules: OperationRules
  var path: String
  var query: [(name: String, value: String)]
  /// For a header: URLs are kept in logs on their way.
  var installation: String?
  var body: JSONValue?
  var idempotencyKey: String?
}

/// Why a call cannot be made.
struct PreparationFailure: Error {
  var answer: ClientAnswer
}

extension IdentityClient {
  /// - Throws: `PreparationFailure`, or `SecureStoreFailure` where something of secure storage
  ///   belongs into the call.
  func prepared(
    _ operation: APIOperation, _ parameters: JSONValue, _ idempotencyKey: String?
  ) throws -> PreparedCall {
    let rules = OperationRules(operation)
    var parameters = parameters
    // RFC 9110 section 9.3.1: a GET has no body.
    let hasBody = operation.method != .get
    var inHeader: String?
    if rules.addsInstallation {
      let id = try installation()
      if hasBody { parameters.set("installation_id", .string(id)) } else { inHeader = id }
    }
    if rules.addsPushToken { try addPushToken(to: &parameters) }
    if let challenge = rules.challenge { try add(challenge, to: &parameters) }
    guard case .object(let members) = parameters else {
      throw PreparationFailure(answer: LocalFailure.malformedAnswer.answer)
    }
    var path = operation.path
    var query: [(name: String, value: String)] = []
    var body: [(name: String, value: JSONValue)] = []
    for (name, value) in members {
      // An empty text is an absent one, but for a choice, which may be empty.
      if case .null = value { continue }
      if case .string("") = value, name != "value" { continue }
      if inHeader != nil, name == "installation_id" { continue }
      let isInPath = operation.path.contains("{\(name)}")
      guard isInPath || !hasBody else {
        // All members of a body are texts (`CallBody`).
        body.append((name: name, value: value.scalar.map { .string($0) } ?? value))
        continue
      }
      guard let text = value.scalar, !(isInPath && text.isEmpty) else {
        throw PreparationFailure(
          answer: LocalFailure.badParameters(name, "\(name) has to be a text or a number.").answer)
      }
      if isInPath {
        path = path.replacing("{\(name)}", with: PercentCoding.encoded(text))
      } else {
        query.append((name: name, value: text))
      }
    }
    if let missing = path.firstIndex(of: "{") {
      let name = String(path[missing...].dropFirst().prefix { $0 != "}" })
      throw PreparationFailure(
        answer: LocalFailure.badParameters(name, "\(name) is missing.").answer)
    }
    // A DELETE has one only where it says more than its path does.
    let isBare = !hasBody || operation.method == .delete && body.isEmpty
    return PreparedCall(
      operation: operation, rules: rules, path: path, query: query, installation: inHeader,
      body: isBare ? nil : .object(body), idempotencyKey: idempotencyKey)
  }

  private func add(
    _ challenge: OperationRules.Challenge, to parameters: inout JSONValue
  ) throws {
    // An empty text is an absent one, here too.
    if let wanted = challenge.with, parameters[wanted]?.scalar?.isEmpty ?? true { return }
    // A flow without its own client may carry the token itself.
    if parameters[challenge.member] != nil { return }
    let handle = parameters[challenge.handle]?.string
    let found = try readChallenges().token(challenge.slot, handle: handle)
    if found == nil, !challenge.isNeeded { return }
    guard let found else {
      throw PreparationFailure(answer: LocalFailure.noChallenge.answer)
    }
    if challenge.handle == "user_id", case .object(let members) = parameters {
      parameters = .object(members.filter { $0.name != "user_id" })
    }
    parameters.set(challenge.member, .string(found.token))
    if challenge.needsMailToken {
      guard let mailToken = found.mailToken else {
        throw PreparationFailure(answer: LocalFailure.noChallenge.answer)
      }
      parameters.set("mail_token", .string(mailToken))
    }
  }

  /// What the platform gave the app for push messages; kept over kills, for calls that come later.
  /// - Parameter token: nil when the platform took it back.
  package func keepPushToken(_ token: String?, platform: String) throws(SecureStoreFailure) {
    let value = token.map {
      JSONValue.object([
        (name: "platform", value: .string(platform)), (name: "token", value: .string($0)),
      ])
    }
    try ports.storage.write([SecureChange(SecureItem.pushToken, value?.bytes)])
  }

  private func addPushToken(to parameters: inout JSONValue) throws {
    if parameters["mobile_device_token"] != nil { return }
    guard let kept = try ports.storage.read(SecureItem.pushToken).flatMap({ JSONValue($0) }),
      let token = kept["token"], let platform = kept["platform"]
    else { throw PreparationFailure(answer: LocalFailure.noPushToken.answer) }
    parameters.set("mobile_device_token", token)
    parameters.set("platform", platform)
  }

  /// The installation's id: 128 random bits, drawn at the first use; the unit of experiments.
  package func installation() throws(SecureStoreFailure) -> String {
    try ports.storage.exclusively { () throws(SecureStoreFailure) -> String in
      if let bytes = try ports.storage.read(SecureItem.installation) {
        return String(decoding: bytes, as: UTF8.self)
      }
      let drawn = randomName()
      try ports.storage.write([SecureChange(SecureItem.installation, Array(drawn.utf8))])
      return drawn
    }
  }
}
