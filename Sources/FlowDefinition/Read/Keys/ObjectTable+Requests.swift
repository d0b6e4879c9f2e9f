extension ObjectTable {
  private static let calls: [KeyRow] = [
    .optional("http", .object(.http), "An HTTP call."),
    .optional("operation", .reference, "An operation of the identity API."),
    .optional("capability", .reference, "A capability of the device."),
    .optional("app", .reference, "An operation that the app defines."),
  ]
  private static let parameters = KeyRow.optional(
    "with", .map(.text, to: .sent), "Parameter to value."
  ).beside("operation", "capability", "app")

  /// What each variant may say for itself.
  private static let answers: [KeyRow] = [
    .optional("save", .saves, "What to save of the response: fact to its path."),
    .optional(
      "classes", .map(.name, to: .object(.failureClass)),
      "Failure classes of this request, tried in order."),
    .optional(
      "repeat", .word(of: RequestDeclaration.Repeat.self),
      "Whether it may be sent again. Default: safe for GET; required for all others."),
    .optional(
      "simulated", .either([.object(.answer), .list(.object(.answer), atLeast: 1)]),
      "The response of a simulated server; of a list, one after the other."),
  ]

  static let request = ObjectTable(
    title: "a request",
    summary: "A call to the server, the device or the app; its outcome is a status.",
    exactlyOne: ["http", "operation", "capability", "app", "variants"],
    keys: calls + [
      parameters,
      .optional(
        "variants", .list(.object(.variant), atLeast: 1),
        "The first variant whose guard holds is used."),
      .optional("timeout", .length, "How long to wait for the response. Default: 30s."),
      .optional("retries", .number(0...10), "How often it is retried automatically. Default: 0."),
      .optional("backoff", .object(.backoff), "How long to wait before each retry."),
      .optional(
        "once", .flag, "Not sent again while every required fact that it saves is present."),
      .optional("final", .flag, "Back navigation never goes past its success."),
      .optional("survives", .flag, "Continues when the state that started it is left."),
      .optional("failure", .object(.failure), "What to show when it fails."),
    ] + answers)

  static let variant = ObjectTable(
    title: "a variant of a request",
    summary: "One variant of the call.",
    exactlyOne: ["http", "operation", "capability", "app"],
    keys: [.optional("when", .guardExpression, "Guard of the variant; the last variant has none.")]
      + calls + [parameters] + answers)

  static let http = ObjectTable(
    title: "an HTTP call",
    summary: "A call by method, URL, headers and body.",
    keys: [
      .optional(
        "method", .word("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
        "The method. Default: GET."),
      .required("url", .template, "The URL, a template."),
      .optional("headers", .map(.header, to: .template), "Headers: name to value, a template."),
      .optional(
        "bearer", .reference,
        "A secret that is sent as a bearer token, in the header `Authorization` (RFC 6750)."),
      .optional("body", .body, "A map sent as JSON, or `form:` with a map sent as a form."),
    ])

  static let savedPath = ObjectTable(
    title: "a saved value",
    summary: "A path in the response.",
    keys: [
      .required("path", .scalar(.path), "The path: $, $.a.b, $.a[0]."),
      .optional("optional", .flag, "It may be missing from the response."),
      .optional(
        "append", .reference,
        "The rows join those of the list. A row that has the same text in this column as one before takes its place."
      ),
    ])

  static let failureClass = ObjectTable(
    title: "a failure class",
    summary: "Which responses belong to the class.",
    keys: [
      .optional(
        "status", .either([.scalar(.status), .list(.scalar(.status), atLeast: 1)]),
        "HTTP status: 400, 4xx, or a list of these."),
      .optional("code", .literal, "The required value at the path."),
      .optional("path", .scalar(.path), "Path of the code in the body. Default: $.code.")
        .beside("code"),
    ])

  static let backoff = ObjectTable(
    title: "a back-off",
    summary: "How long to wait before each retry.",
    keys: [
      .optional("first", .duration, "Delay before the first retry. Default: 1s."),
      .optional("factor", .number(1...10), "Factor by which each further delay grows. Default: 2."),
      .optional("most", .duration, "Maximum delay. Default: 30s."),
    ])

  static let failure = ObjectTable(
    title: "a failure",
    summary: "What a failed request shows and saves.",
    keys: [
      .optional("show", .reference, "The overlay to show."),
      .optional(
        "dismissal", .word(of: RequestDeclaration.Dismissal.self),
        "What dismissing it does: `retry` sends the request again (the default), `stay` leaves it idle."
      ).beside("show"),
      .optional("unless", .guardExpression, "Nothing is shown while this holds.").beside("show"),
      .optional("save", .saves, "What to save of the error response's body: fact to its path."),
    ])

  static let answer = ObjectTable(
    title: "a simulated answer",
    summary: "The response of a simulated server.",
    keys: [
      .optional("status", .number(100...599), "HTTP status. Default: 200."),
      .optional("body", .json, "The JSON body. Default: an empty object."),
      .optional(
        "delay", .scalar(.duration(atLeast: 0)), "How long the response takes. Default: 0s."),
    ])
}
