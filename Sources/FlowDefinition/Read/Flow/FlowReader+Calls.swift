extension FlowReader {
  /// The call of a request or of one of its variants.
  mutating func call(_ node: YAMLNode) -> CallDeclaration? {
    let parameters = node["with"]?.templateEntries ?? []
    if let http = node["http"], http.pairs != nil { return .http(self.http(http)) }
    if let name = node.name("operation") { return .operation(name, with: parameters) }
    if let name = node.name("capability") { return .capability(name, with: parameters) }
    return node.name("app").map { .app($0, with: parameters) }
  }

  private mutating func http(_ node: YAMLNode) -> CallDeclaration.HTTP {
    let method = node.name("method") ?? Name("GET", at: node.position)
    let headers = node.entries("headers")
    requireDistinct(headers.map { Name($0.key.value.lowercased(), at: $0.key.position) })
    for header in headers where header.value.name?.value.contains(where: \.isNewline) == true {
      report(
        .badHeader, at: header.value.position, "A header value must not span several lines",
        "Put it on one line")
    }
    let body = node["body"]
    if method.value == "GET" || method.value == "HEAD", let body {
      report(
        .misplacedKey, at: body.position, "A \(method.value) request has no body",
        "Write `method: POST`, or put the values in the URL")
    }
    return CallDeclaration.HTTP(
      method: method, url: node.name("url") ?? Name("", at: node.position),
      headers: node["headers"]?.templateEntries ?? [], bearer: node.name("bearer"),
      body: body.map { ($0.formBody ?? $0).templateEntries },
      isForm: body?.formBody != nil)
  }
}

extension YAMLNode {
  /// What is sent under the keys of a map.
  var templateEntries: [TemplateEntry] {
    (pairs ?? []).compactMap { pair in
      pair.value.templateValue.map { TemplateEntry(key: pair.key, value: $0) }
    }
  }

  private var templateValue: TemplateValue? {
    switch content {
    case .sequence(let items): return .list(items.compactMap(\.templateValue))
    case .mapping: return .map(templateEntries)
    case .scalar:
      guard let literal else { return nil }
      if case .text = literal.value { return name.map { .text($0) } }
      return .literal(literal)
    }
  }
}
