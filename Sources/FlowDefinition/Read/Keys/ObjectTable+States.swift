extension ObjectTable {
  private static let reactions: [KeyRow] = [
    .optional("enter", .actions, "What is done on entry."),
    .optional("exit", .actions, "What is done on exit."),
    .optional("on", .map(.reference, to: .transitions), "Event to transition, or to a list."),
    .optional("always", .list(.transition), "Transitions without an event."),
    .optional(
      "after", .map(.length, to: .transition), "Duration to transition."),
    .optional(
      "timers", .map(.name, to: .object(.timer)), "Timers that run while the state is active."),
    .optional("restore", .reference, "The state that a relaunch leads to instead, or here."),
  ]
  /// What a screen has and a plain state has not.
  private static let screenKeys: [KeyRow] = [
    .optional("title", .textKey, "The text key of the title."),
    .optional("elements", .elements, "What it shows."),
    .optional("view", .text, "The id of an app's own view: the screen's name unless said."),
    .optional("back", .flag, "Shows a back button."),
    .optional("backTarget", .flag, "Whether back returns here: true unless said."),
    .optional("modal", .flag, "Presented over the root."),
    .optional("protected", .flag, "Needs a session."),
    .optional(
      "visibleFor", .either([.length, .object(.visibility)]),
      "The least time it is visible."),
  ]
  private static let children = ["screens", "states", "regions"]
  private static let regions = KeyRow.optional(
    "regions", .map(.name, to: .object(.region), atLeast: 1),
    "Regions that run side by side.")

  static let state = ObjectTable(
    title: "a state",
    summary: "A state of the flow; with child states a compound one, with regions a parallel one.",
    elsewhere: Dictionary(
      uniqueKeysWithValues: screenKeys.map {
        ($0.name, "Only a screen has it: move the state under `screens`")
      }),
    keys: [
      .optional("initial", .reference, "The child that is entered.")
        .beside("screens", "states", "history"),
      .optional("screens", .map(.name, to: .object(.screen), atLeast: 1), "Child screens."),
      .optional("states", .map(.name, to: .object(.state), atLeast: 1), "Child states."),
      regions.without(["screens", "states"]),
      .optional(
        "final", .scalar(.outcome),
        "True, or in a sub-flow the name of an outcome."
      ).without(children + ["initial", "history", "flow", "on", "always", "after", "timers"]),
      .optional(
        "history", .word(of: StateDeclaration.History.self),
        "Leads to where its parent was left; initial is the default target."
      ).without(
        children + ["flow", "enter", "exit", "on", "always", "after", "timers"]),
    ] + reactions + [
      .optional("flow", .scalar(.file), "The path of a flow that is used as a sub-flow.")
        .without(children + ["initial"]),
      .optional("with", .map(.name, to: .scalar(.value)), "Input of the sub-flow to its value.")
        .beside("flow"),
      .optional("bind", .map(.name, to: .reference), "Fact of the sub-flow to fact of this flow.")
        .beside("flow"),
      .optional(
        "outcomes", .map(.name, to: .transition), "Outcome of the sub-flow to transition."
      ).beside("flow"),
      .optional("barrier", .flag, "Whether back stops at the sub-flow: true unless said.")
        .beside("flow"),
    ])

  static let screen = ObjectTable(
    title: "a screen",
    summary: "A state that shows something.",
    elsewhere: [
      "screens": "Write a state with `screens`, and this screen beside or in it",
      "flow": "Write it in a state of its own under `states`",
      "history": "Write it in a state of its own under `states`",
    ],
    keys: screenKeys + [
      .optional("initial", .reference, "The child state that is entered.").beside("states"),
      .optional("states", .map(.name, to: .object(.state), atLeast: 1), "Child states."),
      regions.without(["states"]),
      .optional("final", .scalar(.outcome), "True, or in a sub-flow the name of an outcome.")
        .without(["initial", "states", "regions", "always", "after"]),
    ] + reactions)

  static let region = ObjectTable(
    title: "a region",
    summary: "States that are active beside others.",
    elsewhere: [
      "screens": "Write `states`: screens stand outside of regions",
      "on": "Write it in a state of the region",
      "always": "Write it in a state of the region",
      "enter": "Write it in a state of the region",
      "exit": "Write it in a state of the region",
    ],
    keys: [
      .required("initial", .reference, "The state that is entered."),
      .required("states", .map(.name, to: .object(.state), atLeast: 1), "Its states."),
      .optional("restart", .word("launch"), "Begins again at every launch."),
    ])

  private static let policy: [KeyRow] = [
    .optional("kill", .word(of: TimerPolicy.Kill.self), "What a kill does to it."),
    .optional("overlay", .word(of: TimerPolicy.Pause.self), "Whether it runs under an overlay."),
    .optional(
      "background", .word(of: TimerPolicy.Pause.self), "Whether it runs in the background."),
  ]

  static let timer = ObjectTable(
    title: "a timer",
    summary: "A status that is running, and then elapsed.",
    exactlyOne: ["after", "until"],
    keys: [
      .optional("after", .length, "How long it runs."),
      .optional("until", .reference, "The fact that holds the time when it elapses."),
    ] + policy)

  static let visibility = ObjectTable(
    title: "a least time",
    summary: "How long a screen is visible at least.",
    keys: [.required("for", .length, "The time.")] + policy)

  static let transition = ObjectTable(
    title: "a transition",
    summary: "What leads to another state.",
    keys: [
      .optional("to", .reference, "The target; without it no state is left."),
      .optional("when", .guardExpression, "Taken only if this holds."),
      .optional("do", .actions, "What is done between exit and entry."),
      .optional("internal", .flag, "Leaves only the children of its source.").beside("to"),
    ])

  static let overlay = ObjectTable(
    title: "an overlay",
    summary: "What lies over the screens, which stay as they are.",
    keys: [
      .optional("title", .textKey, "The text key of the title."),
      .optional("elements", .elements, "What it shows."),
      .optional("on", .map(.reference, to: .actions), "Event to actions."),
      .optional("style", .word(of: OverlayDeclaration.Style.self), "Screen unless said."),
      .optional("restorable", .flag, "A relaunch shows it again, and is not its dismissal."),
    ])
}
