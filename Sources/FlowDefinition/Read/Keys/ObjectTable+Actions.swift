import FlowMachine

extension ObjectTable {
  private static let actionKeys: [KeyRow] = [
    .optional(
      "set", .map(.reference, to: .scalar(.value), atLeast: 1), "Sets facts: fact to value."
    )
    .does(.assign),
    .optional(
      "clear", .either([.word("user"), .list(.reference, atLeast: 1)]),
      "Clears facts, which are absent afterwards. `user` clears all facts of that scope and the status of all requests."
    ).does(.clear),
    .optional("request", .reference, "Starts a request.").does(.named(.request, .request)),
    .optional("cancel", .reference, "Cancels a request; it ends without an outcome.")
      .does(.named(.request, .cancelRequest)),
    .optional("show", .reference, "Shows an overlay.").does(.named(.overlay, .show)),
    .optional("hide", .reference, "Hides an overlay.").does(.named(.overlay, .hide)),
    .optional("start", services, "Starts one service, several (a list), or `all`.")
      .does(.services(.startService)),
    .optional("stop", services, "Stops one service, several (a list), or `all`.")
      .does(.services(.stopService)),
    .optional("toast", .textKey, "Shows a short message that disappears by itself.")
      .does(.text(.toast)),
    .optional("open", .template, "Opens a URL outside the app.").does(.url(.open)),
    .optional(
      "root", .either([.reference, .object(.root)]),
      "Sets the root: the screen below modal screens."
    ).does(.root),
    .optional("raise", .name, "Raises an internal event of the flow.").does(.raise),
    .optional("startTimer", .reference, "Starts a timer of the flow.")
      .does(.named(.timer, .startTimer)),
    .optional("stopTimer", .reference, "Stops a timer of the flow.")
      .does(.named(.timer, .stopTimer)),
    .optional(
      "perform", .either([.reference, .object(.perform)]),
      "Calls the app, which sends nothing back."
    ).does(.perform),
    .optional("forget", .word("back"), "Clears the back stack.").does(.plain(.forgetBack)),
  ]
  private static let services = Shape.either([
    .reference, .list(.reference, atLeast: 1),
  ])

  static let action = ObjectTable(
    title: "an action",
    summary: "One action: a map with one key, and optionally a guard.",
    exactlyOne: actionKeys.map(\.name),
    keys: actionKeys + [
      .optional(
        "when", .guardExpression, "Guard; the action is performed only if it holds at that moment.")
    ])

  static let root = ObjectTable(
    title: "a root",
    summary: "The screen below modal screens.",
    keys: [
      .required("screen", .reference, "The screen."),
      .optional("content", .flag, "Whether its content loads. Default: true."),
    ])

  static let perform = ObjectTable(
    title: "a call of the app",
    summary: "A call of the app.",
    keys: [
      .required("name", .reference, "The name under which the app knows the call."),
      .optional("with", .map(.text, to: .sent), "Parameters: name to value."),
    ])
}
