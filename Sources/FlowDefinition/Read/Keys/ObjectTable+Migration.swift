extension ObjectTable {
  static let migration = ObjectTable(
    title: "a migration",
    summary:
      "Replacements for names of earlier versions: old name to new name.",
    keys: [
      .optional(
        "states", .map(.reference, to: .reference, atLeast: 1),
        "Removed states and screens: old name to the state in which their snapshots continue."),
      .optional(
        "facts", .map(.reference, to: .reference, atLeast: 1),
        "Removed facts: old name to the fact that takes over the value."),
      .optional(
        "values", .map(.reference, to: .map(.choice, to: .scalar(.choice), atLeast: 1), atLeast: 1),
        "For each fact, removed values: old value to the one that replaces it."),
      .optional(
        "requests", .map(.reference, to: .reference, atLeast: 1),
        "Removed requests: old name to the request that continues it."),
      .optional(
        "classes", .map(.reference, to: .map(.name, to: .name, atLeast: 1), atLeast: 1),
        "For each request, removed failure classes: old name to the one that replaces it."),
      .optional(
        "timers", .map(.reference, to: .reference, atLeast: 1),
        "Removed timers: old name to the timer that continues to run."),
      .optional(
        "overlays", .map(.reference, to: .reference, atLeast: 1),
        "Removed overlays: old name to the overlay shown instead."),
    ])
}
