extension ObjectTable {
  static let flow = ObjectTable(
    title: "a flow",
    summary: "The entry of an app: its screens, its requests, and what leads where.",
    keys: [
      .required("flow", .name, "The flow's name."),
      .required(
        "version", .number(1...65_535), "Counts up with each change that is shipped."),
      .optional("summary", .text, "One sentence for people."),
      .optional(
        "languages", .list(.scalar(.language), atLeast: 1),
        "BCP 47 tags; the first one is the fallback."),
      .optional(
        "configuration", .map(.name, to: .object(.configuration)),
        "What the app or --set chooses before a run."),
      .optional("facts", .map(.name, to: .object(.fact)), "What the flow remembers."),
      .optional("inputs", .list(.name), "Facts that a flow which uses this one fills."),
      .optional("outcomes", .list(.name), "How this flow can end when another one uses it."),
      .optional("signals", .map(.name, to: .object(.signal)), "Events that the host sends."),
      .optional("services", .list(.name), "The app's own services, in starting order."),
      .optional(
        "requests", .map(.name, to: .object(.request)),
        "Everything that can be asked of something outside."),
      .optional(
        "overlays", .map(.name, to: .object(.overlay)), "What can lie over the screens."),
      .optional("initial", .reference, "The state where a first launch begins.")
        .beside("screens", "states"),
      .optional(
        "restore", .reference, "Where every relaunch leads, unless a state says otherwise."),
      .optional(
        "fallback", .reference,
        "Where a launch leads whose journal cannot be used: initial unless said."),
      .optional(
        "goals", .list(.reference, atLeast: 1),
        "The states that the flow exists to reach: its final ones unless said."),
      .optional(
        "session", .reference, "The secret that stands for the session of protected screens."),
      .optional(
        "origins", .list(.template, atLeast: 1),
        "The origins that an HTTP request may send secrets to."),
      .optional(
        "properties", .map(.name, to: .object(.property)), "What the checker is to prove."),
      .optional(
        "supports", .number(1...65_535),
        "The oldest version whose snapshots are taken over: 1 unless said."),
      .optional(
        "migrate", .object(.migration), "What became of names that earlier versions had."),
      .optional("screens", .map(.name, to: .object(.screen)), "States that show something."),
      .optional("states", .map(.name, to: .object(.state)), "States without a screen."),
      .optional(
        "regions", .map(.name, to: .object(.region)), "What runs beside the screens."),
      .optional(
        "timers", .map(.name, to: .object(.timer)), "Timers that actions start and stop."),
      .optional(
        "on", .map(.reference, to: .transitions),
        "Event to transition, in every state of the flow."),
      .optional(
        "always", .list(.transition), "Transitions without an event, in every state of the flow."),
      .optional(
        "texts",
        .map(
          .language,
          to: .either([
            .scalar(.file), .map(.textKey, to: .either([.template, .object(.plural)])),
          ])),
        "Language to texts, in place or as the path of a YAML file beside the document."),
    ])

  static let configuration = ObjectTable(
    title: "a configuration value",
    summary: "Chosen before a run and constant in it.",
    exactlyOne: ["values", "type"],
    keys: [
      .optional("values", .list(.scalar(.choice), atLeast: 1), "The choices, in order."),
      .optional(
        "type", .word("flag", "number", "text", "duration"), "The type, where it is no choice."),
      .required("default", .literal, "The value where nothing is chosen."),
    ])

  static let fact = ObjectTable(
    title: "a fact",
    summary: "A value that the flow remembers.",
    keys: [
      .required(
        "type", .word("flag", "number", "text", "choice", "time", "secret", "list", "json"),
        "The type of the value."),
      .optional(
        "values", .list(.scalar(.choice), atLeast: 1), "The choices, in order."
      ).when("type", is: "choice"),
      .optional(
        "of", .map(.name, to: .word("text", "number", "flag"), atLeast: 1),
        "The columns of a list: name to type."
      ).when("type", is: "list"),
      .optional(
        "place", .word(of: FactDeclaration.Place.self),
        "Where it is kept: preferences unless said, secure for a secret."),
      .optional(
        "scope", .word(of: FactDeclaration.Scope.self),
        "What it belongs to: the user unless said."),
      .optional("initial", .literal, "The value at the start; absent unless said."),
      .optional(
        "domain", .either([.list(.literal, atLeast: 1), .object(.range)]),
        "The values that matter, for verification."),
    ])

  static let range = ObjectTable(
    title: "a range",
    summary: "All whole numbers from the least to the most.",
    keys: [
      .required("least", .number(.min ... .max), "The least value."),
      .required("most", .number(.min ... .max), "The most value."),
    ])

  static let signal = ObjectTable(
    title: "a signal",
    summary: "An event that the host sends by name.",
    keys: [
      .optional("value", .word(of: SignalDeclaration.Value.self), "The type of its value."),
      .optional("saves", .reference, "The fact that takes the value.").beside("value"),
      .optional(
        "held", .flag, "Kept, once and over a kill, until a state has a transition for it."),
    ])

  static let property = ObjectTable(
    title: "a property",
    summary: "What the checker is to prove of a flow.",
    exactlyOne: ["never", "always", "reachable"],
    keys: [
      .optional("never", .guardExpression, "Holds in no state at rest."),
      .optional("always", .guardExpression, "Holds in every state at rest."),
      .optional("reachable", .guardExpression, "A state where it holds can be reached."),
      .optional(
        "from", .guardExpression, "It can be reached from wherever this holds, not only at first."
      ).beside("reachable"),
      .optional("summary", .text, "One sentence for people."),
    ])

  static let plural = ObjectTable(
    title: "a text with a number",
    summary: "One text for each of the language's plural categories.",
    keys: [
      .required("count", .reference, "What is counted: a fact, or such as resend.left."),
      .optional("zero", .template, "The text for the category zero."),
      .optional("one", .template, "The text for the category one."),
      .optional("two", .template, "The text for the category two."),
      .optional("few", .template, "The text for the category few."),
      .optional("many", .template, "The text for the category many."),
      .required("other", .template, "The text for all other numbers."),
    ])
}
