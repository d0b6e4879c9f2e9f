import FlowMachine

extension ElementKind {
  /// What the language says of this kind of element. Reading, checks, compiling, the JSON Schema and
  /// the manual go by it; keys are compiled in this order.
  package var table: ObjectTable { ObjectTable.elements[Int(rawValue)] }
}

extension ObjectTable {
  /// The kinds of elements, in the order of their numbers.
  fileprivate static let elements = [
    heading, text, image, progress, field, choice, picker, toggle, button, link, date, secret,
    choices, notice, steps, avatar,
  ]

  /// What elements are called elsewhere, with the kind that they are here.
  static let kindsElsewhere = [
    "checkbox": "toggle", "switch": "toggle", "checkboxes": "choices", "multiselect": "choices",
    "input": "field", "textField": "field", "textfield": "field", "textarea": "field",
    "password": "field", "email": "field", "phone": "field", "number": "field",
    "select": "choice", "dropdown": "choice", "radio": "choice", "segmented": "choice",
    "list": "picker", "table": "picker", "menu": "picker", "header": "heading",
    "paragraph": "text", "body": "text", "picture": "image", "icon": "image", "img": "image",
    "spinner": "progress", "loading": "progress", "loader": "progress", "calendar": "date",
    "datePicker": "date", "banner": "notice", "alert": "notice",
    "stepper": "steps", "qr": "secret",
  ]

  private static let shownWhen = KeyRow.optional(
    "when", .guardExpression, "Shown only while this holds.")
  private static let view = KeyRow.optional(
    "view", .text,
    "A view of the app that draws it. Where the app has none of that name, it is drawn as usual."
  ).fills(.appName)
  /// The keys of every element that has an id.
  private static let answering: [KeyRow] = [
    view, shownWhen,
    .optional("enabled", .guardExpression, "Enabled only while this holds."),
  ]

  /// The keys of an input that has no validators but can be required.
  private static func requirable(_ summary: String) -> [KeyRow] {
    [
      .optional("required", .scalar(.yes), summary).fills(.rule(.required)),
      .optional(
        "message", .textKey,
        "Text key of the message shown otherwise. Default: invalid.required."
      ).beside("required"),
    ]
  }

  private static let heading = ObjectTable(
    title: "a heading", summary: "A heading.",
    keys: [.required("heading", .texts, "The text key.").fills(.text(\.text)), shownWhen])

  private static let text = ObjectTable(
    title: "a text", summary: "A paragraph.",
    keys: [
      .required("text", .texts, "The text key.").fills(.text(\.text)),
      .optional(
        "about", .name,
        "The field of the same screen that it says something is wrong with; shown there."
      ).fills(.field),
      view, shownWhen,
    ])

  static let textCase = ObjectTable(
    title: "a text with its guard",
    summary: "One of several texts: the first whose guard holds is shown.",
    keys: [
      .optional(
        "when", .guardExpression,
        "Shown only while this guard holds and no earlier one does. The last text needs none."),
      .required("text", .textKey, "The text key."),
    ])

  private static let image = ObjectTable(
    title: "an image", summary: "An image of the app.",
    keys: [
      .required("image", .textKey, "The image's name.").fills(.appName),
      .optional(
        "label", .texts,
        "Text key of the description for screen readers; without it the image is decorative."
      )
      .fills(.text(\.text)),
      shownWhen,
    ])

  private static let progress = ObjectTable(
    title: "a progress", summary: "A progress indicator.",
    keys: [
      .required("progress", .texts, "The text key.").fills(.text(\.text)),
      .optional(
        "percent", .reference,
        "The number, from 0 to 100, that says how far it is. Without it, or while it is absent, only that something goes on is shown."
      ).fills(.readFact(\.fact, [.number])),
      .optional(
        "style", .styles(of: .progress),
        "Appearance. `skeleton` draws the outlines of what will come in its place. Default: bar."
      ).fills(.style),
      view, shownWhen,
    ])

  fileprivate static let notice = ObjectTable(
    title: "a notice",
    summary: "A paragraph that stands out: what became of something, or what to mind.",
    keys: [
      .required("notice", .texts, "The text key.").fills(.text(\.text)),
      .optional("tone", .styles(of: .notice), "What kind of news it is. Default: neutral.")
        .fills(.style),
      view, shownWhen,
    ])

  fileprivate static let steps = ObjectTable(
    title: "steps", summary: "Where a person is among steps that follow one another.",
    keys: [
      .required("steps", .texts, "Text key of what it says, such as Step 2 of 4.")
        .fills(.text(\.text)),
      .required("of", .number(2...20), "How many steps there are.").fills(.number(\.steps.count)),
      .required("at", .number(1...20), "The step that the screen belongs to, at most `of`.")
        .fills(.number(\.steps.reached)),
      view, shownWhen,
    ])

