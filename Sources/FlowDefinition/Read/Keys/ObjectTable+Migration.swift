extension ObjectTable {
  static let migration = ObjectTable(
    title: "a migration",
    summary:
      "What became of names of earlier versions: the old name, then the one that stands for it.",
    keys: [
      .optional(
        "states", .map(.reference, to: .reference, atLeast: 1),
        "A state or screen that is gone, and the one where a snapshot in it goes on."),
      .optional(
        "facts", .map(.reference, to: .reference, atLeast: 1),
        "A fact that is gone, and the one that takes its value."),
      .optional(
        "values", .map(.reference, to: .map(.choice, to: .scalar(.choice), atLeast: 1), atLeast: 1),
        "For a fact: a value that is gone, and the one that stands for it."),
      .optional(
        "requests", .map(.reference, to: .reference, atLeast: 1),
        "A request that is gone, and the one that goes on with it."),
      .optional(
        "classes", .map(.reference, to: .map(.name, to: .name, atLeast: 1), atLeast: 1),
        "For a request: a class of failure that is gone, and the one that stands for it."),
      .optional(
        "timers", .map(.reference, to: .reference, atLeast: 1),
        "A timer that is gone, and the one that runs on in its place."),
      .optional(
        "overlays", .map(.reference, to: .reference, atLeast: 1),
        "An overlay that is gone, and the one that is shown in its place."),
    ])
}
