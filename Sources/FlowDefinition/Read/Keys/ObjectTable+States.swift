extension ObjectTable {
  private static let reactions: [KeyRow] = [
    .optional("enter", .actions, "Actions on entry."),
    .optional("exit", .actions, "Actions on exit."),
    .optional(
      "on", .map(.reference, to: .transitions),
      "Transitions: event to transition, or to a list of transitions."),
    .optional("always", .list(.transition), "Eventless transitions."),
    .optional(
      "after", .map(.length, to: .transition), "Delayed transitions: duration to transition."),
    .optional(
      "timers", .map(.name, to: .object(.timer)), "Timers that run while the state is active."),
    .optional("restore", .reference, "The state a relaunch leads to instead; `here` for this one."),
  ]
  /// Keys that only screens have.
  private static let screenKeys: [KeyRow] = [
    .optional("title", .textKey, "The text key of the title."),
    .optional("elements", .elements, "What it shows."),
    .optional("view", .text, "The id of a view of the app. Default: the screen's name."),
    .optional("back", .flag, "Shows a back button."),
    .optional("backTarget", .flag, "Whether back navigation returns here. Default: true."),
    .optional("modal", .flag, "Presented over the root screen."),
    .optional("protected", .flag, "Requires a session."),
    .optional(
      "visibleFor", .either([.length, .object(.visibility)]),
      "The minimum time it stays visible."),
  ]
  private static let children = ["screens", "states", "regions"]
  private static let regions = KeyRow.optional(
    "regions", .map(.name, to: .object(.region), atLeast: 1),
    "Parallel regions.")

  static let state = ObjectTable(
    title: "a state",
    summary: "A state of the flow: compound if it has child states, parallel if it has regions.",
    elsewhere: Dictionary(
      uniqueKeysWithValues: screenKeys.map {
        ($0.name, "Only screens have this key: move the state to `screens`")
      }),
    keys: [
      .optional("initial", .reference, "The initial child state.")
        .beside("screens", "states", "history"),
      .optional("screens", .map(.name, to: .object(.screen), atLeast: 1), "Child screens."),
      .optional("states", .map(.name, to: .object(.state), atLeast: 1), "Child states."),
      regions.without(["screens", "states"]),
      .optional(
        "final", .scalar(.outcome),
        "`true`, or in a sub-flow the name of an outcome."
      ).without(children + ["initial", "history", "flow", "on", "always", "after", "timers"]),
      .optional(
        "history", .word(of: StateDeclaration.History.self),
        "A history state: leads to where its parent was last left; `initial` is the default target."
      ).without(
        children + ["flow", "enter", "exit", "on", "always", "after", "timers"]),
    ] + reactions + [
      .optional("flow", .scalar(.file), "The path of a flow to use as a sub-flow.")
        .without(children + ["initial"]),
      .optional("with", .map(.name, to: .scalar(.value)), "Inputs of the sub-flow: name to value.")
        .beside("flow"),
      .optional(
        "bind", .map(.name, to: .reference),
        "Bound facts: fact of the sub-flow to fact of this flow."
      )
      .beside("flow"),
      .optional(
        "outcomes", .map(.name, to: .transition), "Outcomes of the sub-flow: name to transition."
      ).beside("flow"),
      .optional("barrier", .flag, "Whether back navigation stops at the sub-flow. Default: true.")
        .beside("flow"),
    ])

  static let screen = ObjectTable(
    title: "a screen",
    summary: "A state that shows something.",
    elsewhere: [
      "screens": "Write a state with `screens`, and put this screen in it or next to it",
      "flow": "Move it to a state of its own under `states`",
      "history": "Move it to a state of its own under `states`",
    ],
    keys: screenKeys + [
      .optional("initial", .reference, "The initial child state.").beside("states"),
      .optional("states", .map(.name, to: .object(.state), atLeast: 1), "Child states."),
      regions.without(["states"]),
      .optional("final", .scalar(.outcome), "`true`, or in a sub-flow the name of an outcome.")
        .without(["initial", "states", "regions", "always", "after"]),
    ] + reactions)

  static let region = ObjectTable(
    title: "a region",
    summary: "States that are active in parallel with others.",
    elsewhere: [
      "screens": "Write `states`; screens cannot be inside regions",
      "on": "Move it to a state of the region",
      "always": "Move it to a state of the region",
      "enter": "Move it to a state of the region",
      "exit": "Move it to a state of the region",
    ],
    keys: [
      .required("initial", .reference, "The initial state."),
      .required("states", .map(.name, to: .object(.state), atLeast: 1), "Its states."),
      .optional("restart", .word("launch"), "Restarts at every launch."),
    ])

  private static let policy: [KeyRow] = [
    .optional(
      "kill", .word(of: TimerPolicy.Kill.self), "What happens to it when the app is killed."),
    .optional(
      "overlay", .word(of: TimerPolicy.Pause.self), "Whether it runs while an overlay is shown."),
    .optional(
      "background", .word(of: TimerPolicy.Pause.self),
      "Whether it runs while the app is in the background."),
  ]

  static let timer = ObjectTable(
    title: "a timer",
    summary: "A timer; its status is running, then elapsed.",
    exactlyOne: ["after", "until"],
    keys: [
      .optional("after", .length, "How long it runs."),
      .optional("until", .reference, "The fact that holds the time at which it elapses."),
    ] + policy)

  static let visibility = ObjectTable(
    title: "a minimum time",
    summary: "The minimum time a screen stays visible.",
    keys: [.required("for", .length, "The time.")] + policy)

  static let transition = ObjectTable(
    title: "a transition",
    summary: "A transition to another state.",
    elsewhere: Dictionary(
      uniqueKeysWithValues: action.exactlyOne.map { ($0, "Write `do: [{\($0): …}]`") }),
    keys: [
      .optional("to", .reference, "The target; without one, no state is left."),
      .optional("when", .guardExpression, "Guard; taken only if it holds."),
      .optional("do", .actions, "Actions between exit and entry."),
      .optional("internal", .flag, "Leaves only the children of its source state.").beside("to"),
    ])

  static let overlay = ObjectTable(
    title: "an overlay",
    summary: "Covers the screens, which stay as they are.",
    keys: [
      .optional("title", .textKey, "The text key of the title."),
      .optional("elements", .elements, "What it shows."),
      .optional("on", .map(.reference, to: .actions), "Actions: event to actions.")
        .refusing(
          "dismiss", "`dismiss` only dismisses the overlay and takes no actions",
          "Add `dismissed.NAME:` to the `on` of a screen or the flow"),
      .optional("style", .word(of: OverlayDeclaration.Style.self), "Appearance. Default: screen."),
      .optional("restorable", .flag, "A relaunch shows it again instead of dismissing it."),
    ])
}
