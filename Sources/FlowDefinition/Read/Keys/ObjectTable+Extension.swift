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
    ] + ObjectTable.flow.keys.filter { shared.contains($0.name) })
}
