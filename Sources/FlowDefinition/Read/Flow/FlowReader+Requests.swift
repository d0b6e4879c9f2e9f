extension FlowReader {
  private static let mostRequests = 1_024
  /// The classes that every request has: see "Requests" in the language reference.
  package static let failureClasses = [
    "offline", "timeout", "unavailable", "refused", "malformed", "unknown", "interrupted",
  ]

  mutating func requests(_ root: YAMLNode) -> [RequestDeclaration] {
    let pairs = root.entries("requests")
    requireAtMost(FlowReader.mostRequests, "requests", pairs)
    return pairs.map { pair in
      declare(pair.key, in: .value)
      return request(pair.key, pair.value)
    }
  }

  private mutating func request(_ name: Name, _ node: YAMLNode) -> RequestDeclaration {
    let variants = variants(node)
    let repetition = repetition(of: variants, name, node)
    checkRetries(node, repetition.value)
    return RequestDeclaration(
      name: name,
      variants: variants,
      saves: saves(node),
      classes: node.entries("classes").map { failureClass($0) },
      timeout: node.duration("timeout") ?? 30_000,
      retries: Int(node.number("retries") ?? 0),
      backoff: backoff(node["backoff"]),
      once: node.flag("once"),
      repetition: repetition,
      isFinal: node.flag("final"),
      survives: node.flag("survives"),
      failure: failure(node["failure"], repetition.value),
      simulated: simulated(node["simulated"]))
  }

  private mutating func variants(_ node: YAMLNode) -> [CallVariant] {
    guard let items = node["variants"]?.items else {
      return call(node).map {
        [CallVariant(guardExpression: nil, call: $0, position: node.position)]
      } ?? []
    }
    for item in items.dropLast() where item.pairs != nil && item["when"] == nil {
      report(
        .missingKey, at: item.position, "Only the last variant may lack the key `when`",
        "Write `when:` with a guard, or move this variant to the end")
    }
    return items.compactMap { item in
      call(item).map {
        CallVariant(
          guardExpression: item.guardExpression("when"), call: $0, position: item.position)
      }
    }
  }

  private mutating func repetition(
    of variants: [CallVariant], _ name: Name, _ node: YAMLNode
  ) -> Located<RequestDeclaration.Repeat> {
    if let repetition = node.word("repeat", as: RequestDeclaration.Repeat.self) {
      return Located(repetition, at: node.name("repeat")?.position ?? name.position)
    }
    let isGet = variants.allSatisfy { variant in
      if case .http(let call) = variant.call { call.method.value == "GET" } else { false }
    }
    if !isGet, node["repeat"] == nil {
      report(
        .missingKey, at: name.position, "\(quoted(name.value)) lacks the key `repeat`",
        "Write `repeat: safe`, `keyed` or `never`: only a GET is known to be safe")
    }
    return Located(.safe, at: name.position)
  }

  private mutating func checkRetries(_ node: YAMLNode, _ repetition: RequestDeclaration.Repeat) {
    guard repetition == .never, let retries = node["retries"], retries.number != 0 else { return }
    report(
      .misplacedKey, at: retries.position,
      "`retries` cannot stand beside `repeat: never`: it is sent once",
      "Leave `retries` out, or write `repeat: keyed`")
  }

  mutating func saves(_ node: YAMLNode) -> [SaveDeclaration] {
    node.entries("save").compactMap { pair in
      let path = pair.value.pairs == nil ? pair.value.writtenName : pair.value.name("path")
      return path.map {
        SaveDeclaration(fact: pair.key, path: $0, isOptional: pair.value.flag("optional"))
      }
    }
  }

  private mutating func failureClass(_ pair: YAMLNode.Pair) -> FailureClassDeclaration {
    let (name, node) = (pair.key, pair.value)
    if FlowReader.failureClasses.contains(name.value) {
      report(
        .reservedName, at: name.position, "Every request has the class `\(name.value)` already",
        "Give this one another name")
    }
    if node.pairs != nil, node["status"] == nil, node["code"] == nil {
      report(
        .missingKey, at: name.position,
        "\(quoted(name.value)) has neither of the keys `status` and `code`",
        "Write `status:`, `code:` or both")
    }
    let statuses = node["status"]?.items ?? node["status"].map { [$0] } ?? []
    return FailureClassDeclaration(
      name: name,
      statuses: statuses.compactMap { $0.name.flatMap { ScalarShape.statuses($0.value) } },
      code: node.literal("code"),
      path: node.name("path") ?? Name("$.code", at: name.position))
  }

  private mutating func backoff(_ node: YAMLNode?) -> RequestDeclaration.Backoff {
    let backoff = RequestDeclaration.Backoff(
      first: node?.duration("first") ?? 1_000, factor: node?.number("factor") ?? 2,
      most: node?.duration("most") ?? 30_000)
    if let node, backoff.first > backoff.most {
      report(
        .badRange, at: node.position, "The first wait is longer than the longest",
        "Write `most:` with at least as much as `first:`")
    }
    return backoff
  }

  private mutating func failure(
    _ node: YAMLNode?, _ repetition: RequestDeclaration.Repeat
  ) -> RequestDeclaration.Failure {
    if let show = node?.name("show"), node?["dismissal"] == nil, repetition == .never {
      report(
        .missingKey, at: show.position, "A request of `repeat: never` has to say its `dismissal`",
        "Write `dismissal: stay`, or `retry` if to dismiss is to ask for it again")
    }
    return RequestDeclaration.Failure(
      show: node?.name("show"), dismissal: node?.word("dismissal") ?? .retry,
      unless: node?.guardExpression("unless"), saves: node.map { saves($0) } ?? [])
  }

  private func simulated(_ node: YAMLNode?) -> [RequestDeclaration.Simulated] {
    (node?.items ?? node.map { [$0] } ?? []).map { answer in
      RequestDeclaration.Simulated(
        status: Int(answer.number("status") ?? 200),
        body: answer["body"].map { JSONValue($0).compact } ?? "{}",
        delay: answer.duration("delay") ?? 0)
    }
  }
}
