extension ObjectTable {
  private static let calls: [KeyRow] = [
    .optional("http", .object(.http), "Any HTTP call."),
    .optional("operation", .reference, "An operation of the identity API."),
    .optional("capability", .reference, "A capability of the device."),
    .optional("app", .reference, "An operation that the app defines."),
  ]
  private static let parameters = KeyRow.optional(
    "with", .map(.text, to: .sent), "Parameter to value."
  ).beside("operation", "capability", "app")

  /// What each variant may say for itself.
  private static let answers: [KeyRow] = [
    .optional("save", .saves, "Fact to its place in the answer."),
    .optional(
      "classes", .map(.name, to: .object(.failureClass)),
      "Own classes of failure, tried in order."),
    .optional(
      "repeat", .word(of: RequestDeclaration.Repeat.self),
      "Whether it may be sent again: safe for GET, else to be said."),
    .optional(
      "simulated", .either([.object(.answer), .list(.object(.answer), atLeast: 1)]),
      "What a simulated server answers; of a list, one after the other."),
  ]

  static let request = ObjectTable(
    title: "a request",
    summary: "Something that is asked of something outside; its outcome is a status.",
    exactlyOne: ["http", "operation", "capability", "app", "variants"],
    keys: calls + [
      parameters,
      .optional(
        "variants", .list(.object(.variant), atLeast: 1),
        "The first variant whose guard holds is used."),
      .optional("timeout", .length, "How long an answer is awaited: 30s unless said."),
      .optional("retries", .number(0...10), "How often it is sent again by itself: 0 unless said."),
      .optional("backoff", .object(.backoff), "How long it waits before it is sent again."),
      .optional(
        "once", .flag, "Not sent again as long as every fact that it must save is present."),
      .optional("final", .flag, "Back never crosses its success."),
      .optional("survives", .flag, "Goes on when the state that started it is left."),
      .optional("failure", .object(.failure), "What shows when it has failed."),
    ] + answers)

  static let variant = ObjectTable(
    title: "a variant of a request",
    summary: "One way to make the request.",
    exactlyOne: ["http", "operation", "capability", "app"],
    keys: [.optional("when", .guardExpression, "Used if this holds; the last one has none.")]
      + calls + [parameters] + answers)

  static let http = ObjectTable(
    title: "an HTTP call",
    summary: "A call by method, URL, headers and body.",
    keys: [
      .optional(
        "method", .word("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
        "GET unless said."),
      .required("url", .template, "The URL, a template."),
      .optional("headers", .map(.header, to: .template), "Header to value, a template."),
      .optional("body", .body, "A map that is sent as JSON, or form and a map."),
    ])

  static let savedPath = ObjectTable(
    title: "a saved value",
    summary: "A place in the answer.",
    keys: [
      .required("path", .scalar(.path), "The place: $, $.a.b, $.a[0]."),
      .optional("optional", .flag, "The answer may lack it."),
    ])

  static let failureClass = ObjectTable(
    title: "a class of failure",
    summary: "Which answers belong to the class.",
    keys: [
      .optional(
        "status", .either([.scalar(.status), .list(.scalar(.status), atLeast: 1)]),
        "HTTP status: 400, 4xx, or a list of such."),
      .optional("code", .literal, "What the value at the path has to be."),
      .optional("path", .scalar(.path), "Where the code stands: $.code unless said.")
        .beside("code"),
    ])

  static let backoff = ObjectTable(
    title: "a back-off",
    summary: "How long a request waits before each retry.",
    keys: [
      .optional("first", .duration, "Before the first retry: 1s unless said."),
      .optional("factor", .number(1...10), "Times as long before each further one: 2 unless said."),
      .optional("most", .duration, "Never longer than this: 30s unless said."),
    ])

  static let failure = ObjectTable(
    title: "a failure",
    summary: "What a failed request shows and saves.",
    keys: [
      .optional("show", .reference, "The overlay that shows."),
      .optional(
        "dismissal", .word(of: RequestDeclaration.Dismissal.self),
        "What its dismissal does: start the request again (unless said), or let it be idle."
      ).beside("show"),
      .optional("unless", .guardExpression, "Nothing shows while this holds.").beside("show"),
      .optional("save", .saves, "Fact to its place in the body of the failed answer."),
    ])

  static let answer = ObjectTable(
    title: "a simulated answer",
    summary: "What a simulated server answers.",
    keys: [
      .optional("status", .number(100...599), "HTTP status: 200 unless said."),
      .optional("body", .json, "The JSON of the answer: an empty object unless said."),
      .optional(
        "delay", .scalar(.duration(atLeast: 0)), "How long the answer takes: 0s unless said."),
    ])
}