  fileprivate static let avatar = ObjectTable(
    title: "an avatar",
    summary: "A person, by the initials of a name; the outline of one as long as there is no name.",
    keys: [
      .required("avatar", .texts, "Text key of the name, such as {name}.").fills(.text(\.text)),
      view, shownWhen,
    ])

  private static let field = ObjectTable(
    title: "a field", summary: "A text field.",
    elsewhere: Dictionary(
      uniqueKeysWithValues: [
        ("required", "required"), ("email", "email"), ("digits", "digits"), ("phone", "phone"),
        ("pattern", "{pattern: …}"), ("least", "{least: …}"), ("most", "{most: …}"),
        ("same", "{same: …}"), ("message", "{required: true, message: …}"),
      ].map { ($0, "Write `validate: [\($1)]`") }),
    keys: [
      .required("field", .name, "The element's id."),
      .required("fact", .reference, "The fact that stores the text.").fills(.typedFact),
      .optional("label", .texts, "Text key of the label.").fills(.text(\.text)),
      .optional("hint", .textKey, "Text key of the hint.").fills(.text(\.hint)),
      .optional(
        "kind", .word(of: ElementDeclaration.FieldKind.self),
        "The kind of input, for keyboards and autofill. Default: text."
      ).fills(.style),
      .optional(
        "validate",
        .list(.either([.word("required", "email", "digits", "phone"), .object(.validator)])),
        "Validators of the text."
      ).fills(.validators),
      .optional("length", .number(1...65_536), "The maximum number of characters.")
        .fills(.number(\.length)),
      .optional(
        "country", .reference,
        "For kind phone: the fact that holds the country as an ISO 3166 code."
      ).fills(.readFact(\.country, [.text, .choice])),
    ] + answering)

  static let validator = ObjectTable(
    title: "a validator", summary: "A rule that the text of a field must satisfy.",
    exactlyOne: ["required", "email", "digits", "phone", "least", "most", "same", "pattern"],
    keys: [
      .optional("required", .scalar(.yes), "The field must not be empty."),
      .optional("email", .scalar(.yes), "It must be an email address."),
      .optional("digits", .scalar(.yes), "It must consist of digits only."),
      .optional("phone", .scalar(.yes), "It must be a phone number."),
      .optional(
        "least", .number(.min ... .max),
        "The minimum number of characters; for kind number, the minimum value."),
      .optional(
        "most", .number(.min ... .max),
        "The maximum number of characters; for kind number, the maximum value."),
      .optional("same", .name, "It must equal the text of this field."),
      .optional(
        "pattern", .scalar(.pattern),
        "The whole text must match this regular expression."),
      .optional("message", .textKey, "Text key of the message. Default: invalid.VALIDATOR."),
    ])

  private static let choice = ObjectTable(
    title: "a choice", summary: "A choice among the values of a fact.",
    keys: [
      .required("choice", .name, "The element's id."),
      .required("fact", .reference, "The fact, of type choice, that stores the value.")
        .fills(.fact([.choice])),
      .optional("label", .texts, "Text key of the label.").fills(.text(\.text)),
      .optional("style", .styles(of: .choice), "Appearance. Default: list.").fills(.style),
      .required("options", .map(.choice, to: .textKey, atLeast: 1), "Value to text key.")
        .fills(.options),
    ] + requirable("An option must be chosen.") + answering)

  fileprivate static let choices = ObjectTable(
    title: "several choices", summary: "A choice of several options, each of which is a flag.",
    keys: [
      .required("choices", .name, "The element's id."),
      .optional("label", .texts, "Text key of the label.").fills(.text(\.text)),
      .required(
        "options", .map(.reference, to: .textKey, atLeast: 1),
        "Fact, of type flag, to text key. The flag is true while the option is chosen."
      ).fills(.flags),
      .optional("required", .scalar(.yes), "At least one option must be chosen.")
        .fills(.rule(.required)),
      .optional("least", .number(1...64), "The minimum number of chosen options.")
        .fills(.rule(.least)),
      .optional("most", .number(1...64), "The maximum number of chosen options.")
        .fills(.rule(.most)),
      .optional(
        "message", .textKey,
        "Text key of the message for any other number. Default: invalid.required, "
          + "invalid.choices.least or invalid.choices.most."),
    ] + answering)

