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
    let repetition = repetition(node)
    checkRepetition(of: variants, repetition, name, node)
    return RequestDeclaration(
      name: name,
      variants: variants,
      saves: saves(node),
      classes: classes(node),
      timeout: node.length("timeout") ?? .fixed(30_000),
      retries: Int(node.number("retries") ?? 0),
      backoff: backoff(node["backoff"]),
      once: node.flag("once"),
      repetition: repetition,
      isFinal: node.flag("final"),
      survives: node.flag("survives"),
      failure: failure(node["failure"]),
      simulated: simulated(node["simulated"]))
  }

  private mutating func variants(_ node: YAMLNode) -> [CallVariant] {
    guard let items = node["variants"]?.items else {
      return call(node).map { [CallVariant(call: $0, position: node.position)] } ?? []
    }
    for item in items.dropLast() where item.pairs != nil && item["when"] == nil {
      report(
        .missingKey, at: item.position, "Only the last variant may omit `when`",
        "Add `when:` with a guard, or move this variant to the end")
    }
    if let last = items.last?["when"] {
      report(
        .misplacedKey, at: last.position, "The last variant is the default and takes no `when`",
        "Remove its `when`, or add a variant without `when` after it")
    }
    return items.compactMap { item in
      call(item).map { call in
        CallVariant(
          guardExpression: item.guardExpression("when"), call: call, position: item.position,
          saves: item["save"].map { _ in saves(item) },
          classes: item["classes"].map { _ in classes(item) },
          repetition: repetition(item),
          simulated: item["simulated"].map { simulated($0) })
      }
    }
  }

  private func repetition(_ node: YAMLNode) -> Located<RequestDeclaration.Repeat>? {
    node.word("repeat", as: RequestDeclaration.Repeat.self).map {
      Located($0, at: node.name("repeat")?.position ?? node.position)
    }
  }

  /// Refuses a call of which nobody knows whether it may be sent twice, and what contradicts
  /// `never`.
  private mutating func checkRepetition(
    of variants: [CallVariant], _ repetition: Located<RequestDeclaration.Repeat>?, _ name: Name,
    _ node: YAMLNode
  ) {
    for variant in variants where variant.repetition == nil && node["repeat"] == nil {
      if case .http(let call) = variant.call, call.method.value == "GET" { continue }
      let isOnly = node["variants"] == nil
      report(
        .missingKey, at: isOnly ? name.position : variant.position,
        "\(isOnly ? quoted(name.value) : "This variant") is missing the key `repeat`",
        "Write `repeat: safe`, `keyed` or `never`; only GET is safe by default")
    }
    guard variants.contains(where: { ($0.repetition ?? repetition)?.value == .never }) else {
      return
    }
    if let retries = node["retries"], retries.number != 0 {
      report(
        .misplacedKey, at: retries.position,
        "`retries` cannot be combined with `repeat: never`, which sends the request once",
        "Remove `retries`, or write `repeat: keyed`")
    }
    if let failure = node["failure"], let show = failure.name("show"),
      failure["dismissal"] == nil
    {
      report(
        .missingKey, at: show.position, "A request with `repeat: never` must declare `dismissal`",
        "Write `dismissal: stay`, or `retry` if dismissing the overlay should send the request again"
      )
    }
  }

  private func saves(_ node: YAMLNode) -> [SaveDeclaration] {
    node.entries("save").compactMap { pair in
      let path = pair.value.pairs == nil ? pair.value.writtenName : pair.value.name("path")
      return path.map {
        SaveDeclaration(
          fact: pair.key, path: $0, isOptional: pair.value.flag("optional"),
          key: pair.value.name("append"))
      }
    }
  }

  private mutating func classes(_ node: YAMLNode) -> [FailureClassDeclaration] {
    node.entries("classes").map { failureClass($0) }
  }

  private mutating func failureClass(_ pair: YAMLNode.Pair) -> FailureClassDeclaration {
    let (name, node) = (pair.key, pair.value)
    if FlowReader.failureClasses.contains(name.value) {
      report(
        .reservedName, at: name.position,
        "`\(name.value)` is a built-in failure class of every request",
        "Rename this one")
    }
    if node.pairs != nil, node["status"] == nil, node["code"] == nil {
      report(
        .missingKey, at: name.position,
        "\(quoted(name.value)) has neither `status` nor `code`",
        "Add `status:`, `code:` or both")
    }
    let statuses = node["status"]?.items ?? node["status"].map { [$0] } ?? []
    requireDistinct(statuses.compactMap(\.name))
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
        .badRange, at: node.position, "The first delay is longer than the maximum",
        "Make `most:` at least as long as `first:`")
    }
    return backoff
  }

  private func failure(_ node: YAMLNode?) -> RequestDeclaration.Failure {
    RequestDeclaration.Failure(
      show: node?.name("show"), dismissal: node?.word("dismissal") ?? .retry,
      unless: node?.guardExpression("unless"), saves: node.map { saves($0) } ?? [])
  }

  private func simulated(_ node: YAMLNode?) -> [RequestDeclaration.Simulated] {
    (node?.items ?? node.map { [$0] } ?? []).map { answer in
      RequestDeclaration.Simulated(
        status: Int(answer.number("status") ?? 200),
        body: answer["body"].map { JSONValue($0).compact } ?? "{}",
        delay: answer.duration("delay") ?? 0,
        position: answer.position, shape: answer["body"].map { ContractShape(of: $0) })
    }
  }
}
