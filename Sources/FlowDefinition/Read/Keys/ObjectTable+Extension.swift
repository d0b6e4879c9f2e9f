extension ObjectTable {
  /// Keys that an extension shares with any flow.
  private static let shared: Set<String> = [
    "flow", "version", "summary", "configuration", "facts", "signals", "services", "requests",
    "overlays", "goals", "origins", "contracts", "properties", "supports", "migrate", "screens",
    "states",
    "timers", "texts",
  ]

  static let `extension` = ObjectTable(
    title: "an extension",
    summary: "A flow that contains only what differs from another flow, its base.",
    elsewhere: Dictionary(
      uniqueKeysWithValues: ObjectTable.flow.keys.map(\.name)
        .filter { !shared.contains($0) && $0 != "languages" }
        .map { ($0, "It is what the base says: leave it out, or write a flow without `extends`") }),
    keys: [
      .required(
        "extends", .scalar(.file),
        "The base: the path of its document, or the name of a shipped flow."),
      .optional(
        "languages", .list(.scalar(.language), atLeast: 1),
        "Language tags (BCP 47) beside those of the base."),
      .optional(
        "withoutLanguages", .list(.scalar(.language), atLeast: 1),
        "Languages of the base to leave out, with their texts."),
      .optional(
        "before", .map(.reference, to: .reference),
        "For a state of the base, the state of this document that comes before it."),
      .optional(
        "without", .map(.reference, to: .reference),
        "For a state of the base to leave out, the state that takes its place."),
      .optional(
        "add", .map(.reference, to: .object(.addition)),
        "Additions to states of the base."),
      .optional(
        "flows", .map(.reference, to: .scalar(.file)),
        "For a state of the base that runs a sub-flow, the path of the flow that it runs instead."),
    ] + ObjectTable.flow.keys.filter { shared.contains($0.name) })

  static let addition = ObjectTable(
    title: "an addition",
    summary: "Additions to a state of the base.",
    keys: [
      .optional("elements", .elements, "Elements to add to a screen."),
      .optional(
        "place", .reference,
        "The element of the base to insert them before. Default: at the end."
      ).beside("elements"),
      .optional("enter", .actions, "Actions on entry, after those of the base."),
      .optional(
        "on", .map(.reference, to: .transitions),
        "Transitions for events that the state does not handle."),
      .optional("always", .list(.transition), "Eventless transitions, after those of the base."),
    ])
}
