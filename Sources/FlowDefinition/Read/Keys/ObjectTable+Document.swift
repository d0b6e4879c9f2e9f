extension ObjectTable {
  static let flow = ObjectTable(
    title: "a flow",
    summary: "The entry of an app: its screens, its requests and its transitions.",
    elsewhere: ["extend": "Write `extends`"],
    keys: [
      .required("flow", .name, "The flow's name."),
      .required(
        "version", .number(1...65_535),
        "The version number; increase it with each change that ships."),
      .optional("summary", .text, "One sentence that says what this is for."),
      .optional(
        "languages", .list(.scalar(.language), atLeast: 1),
        "Language tags (BCP 47); the first is the fallback."),
      .optional(
        "configuration", .map(.name, to: .object(.configuration)),
        "Values that the app or `--set` chooses before a run."),
      .optional(
        "facts", .map(.name, to: .object(.fact)),
        "Named values that the flow stores and guards read."),
      .optional(
        "inputs", .list(.name), "Facts that the parent sets when it uses this flow as a sub-flow."),
      .optional("outcomes", .list(.name), "How this flow can end when used as a sub-flow."),
      .optional("signals", .map(.name, to: .object(.signal)), "Events that the host sends."),
      .optional("services", .list(.name), "The app's own services, in the order they start."),
      .optional(
        "requests", .map(.name, to: .object(.request)),
        "Calls to the server, the device and the app."),
      .optional(
        "overlays", .map(.name, to: .object(.overlay)), "Overlays that can cover the screens."),
      .optional("initial", .reference, "The initial state of a first launch.")
        .beside("screens", "states"),
      .optional(
        "restore", .reference, "The state every relaunch leads to, unless a state declares its own."
      ),
      .optional(
        "fallback", .reference,
        "The state a launch leads to when the journal cannot be used. Default: `initial`."),
      .optional(
        "goals", .list(.reference, atLeast: 1),
        "The states that the flow exists to reach. Default: its final states."),
      .optional(
        "session", .reference, "The secret that represents the session for protected screens."),
      .optional(
        "origins", .list(.template, atLeast: 1),
        "The origins to which an HTTP request may send secrets."),
      .optional(
        "contracts", .list(.scalar(.file), atLeast: 1),
        "OpenAPI descriptions of the app's own back ends; calls with `app` are checked by them."),
      .optional(
        "properties", .map(.name, to: .object(.property)), "Properties for the checker to prove."),
      .optional(
        "supports", .number(1...65_535),
        "The oldest version whose snapshots are migrated. Default: 1."),
      .optional(
        "migrate", .object(.migration), "Replacements for names that earlier versions had."),
      .optional(
        "screens", .map(.name, to: .object(.screen)), "States that show something to the user."),
      .optional("states", .map(.name, to: .object(.state)), "States without a screen."),
      .optional(
        "regions", .map(.name, to: .object(.region)), "Parallel regions beside the screens."),
      .optional(
        "timers", .map(.name, to: .object(.timer)), "Timers started and stopped by actions."),
      .optional(
        "on", .map(.reference, to: .transitions),
        "Transitions in every state of the flow: event to transition."),
      .optional(
        "always", .list(.transition), "Eventless transitions in every state of the flow."),
      .optional(
        "texts",
        .either([
          .scalar(.file),
          .map(
            .language,
            to: .either([
              .scalar(.file), .map(.textKey, to: .either([.template, .object(.plural)])),
            ])),
        ]),
        "The texts by language, inline or as paths of YAML files relative to the document; or the path of a string catalog. Keys that begin with `portico.` are for the words around the screens."
      ),
    ])

  static let configuration = ObjectTable(
    title: "a configuration value",
    summary: "A value chosen before a run and constant during it.",
    exactlyOne: ["values", "type"],
    keys: [
      .optional("values", .list(.scalar(.choice), atLeast: 1), "The choices, in order."),
      .optional(
        "type", .word("flag", "number", "text", "duration"), "The type, unless it is a choice."),
      .required("default", .literal, "The value used when none is chosen."),
      .optional(
        "domain", .either([.list(.literal, atLeast: 1), .object(.range)]),
        "The numbers that verification should try."
      ).beside("type"),
    ])

  static let fact = ObjectTable(
    title: "a fact",
    summary: "A named value that the flow stores and guards read.",
    keys: [
      .required(
        "type", .word("flag", "number", "text", "choice", "time", "secret", "list", "json"),
        "The type of the value."),
      .optional(
        "values", .list(.scalar(.choice), atLeast: 1), "The choices, in order."
      ).when("type", is: "choice"),
      .optional(
        "of", .map(.name, to: .word("text", "number", "flag"), atLeast: 1),
        "The columns of a list, each name with its type."
      ).when("type", is: "list"),
      .optional(
        "value", .either([.scalar(.computed), .list(.object(.computedValue), atLeast: 1)]),
        "How it follows from other facts: for a number an expression, for a flag a guard, for a text a template."
      ).without(["place", "scope", "initial", "domain", "values", "of"]),
      .optional(
        "place", .word(of: FactDeclaration.Place.self),
        "Where it is stored. Default: preferences, and secure for a secret."),
      .optional(
        "scope", .word(of: FactDeclaration.Scope.self),
        "Whether it belongs to the user or the device. Default: user."),
      .optional("initial", .literal, "The initial value. Default: absent."),
      .optional(
        "domain", .either([.list(.literal, atLeast: 1), .object(.range)]),
        "The values that verification should try."),
    ])

  static let computedValue = ObjectTable(
    title: "a value with its guard",
    summary: "One of several values: the first whose guard holds counts.",
    keys: [
      .optional(
        "when", .guardExpression,
        "The value counts while this guard holds and no earlier one does. The last value needs none."
      ),
      .required("value", .scalar(.computed), "An expression, a guard or a template."),
    ])

  static let range = ObjectTable(
    title: "a range",
    summary: "All whole numbers from the minimum to the maximum.",
    keys: [
      .required("least", .number(.min ... .max), "The minimum."),
      .required("most", .number(.min ... .max), "The maximum."),
    ])

  static let signal = ObjectTable(
    title: "a signal",
    summary: "An event that the host sends by name.",
    keys: [
      .optional("value", .word(of: SignalDeclaration.Value.self), "The type of its value."),
      .optional("saves", .reference, "The fact in which the value is saved.").beside("value"),
      .optional(
        "held", .flag,
        "Held, at most once and across a kill, until a state has a transition for it."),
    ])

  static let property = ObjectTable(
    title: "a property",
    summary: "A property of the flow for the checker to prove.",
    exactlyOne: ["never", "always", "reachable"],
    keys: [
      .optional("never", .guardExpression, "Must not hold in any state at rest."),
      .optional("always", .guardExpression, "Must hold in every state at rest."),
      .optional("reachable", .guardExpression, "A state in which it holds must be reachable."),
      .optional(
        "from", .guardExpression,
        "It must be reachable from every state in which this holds, not only from the initial one."
      ).beside("reachable"),
      .optional("summary", .text, "One sentence that says what this is for."),
    ])

  static let plural = ObjectTable(
    title: "a text with a number",
    summary: "One text for each plural category of the language.",
    instead:
      "Write each key in full, as in `home.title: …`, or `count` and the plural forms of a text with a number",
    keys: [
      .required(
        "count", .reference,
        "The number that selects the category: a fact, or for example `resend.left`."),
      .optional("zero", .template, "The text for category zero."),
      .optional("one", .template, "The text for category one."),
      .optional("two", .template, "The text for category two."),
      .optional("few", .template, "The text for category few."),
      .optional("many", .template, "The text for category many."),
      .required("other", .template, "The text for all other numbers."),
    ])
}
