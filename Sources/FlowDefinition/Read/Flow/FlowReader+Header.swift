extension FlowReader {
  mutating func readHeader(_ root: YAMLNode, into document: inout FlowDocument) {
    document.languages = root.names("languages")
    requireDistinct(document.languages.map { Name($0.value.lowercased(), at: $0.position) })
    requireFew(128, "languages", document.languages)
    document.inputs = root.names("inputs")
    requireDistinct(document.inputs)
    document.outcomes = root.names("outcomes")
    requireDistinct(document.outcomes)
    document.services = root.names("services")
    requireDistinct(document.services)
    requireFew(1_024, "services", document.services)
    document.goals = root.names("goals")
    requireDistinct(document.goals)
    document.session = root.name("session")
    document.origins = root.names("origins")
    requireDistinct(document.origins)
    requireFew(128, "origins", document.origins)
    document.contracts = root.names("contracts")
    requireDistinct(document.contracts)
    requireFew(128, "contracts", document.contracts)
    for service in document.services where service.value == "all" {
      report(
        .reservedName, at: service.position, "`all` is reserved: it means all services",
        "Rename the service")
    }
  }

  mutating func configuration(_ root: YAMLNode) -> [ConfigurationDeclaration] {
    root.entries("configuration").compactMap { pair in
      declare(pair.key, in: .value)
      let node = pair.value
      guard var initial = node.literal("default") else { return nil }
      let kind: ConfigurationDeclaration.Kind
      switch node.name("type")?.value {
      case "flag": kind = .flag
      case "number": kind = .number
      case "text": kind = .text
      case "duration": kind = .duration
      default:
        kind = .choice(choices(node).map(\.value))
      }
      require(initial, toBe: LiteralKind(kind))
      if kind == .duration, case .text(let text) = initial.value {
        initial.value = .number(DurationSyntax.milliseconds(text) ?? 0)
      }
      let domain = domain(node)
      if let written = node["domain"] {
        if kind == .number {
          require(written, toHold: .number)
        } else {
          report(
            .misplacedKey, at: written.position, "Only a number has a `domain` here", "Remove it")
        }
      }
      return ConfigurationDeclaration(
        name: pair.key, kind: kind, initial: initial, domain: kind == .number ? domain : nil)
    }
  }

  mutating func properties(_ root: YAMLNode) -> [PropertyDeclaration] {
    let pairs = root.entries("properties")
    requireFew(1_024, "properties", pairs.map(\.key))
    return pairs.compactMap { pair in
      for kind in PropertyDeclaration.Kind.allCases {
        guard let condition = pair.value.guardExpression(kind.rawValue) else { continue }
        return PropertyDeclaration(
          name: pair.key, kind: kind, condition: condition,
          from: pair.value.guardExpression("from"), summary: pair.value.name("summary")?.value)
      }
      return nil
    }
  }

  mutating func signals(_ root: YAMLNode) -> [SignalDeclaration] {
    root.entries("signals").map { pair in
      declare(pair.key, in: .value)
      return SignalDeclaration(
        name: pair.key, value: pair.value.word("value"), saves: pair.value.name("saves"),
        held: pair.value.flag("held"))
    }
  }
}
