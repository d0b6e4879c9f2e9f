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
    for service in document.services where service.value == "all" {
      report(
        .reservedName, at: service.position, "`all` stands for all services",
        "Give the service another name")
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
      return ConfigurationDeclaration(name: pair.key, kind: kind, initial: initial)
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
