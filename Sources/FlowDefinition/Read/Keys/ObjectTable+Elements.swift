import FlowMachine

extension ElementKind {
  /// What the language says of this kind of element. Reading, checks, compiling, the JSON Schema and
  /// the manual go by it; keys are compiled in this order.
  package var table: ObjectTable { ObjectTable.elements[Int(rawValue)] }
}

extension ObjectTable {
  /// The kinds of elements, in the order of their numbers.
  fileprivate static let elements = [
    heading, text, image, progress, field, choice, picker, toggle, button, link, date,
  ]

  private static let shownWhen = KeyRow.optional(
    "when", .guardExpression, "Shown only while this holds.")
  /// The keys of every element that has an id.
  private static let answering: [KeyRow] = [
    shownWhen,
    .optional("enabled", .guardExpression, "Can be used only while this holds."),
  ]

  private static let heading = ObjectTable(
    title: "a heading", summary: "A heading.",
    keys: [.required("heading", .textKey, "Its text key.").fills(.text(\.text)), shownWhen])

  private static let text = ObjectTable(
    title: "a text", summary: "A paragraph.",
    keys: [.required("text", .textKey, "Its text key.").fills(.text(\.text)), shownWhen])

  private static let image = ObjectTable(
    title: "an image", summary: "An image of the app.",
    keys: [
      .required("image", .textKey, "Its name.").fills(.image),
      .optional("label", .textKey, "Text key of what it shows; without it, it is decoration.")
        .fills(.text(\.text)),
      shownWhen,
    ])

  private static let progress = ObjectTable(
    title: "a progress", summary: "A sign that something is under way.",
    keys: [.required("progress", .textKey, "Its text key.").fills(.text(\.text)), shownWhen])

  private static let field = ObjectTable(
    title: "a field", summary: "A line of text to type.",
    keys: [
      .required("field", .name, "Its id."),
      .required("fact", .reference, "The fact that takes the text.").fills(.typedFact),
      .optional("label", .textKey, "Text key of the label.").fills(.text(\.text)),
      .optional("hint", .textKey, "Text key of the hint.").fills(.text(\.hint)),
      .optional(
        "kind", .word(of: ElementDeclaration.FieldKind.self),
        "What is typed, for keyboards and filling in: text unless said."
      ).fills(.style),
      .optional(
        "validate",
        .list(.either([.word("required", "email", "digits", "phone"), .object(.validator)])),
        "What makes the text valid."
      ).fills(.validators),
      .optional("length", .number(1...65_536), "How many characters it takes at most.")
        .fills(.number(\.length)),
      .optional(
        "country", .reference, "Of kind phone: the fact that holds the country, as ISO 3166 code."
      ).fills(.readFact(\.country, [.text, .choice])),
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

  private static let choice = ObjectTable(
    title: "a choice", summary: "One of the values of a fact, to choose.",
    keys: [
      .required("choice", .name, "Its id."),
      .required("fact", .reference, "The fact, of type choice, that takes the value.")
        .fills(.fact([.choice])),
      .optional("label", .textKey, "Text key of the label.").fills(.text(\.text)),
      .optional("style", .styles(of: .choice), "List unless said.").fills(.style),
      .required("options", .map(.choice, to: .textKey, atLeast: 1), "Value to text key.")
        .fills(.options),
    ] + answering)

  private static let picker = ObjectTable(
    title: "a picker", summary: "A row of a list fact, to choose.",
    keys: [
      .required("picker", .name, "Its id."),
      .required("fact", .reference, "The fact that takes the value.").fills(.fact([.text])),
      .required("from", .reference, "The fact, of type list, that has the rows.")
        .fills(.readFact(\.list, [.list])),
      .required("value", .name, "The column that has the value.").fills(.column(\.valueColumn)),
      .required("label", .name, "The column that has the label.").fills(.column(\.labelColumn)),
      .optional("detail", .name, "The column that has the detail.").fills(.column(\.detailColumn)),
      .optional("title", .textKey, "Text key of the title.").fills(.text(\.text)),
      .optional("sets", .map(.reference, to: .name), "Further facts to columns.").fills(.picks),
      .optional("search", .flag, "Has a search field.").fills(.flag(\.isSearchable)),
    ] + answering)

  private static let toggle = ObjectTable(
    title: "a toggle", summary: "A switch.",
    keys: [
      .required("toggle", .name, "Its id."),
      .required("fact", .reference, "The fact, of type flag, that it switches.")
        .fills(.fact([.flag])),
      .optional("label", .textKey, "Text key of the label.").fills(.text(\.text)),
    ] + answering)

  private static let button = ObjectTable(
    title: "a button", summary: "A button; its event is its id.",
    keys: [
      .required("button", .name, "Its id."),
      .optional("label", .textKey, "Text key of the label: SCREEN.id unless said.").fills(.label),
      .optional("style", .styles(of: .button), "Primary unless said.").fills(.style),
      .optional("submits", .flag, "Enabled only when every field of the screen is valid.")
        .fills(.flag(\.submits)),
    ] + answering)

  private static let link = ObjectTable(
    title: "a link", summary: "A link; its event is its id.",
    keys: [
      .required("link", .name, "Its id."),
      .optional("label", .textKey, "Text key of the label: SCREEN.id unless said.").fills(.label),
      .optional("url", .template, "The URL that it opens.").fills(.url),
    ] + answering)

  private static let date = ObjectTable(
    title: "a date", summary: "A day of the calendar, to choose or to type.",
    keys: [
      .required("date", .name, "Its id.").fills(.rule(.date)),
      .required("fact", .reference, "The fact, of type text, that takes the date: 1990-12-31.")
        .fills(.fact([.text])),
      .optional("label", .textKey, "Text key of the label.").fills(.text(\.text)),
      .optional("hint", .textKey, "Text key of the hint.").fills(.text(\.hint)),
      .optional("required", .scalar(.yes), "There has to be one.").fills(.rule(.required)),
      .optional("least", .day, "The first day that is valid.").fills(.rule(.least)),
      .optional("most", .day, "The last day that is valid.").fills(.rule(.most)),
      .optional(
        "message", .textKey,
        "Text key of what is said of a wrong one: invalid.required, invalid.date, "
          + "invalid.date.least and invalid.date.most unless said."),
    ] + answering)
}

extension Shape {
  fileprivate static let day = Shape.scalar(
    .spelled(
      Spelling(
        what: "date", example: "1990-12-31", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        number: { CalendarDate.number(Array($0.utf8)) })))

  /// The words for the styles of a kind of element.
  fileprivate static func styles(of kind: ElementKind) -> Shape {
    .scalar(.word(kind.styles.map { "\($0)" }))
  }
}
