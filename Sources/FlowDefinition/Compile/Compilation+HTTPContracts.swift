import FlowMachine

// Which operation a call with `http` reaches, by its method and its URL.

extension Compilation {
  /// With `contracts`, a call to a server that one of them names has to be described, and so does one to a
  /// server that is known only when the app runs. Other servers are not the app's own.
  func described(
    _ call: CallDeclaration.HTTP, _ contract: Contract, _ scope: Scope
  ) -> DescribedCall? {
    guard let parts = try? TemplateParser.parse(call.url), let first = origin(of: call.url, scope)
    else { return nil }
    let url = RequestURL(parts)
    let method = call.method.value.uppercased()
    var origin: String?
    if case .fixed(let text) = first { origin = text }
    guard let match = url.match(method, at: origin, in: contract) else {
      if origin == nil || contract.servers.contains(where: { $0.origin == origin }) {
        reportUndescribed(call, url, at: origin, contract)
      }
      return nil
    }
    let (path, query) = entries(of: url, match, at: call.url.position)
    let body = call.body ?? []
    checkPlaces(query: query, body: body, match)
    return DescribedCall(
      operation: match.operation, position: call.url.position, entries: path + query + body,
      isOwn: true, isHTTP: true,
      bodyNeeds: call.body == nil ? [] : contract.bodyNeeds[match.operation.name] ?? [])
  }

  private func entries(
    of url: RequestURL, _ match: RequestURL.Match, at position: Position
  ) -> (path: [TemplateEntry], query: [TemplateEntry]) {
    func entry(_ name: String, _ value: [TemplateParser.Segment]) -> TemplateEntry {
      TemplateEntry(
        key: Name(name, at: position),
        value: .text(Name(TemplateParser.source(of: value), at: position)))
    }
    return (
      match.parameters.map { entry($0.name, $0.value) },
      url.query.compactMap { item in item.name.map { entry($0, item.value) } }
    )
  }

  /// Refuses a parameter of the query in the body, and the other way round. What the operation does not take at all
  /// is said elsewhere.
  private func checkPlaces(
    query: [TemplateEntry], body: [TemplateEntry], _ match: RequestURL.Match
  ) {
    let operation = match.operation
    let inPath = Set(match.parameters.map(\.name))
    for (entries, isQuery) in [(query, true), (body, false)] {
      for entry in entries where operation.parameters[entry.key.value] != nil {
        let name = entry.key.value
        let wantsQuery = operation.queryNames.contains(name)
        guard inPath.contains(name) || wantsQuery != isQuery else { continue }
        report(
          .notInContract, at: entry.key.position,
          "\(quoted(operation.name)) takes \(quoted(name)) in its \(wantsQuery ? "query" : inPath.contains(name) ? "path" : "body"), not in its \(isQuery ? "query" : "body")",
          "Move it there")
      }
    }
  }

  private func reportUndescribed(
    _ call: CallDeclaration.HTTP, _ url: RequestURL, at origin: String?, _ contract: Contract
  ) {
    let method = call.method.value.uppercased()
    if let other = url.match(nil, at: origin, in: contract)?.operation {
      return report(
        .unknownName, at: call.method.position,
        "\(quoted(other.path)) is described for `\(other.method)`, not for `\(method)`",
        "Write `method: \(other.method)`, or describe `\(method)` too")
    }
    let paths =
      contract.names.compactMap { contract[$0] }.filter { $0.method == method }
      .flatMap { operation in operation.describedServers.map { $0.spelledPath(of: operation) } }
      + (origin == nil ? contract.names.compactMap { contract[$0]?.path } : [])
    report(
      .unknownName, at: call.url.position,
      "None of the descriptions in `contracts` has \(quoted("\(method) \(url.spelledPath)"))",
      nearest(to: url.spelledPath, among: paths).map { "Write `\($0)`" }
        ?? "Describe it in one of them, or correct the path")
  }
}
