extension ObjectTable {
  private static let shownWhen = KeyRow.optional(
    "when", .guardExpression, "Shown only while this holds.")
  /// The keys of every element that has an id.
  private static let answering: [KeyRow] = [
    shownWhen,
    .optional("enabled", .guardExpression, "Can be used only while this holds."),
  ]

  static let heading = ObjectTable(
    title: "a heading", summary: "A heading.",
    keys: [.required("heading", .textKey, "Its text key."), shownWhen])

  static let text = ObjectTable(
    title: "a text", summary: "A paragraph.",
    keys: [.required("text", .textKey, "Its text key."), shownWhen])

  static let image = ObjectTable(
    title: "an image", summary: "An image of the app.",
    keys: [
      .required("image", .textKey, "Its name."),
      .optional("label", .textKey, "Text key of what it shows; without it, it is decoration."),
      shownWhen,
    ])

  static let progress = ObjectTable(
    title: "a progress", summary: "A sign that something is under way.",
    keys: [.required("progress", .textKey, "Its text key."), shownWhen])

  static let field = ObjectTable(
    title: "a field", summary: "A line of text to type.",
    keys: [
      .required("field", .name, "Its id."),
      .required("fact", .reference, "The fact that takes the text."),
      .optional("label", .textKey, "Text key of the label."),
      .optional("hint", .textKey, "Text key of the hint."),
      .optional(
        "kind", .word(of: ElementDeclaration.FieldKind.self),
        "What is typed, for keyboards and filling in: text unless said."),
      .optional(
        "validate",
        .list(.either([.word("required", "email", "digits", "phone"), .object(.validator)])),
        "What makes the text valid."),
      .optional("length", .number(1...65_536), "How many characters it takes at most."),
      .optional(
        "country", .reference, "Of kind phone: the fact that holds the country, as ISO 3166 code."),
    ] + answering)

  static let validator = ObjectTable(
    title: "a validator", summary: "What makes the text of a field valid.",
    exactlyOne: ["required", "email", "digits", "phone", "least", "most", "same"],
    keys: [
      .optional("required", .scalar(.yes), "Something is typed."),
      .optional("email", .scalar(.yes), "It is an e-mail address."),
      .optional("digits", .scalar(.yes), "It is digits only."),
      .optional("phone", .scalar(.yes), "It is a phone number."),
      .optional(
        "least", .number(.min ... .max), "Least characters; of kind number, the least number."),
      .optional(
        "most", .number(.min ... .max), "Most characters; of kind number, the most number."),
      .optional("same", .name, "The same as in this field."),
      .optional("message", .textKey, "Text key of the message: invalid.VALIDATOR unless said."),
    ])

  static let choice = ObjectTable(
    title: "a choice", summary: "One of the values of a fact, to choose.",
    keys: [
      .required("choice", .name, "Its id."),
      .required("fact", .reference, "The fact, of type choice, that takes the value."),
      .optional("label", .textKey, "Text key of the label."),
      .optional("style", .word(of: ElementDeclaration.ChoiceStyle.self), "List unless said."),
      .required("options", .map(.choice, to: .textKey, atLeast: 1), "Value to text key."),
    ] + answering)

  static let picker = ObjectTable(
    title: "a picker", summary: "A row of a list fact, to choose.",
    keys: [
      .required("picker", .name, "Its id."),
      .required("fact", .reference, "The fact that takes the value."),
      .required("from", .reference, "The fact, of type list, that has the rows."),
      .required("value", .name, "The column that has the value."),
      .required("label", .name, "The column that has the label."),
      .optional("detail", .name, "The column that has the detail."),
      .optional("title", .textKey, "Text key of the title."),
      .optional("sets", .map(.reference, to: .name), "Further facts to columns."),
      .optional("search", .flag, "Has a search field."),
    ] + answering)

  static let toggle = ObjectTable(
    title: "a toggle", summary: "A switch.",
    keys: [
      .required("toggle", .name, "Its id."),
      .required("fact", .reference, "The fact, of type flag, that it switches."),
      .optional("label", .textKey, "Text key of the label."),
    ] + answering)

  static let button = ObjectTable(
    title: "a button", summary: "A button; its event is its id.",
    keys: [
      .required("button", .name, "Its id."),
      .optional("label", .textKey, "Text key of the label: SCREEN.id unless said."),
      .optional("style", .word(of: ElementDeclaration.ButtonStyle.self), "Primary unless said."),
      .optional("submits", .flag, "Enabled only when every field of the screen is valid."),
    ] + answering)

  static let link = ObjectTable(
    title: "a link", summary: "A link; its event is its id.",
    keys: [
      .required("link", .name, "Its id."),
      .optional("label", .textKey, "Text key of the label: SCREEN.id unless said."),
      .optional("url", .template, "The URL that it opens."),
    ] + answering)
}
