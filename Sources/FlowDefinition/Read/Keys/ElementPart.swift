import FlowMachine

/// What the compiled row of an element gets of the value under a key. The compiler fills rows by
/// it, and what a document uses is found by it.
enum ElementPart: Sendable {
  typealias Field<Value> = WritableKeyPath<ElementRow, Value> & Sendable

  /// A text key.
  case text(any Field<TextID>)
  /// A text key; `SCREEN.id` where the key is not written.
  case label
  /// The name of an image, or of a view of the app.
  case appName
  /// A fact of one of these types, which the element changes.
  case fact([FactType])
  /// The fact that takes what is typed: its types follow from the kind of field.
  case typedFact
  /// A fact of one of these types, which is only read.
  case readFact(any Field<UInt16>, [FactType])
  /// A column of the list.
  case column(any Field<UInt16>)
  /// One of the words of the shape, by its place; the first one unless said.
  case style
  case flag(any Field<Bool>)
  case number(any Field<UInt16>)
  case url
  /// What makes the text valid.
  case validators
  /// A validator by itself, as soon as the key stands; what it says is the validator's number.
  case rule(ValidatorRule)
  /// Values of the fact to text keys.
  case options
  /// Flags and the text keys of the options that they stand for.
  case flags
  /// Further facts to columns of the list.
  case picks
  /// A field of the same screen, whose fact the element names.
  case field

  /// Whether it says what a tap does, and not how the element looks.
  var isEffect: Bool {
    switch self {
    case .flag, .url: true
    default: false
    }
  }

  /// Whether the element does something else without it, and does not only look otherwise.
  var isMeaning: Bool {
    switch self {
    case .fact, .typedFact, .readFact, .column, .flag, .number, .url, .validators, .rule, .options,
      .flags, .picks, .field:
      true
    case .text, .label, .appName, .style: false
    }
  }

  /// Whether its value is a map, of facts or of values.
  var isMap: Bool {
    switch self {
    case .options, .flags, .picks: true
    default: false
    }
  }

  /// Whether it is what stands on the element, or the name of its image: of the first key of such a part.
  var isCaption: Bool {
    switch self {
    case .label, .appName: true
    case .text(let field): (field as AnyKeyPath) == \ElementRow.text
    default: false
    }
  }
}
