/// What may stand as a value: the reader checks by it, and the JSON Schema is written from it.
package indirect enum Shape: Sendable {
  case scalar(ScalarShape)
  case list(Shape, atLeast: Int = 0)
  /// A map whose keys are the document's own.
  case map(ScalarShape, to: Shape, atLeast: Int = 0)
  /// A map with the keys of a table.
  case object(ObjectKind)
  /// A map with the keys of the one table whose first key it has.
  case tagged([ObjectKind])
  /// Several forms: one at most of scalar, list and map.
  case either([Shape])
  /// What is sent: texts are templates, and maps and lists nest.
  case sent
  /// What is sent as a body: `{form: map}`, or a map that is sent as JSON.
  case body
  /// Any value at all.
  case json
}

/// What a scalar may say.
package enum ScalarShape: Sendable {
  case name
  /// A name, or names with dots between.
  case reference
  case textKey
  case text
  case template
  case guardExpression
  case duration(atLeast: Int64)
  /// A duration, or the name of a configuration value that is one.
  case length
  case flag
  /// Only `true`: to leave the key out says the other thing.
  case yes
  /// `true`, or the name of an outcome.
  case outcome
  case number(ClosedRange<Int64>)
  case word([String])
  case literal
  /// The right side of `set`.
  case value
  case choice
  case path
  /// A regular expression for a whole text.
  case pattern
  /// An expression of numbers, a guard or a template: the type of the fact says which.
  case computed
  case language
  case file
  case header
  /// `400` or `4xx`.
  case status
  case spelled(Spelling)
}

/// A way to write a number of another kind, such as a date.
package struct Spelling: Sendable {
  /// What it is, without an article.
  var what: String
  var example: String
  /// What else can be written, after the example.
  var others = ""
  /// What the JSON Schema asks for: the form only.
  var pattern: String
  /// Nil for what is not spelled so.
  var number: @Sendable (String) -> Int64?
}

extension Shape {
  static let name = Shape.scalar(.name)
  static let reference = Shape.scalar(.reference)
  static let textKey = Shape.scalar(.textKey)
  static let text = Shape.scalar(.text)
  static let template = Shape.scalar(.template)
  static let guardExpression = Shape.scalar(.guardExpression)
  static let duration = Shape.scalar(.duration(atLeast: 1))
  static let length = Shape.scalar(.length)
  static let flag = Shape.scalar(.flag)
  static let literal = Shape.scalar(.literal)

  static func number(_ range: ClosedRange<Int64>) -> Shape { .scalar(.number(range)) }

  static func word(_ words: String...) -> Shape { .scalar(.word(words)) }

  /// The words of an enumeration of the model.
  static func word<Words: CaseIterable & RawRepresentable>(of _: Words.Type) -> Shape
  where Words.RawValue == String {
    .scalar(.word(Words.allCases.map(\.rawValue)))
  }

  /// The number that a scalar of this shape stands for; nil where it is none.
  func number(_ node: YAMLNode) -> Int64? {
    guard case .scalar(.spelled(let spelling)) = self else { return node.number }
    return node.scalar.flatMap { spelling.number($0.text) }
  }

  /// The words that can stand; none for a shape that takes others.
  var words: [String] { if case .scalar(.word(let words)) = self { words } else { [] } }

  /// A text, or several of which the first whose guard holds is shown.
  static let texts = Shape.either([.textKey, .list(.object(.textCase), atLeast: 1)])
  static let actions = Shape.list(.object(.action))
  static let transition = Shape.either([.reference, .object(.transition)])
  static let transitions = Shape.either([
    .reference, .object(.transition), .list(.transition),
  ])
  static let elements = Shape.list(.tagged(ObjectKind.elements))
  static let saves = Shape.map(
    .reference, to: .either([.scalar(.path), .object(.savedPath)]))
}

/// One key of a table.
package struct KeyRow: Sendable {
  package var name: String
  package var shape: Shape
  /// One sentence, for editors.
  package var summary: String
  package var isRequired = false
  /// The key has a meaning only beside one of these.
  package var companions: [String] = []
  /// The key cannot stand beside these.
  package var opponents: [String] = []
  /// The key stands where another key has a certain value, and is required there.
  package var condition: (key: String, value: String)?
  /// An entry of the map under the key that belongs elsewhere, where it takes no list: what is wrong and what to do; `NAME`
  /// stands for the owner of the key.
  var foreign: (key: String, problem: String, remedy: String)?
  /// Keys of elements: what the compiled row gets of the value.
  var part: ElementPart?
  /// Keys of actions: what is done.
  var action: ActionPart?

  static func required(_ name: String, _ shape: Shape, _ summary: String) -> KeyRow {
    KeyRow(name: name, shape: shape, summary: summary, isRequired: true)
  }

  static func optional(_ name: String, _ shape: Shape, _ summary: String) -> KeyRow {
    KeyRow(name: name, shape: shape, summary: summary)
  }

  func beside(_ companions: String...) -> KeyRow {
    var row = self
    row.companions = companions
    return row
  }

  func without(_ opponents: [String]) -> KeyRow {
    var row = self
    row.opponents = opponents
    return row
  }

  func when(_ key: String, is value: String) -> KeyRow {
    var row = self
    row.condition = (key, value)
    return row
  }

  func refusing(_ key: String, _ problem: String, _ remedy: String) -> KeyRow {
    var row = self
    row.foreign = (key, problem, remedy)
    return row
  }

  func does(_ action: ActionPart) -> KeyRow {
    var row = self
    row.action = action
    return row
  }

  func fills(_ part: ElementPart) -> KeyRow {
    var row = self
    row.part = part
    return row
  }
}

/// One kind of map with fixed keys.
package struct ObjectTable: Sendable {
  /// With its article, as messages say it: `a screen`.
  package var title: String
  package var summary: String
  /// One of these keys stands, and only one.
  package var exactlyOne: [String] = []
  /// Keys that authors write here and that belong elsewhere, with what to do.
  package var elsewhere: [String: String] = [:]
  /// What to write where a map has none of the keys: it was meant as something else.
  package var instead: String?
  package var keys: [KeyRow]

  /// What keys are called elsewhere, with their names here; they are meant where a table has these.
  static let keysElsewhere = [
    "min": "least", "minimum": "least", "minLength": "least", "from": "least", "max": "most",
    "maximum": "most", "maxLength": "most", "to": "most", "regex": "pattern", "equals": "same",
    "sameAs": "same",
  ]

  package func row(_ name: String) -> KeyRow? {
    keys.first { $0.name == name }
  }
}