  private static let picker = ObjectTable(
    title: "a picker", summary: "A choice among the rows of a list fact.",
    keys: [
      .required("picker", .name, "The element's id."),
      .required("fact", .reference, "The fact that stores the value.").fills(.fact([.text])),
      .required("from", .reference, "The fact, of type list, with the rows.")
        .fills(.readFact(\.list, [.list])),
      .required("value", .name, "The column with the value.").fills(.column(\.valueColumn)),
      .required("label", .name, "The column with the label.").fills(.column(\.labelColumn)),
      .optional(
        "detail", .name,
        "The column with the detail; with style buttons, with the name of the button's image."
      ).fills(.column(\.detailColumn)),
      .optional(
        "detailText", .textKey,
        "With style rows: text key of the detail of each row, shown where the column of `detail` has a text. Facts in it stand for "
          + "columns, as in `title`."
      ).beside("detail").fills(.text(\.hint)),
      .optional(
        "title", .textKey,
        "Text key of the title; with styles buttons, rows and actions, of the text of each row or button, in which the "
          + "fact stands for the row's label, and each of `sets` for its column."
      ).fills(.text(\.text)),
      .optional(
        "style", .styles(of: .picker),
        "Appearance. `actions` is a button in each row of the picker with style rows before it. Default: list."
      ).fills(.style),
      .optional(
        "where", .name,
        "With style actions: the column, of type flag, that is true in the rows that have the button. Default: all rows."
      ).fills(.column(\.detailColumn)),
      .optional(
        "sets", .map(.reference, to: .name),
        "Other facts to set: fact to column. A choice takes the value that a column of texts names."
      ).fills(.picks),
      .optional("search", .flag, "Whether it has a search field.").fills(.flag(\.isSearchable)),
    ] + requirable("An option must be chosen.") + answering)

  private static let toggle = ObjectTable(
    title: "a toggle", summary: "A switch.",
    keys: [
      .required("toggle", .name, "The element's id."),
      .required("fact", .reference, "The fact, of type flag, that it switches.")
        .fills(.fact([.flag])),
      .optional("label", .texts, "Text key of the label.").fills(.text(\.text)),
    ] + requirable("It must be on, for example to accept terms.") + answering)

  private static let button = ObjectTable(
    title: "a button", summary: "A button; a tap raises the event named after its id.",
    keys: [
      .required("button", .name, "The element's id."),
      .optional("label", .texts, "Text key of the label. Default: SCREEN.id.").fills(.label),
      .optional("style", .styles(of: .button), "Appearance. Default: primary.").fills(.style),
      .optional(
        "submits", .flag,
        "Acts only while every field of the screen is valid; otherwise a tap shows what is wrong."
      )
      .fills(.flag(\.submits)),
    ] + answering)

  private static let link = ObjectTable(
    title: "a link", summary: "A link; a tap raises the event named after its id.",
    keys: [
      .required("link", .name, "The element's id."),
      .optional("label", .texts, "Text key of the label. Default: SCREEN.id.").fills(.label),
      .optional("url", .template, "The URL that it opens.").fills(.url),
    ] + answering)

  private static let date = ObjectTable(
    title: "a date", summary: "A calendar date, chosen or typed.",
    keys: [
      .required("date", .name, "The element's id.").fills(.rule(.date)),
      .required(
        "fact", .reference, "The fact, of type text, that stores the date, for example 1990-12-31."
      )
      .fills(.fact([.text])),
      .optional("label", .texts, "Text key of the label.").fills(.text(\.text)),
      .optional("hint", .textKey, "Text key of the hint.").fills(.text(\.hint)),
      .optional("required", .scalar(.yes), "A date is required.").fills(.rule(.required)),
      .optional("least", .day, "The earliest valid date; `today` is the day on the device.").fills(
        .rule(.least)),
      .optional("most", .day, "The latest valid date; `today` is the day on the device.").fills(
        .rule(.most)),
      .optional(
        "message", .textKey,
        "Text key of the message for an invalid date. Default: invalid.required, invalid.date, "
          + "invalid.date.least or invalid.date.most."),
    ] + answering)
}

extension ObjectTable {
  fileprivate static let secret = ObjectTable(
    title: "a secret", summary: "A secret that its owner is to see, such as a recovery code.",
    keys: [
      .required("secret", .textKey, "Text key of the label.").fills(.text(\.text)),
      .required("fact", .reference, "The fact, of type secret, that it shows.")
        .fills(.readFact(\.fact, [.secret])),
      .optional("style", .styles(of: .secret), "As text or as a QR code. Default: text.")
        .fills(.style),
      .optional("when", .guardExpression, "Shown only while this holds."),
    ])
}

extension Shape {
  fileprivate static let day = Shape.scalar(
    .spelled(
      Spelling(
        what: "date", example: "1990-12-31",
        others: ", or `today - 18 years`, at most 1,000 years away",
        pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2}|today( [+-] [0-9]{1,6} (day|month|year)s?)?)$",
        number: { CalendarDate.number(Array($0.utf8)) ?? RelativeDay(spelled: $0)?.value })))

  /// The words for the styles of a kind of element.
  fileprivate static func styles(of kind: ElementKind) -> Shape {
    .scalar(.word(kind.styles.map { "\($0)" }))
  }
}
