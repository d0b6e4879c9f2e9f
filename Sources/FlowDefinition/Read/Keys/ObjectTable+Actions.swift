import FlowMachine

extension ObjectTable {
  private static let actionKeys: [KeyRow] = [
    .optional("set", .map(.reference, to: .scalar(.value), atLeast: 1), "Fact to value.")
      .does(.assign),
    .optional(
      "clear", .either([.word("user"), .list(.reference, atLeast: 1)]),
      "Makes facts absent; user: all of that scope, and the status of all requests."
    ).does(.clear),
    .optional("request", .reference, "Starts a request.").does(.named(.request, .request)),
    .optional("cancel", .reference, "Ends a request without an outcome.")
      .does(.named(.request, .cancelRequest)),
    .optional("show", .reference, "Shows an overlay.").does(.named(.overlay, .show)),
    .optional("hide", .reference, "Hides an overlay.").does(.named(.overlay, .hide)),
    .optional("start", services, "Starts a service, several, or all.")
      .does(.services(.startService)),
    .optional("stop", services, "Stops a service, several, or all.")
      .does(.services(.stopService)),
    .optional("toast", .textKey, "Shows a short message that goes by itself.")
      .does(.text(.toast)),
    .optional("open", .template, "Opens a URL outside the app.").does(.url(.open)),
    .optional(
      "root", .either([.reference, .object(.root)]),
      "Makes a screen the root that modal screens lie over."
    ).does(.root),
    .optional("raise", .name, "Raises an event of the flow itself.").does(.raise),
    .optional("startTimer", .reference, "Starts a timer of the flow.")
      .does(.named(.timer, .startTimer)),
    .optional("stopTimer", .reference, "Stops a timer of the flow.")
      .does(.named(.timer, .stopTimer)),
    .optional(
      "perform", .either([.reference, .object(.perform)]), "Tells the app; nothing comes back."
    ).does(.perform),
    .optional("forget", .word("back"), "Empties the back stack.").does(.plain(.forgetBack)),
  ]
  private static let services = Shape.either([
    .reference, .list(.reference, atLeast: 1),
  ])

  static let action = ObjectTable(
    title: "an action",
    summary: "One thing to do: a map with one key, and a guard where one is wanted.",
    exactlyOne: actionKeys.map(\.name),
    keys: actionKeys + [
      .optional("when", .guardExpression, "Performed only if this holds at that moment.")
    ])

  static let root = ObjectTable(
    title: "a root",
    summary: "The screen that modal screens lie over.",
    keys: [
      .required("screen", .reference, "The screen."),
      .optional("content", .flag, "Whether its content loads: true unless said."),
    ])

  static let perform = ObjectTable(
    title: "a call of the app",
    summary: "What the app is told.",
    keys: [
      .required("name", .reference, "The name that the app knows."),
      .optional("with", .map(.text, to: .sent), "Parameter to value."),
    ])
}
