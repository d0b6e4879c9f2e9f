extension ObjectTable {
  /// Keys that an extension has as any flow, beside its own.
  private static let shared: Set<String> = [
    "flow", "version", "summary", "configuration", "facts", "signals", "services", "requests",
    "overlays", "goals", "origins", "properties", "supports", "migrate", "screens", "states",
    "timers", "texts",
  ]

  static let `extension` = ObjectTable(
    title: "an extension",
    summary: "Another flow with additions and without what is left out, in a document of its own.",
    keys: [
      .required(
        "extends", .scalar(.file),
        "The base: the path of its document, or the name of a shipped flow."),
      .optional(
        "languages", .list(.scalar(.language), atLeast: 1),
        "Language tags (BCP 47) beside those of the base."),
      .optional(
        "before", .map(.reference, to: .reference),
        "A state of the base, and the one of this document that comes before it."),
      .optional(
        "without", .map(.reference, to: .reference),
        "A state of the base to leave out, and the state that takes its place."),
      .optional(
        "add", .map(.reference, to: .object(.addition)),
        "What states of the base have beside what the base gives them."),
    ] + ObjectTable.flow.keys.filter { shared.contains($0.name) })

  static let addition = ObjectTable(
    title: "an addition",
    summary: "What a state of the base has beside what the base gives it.",
    keys: [
      .optional("elements", .elements, "What a screen shows as well."),
      .optional(
        "place", .reference,
        "The element of the base before which they stand. Default: they stand at the end."
      ).beside("elements"),
      .optional("enter", .actions, "Actions on entry, behind those of the base."),
      .optional(
        "on", .map(.reference, to: .transitions),
        "Transitions for events that the base's state does not handle."),
      .optional("always", .list(.transition), "Eventless transitions, behind those of the base."),
    ])
}
