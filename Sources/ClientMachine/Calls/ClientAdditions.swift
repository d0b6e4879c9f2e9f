package import SessionMachine

/// What the client adds to the API, for a description of it as a flow sees it.
package enum ClientAdditions {
  /// The parameters of an operation that the client fills in, so that a flow need not.
  package static func parameters(of name: Bytes) -> [StaticString] {
    guard let operation = Operation.named(name) else { return [] }
    let rules = OperationRules(operation)
    var names: [StaticString] = []
    if rules.addsInstallation { names.append("installation_id") }
    if rules.addsPushToken {
      names.append("mobile_device_token")
      names.append("platform")
    }
    if let challenge = rules.challenge {
      names.append(challenge.member)
      if let second = challenge.second { names.append(second) }
      if let returned = challenge.returned { names.append(returned) }
      if let named = challenge.named { names.append(named) }
    }
    if operation.authentication == .refresh { names.append("refreshtoken") }
    return names
  }

  /// The failures that the client detects itself, as calls get them.
  package static var failures: [ClientAnswer] {
    let one: Bytes = [0x31]
    return [
      LocalFailure.signedOut(one), LocalFailure.malformedAnswer, LocalFailure.sessionChanged,
      LocalFailure.notExtended(one), LocalFailure.badParameters(one, ""), LocalFailure.noPushToken,
      LocalFailure.updateRequired, LocalFailure.noChallenge,
    ]
  }
}
