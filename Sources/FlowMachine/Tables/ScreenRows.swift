package import Statechart
import WireText

package struct ScreenRow: BitwiseCopyable, Sendable {
  package var state: StateID
  package var view: BlobID
  package var title: TextID
  package var elements: RowRange
  package var hasBack: Bool
  package var isBackTarget: Bool
  package var isModal: Bool
  /// The secret without which nobody may see it, or `noID`.
  package var session: FactID
  /// Whether a transition reacts to the platform's gesture that dismisses a modal screen.
  package var isDismissable: Bool
}

/// Where a relaunch leads if this state was active.
package struct RestoreRow: BitwiseCopyable, Sendable {
  package var state: StateID
  package var target: StateID

  package init(state: StateID, target: StateID) {
    self.state = state
    self.target = target
  }
}

package enum OverlayStyle: UInt8, BitwiseCopyable, Sendable { case screen, alert, sheet }

package struct OverlayRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  package var cell: CellID
  package var style: OverlayStyle
  package var title: TextID
  package var elements: RowRange
  package var isRestorable: Bool
  package var dismissedEvent: EventID
}

package struct ElementRow: BitwiseCopyable, Sendable {
  package var kind: ElementKind
  package var id: BlobID
  /// Text or label, or `noID`.
  package var text: TextID
  package var hint: TextID
  package var fact: FactID
  /// The maximum number of characters; of steps, both their numbers.
  package var length: UInt16
  /// Picker: the list it shows, and its columns, otherwise `noID`. With buttons, the column of the
  /// detail has the names of images; with actions, the flags of the rows that have the action.
  package var list: FactID
  package var valueColumn: UInt16
  package var labelColumn: UInt16
  package var detailColumn: UInt16
  package var url: TemplateID
  package var shown: UInt16
  package var enabled: UInt16
  package var event: EventID
  /// The name by which the app knows it: of an image, or of the app's view that draws the element.
  package var appName: BlobID
  /// Phone numbers: the fact with the country, or `noID`.
  package var country: FactID
  /// Field kind, or style of a choice, picker or button, in the order of the document model.
  package var style: UInt8
  package var validators: RowRange
  package var options: RowRange
  package var sets: RowRange
  /// The requests that its event starts, in `ids`.
  package var requests: RowRange
  package var isSearchable: Bool
  package var submits: Bool
}

extension ElementRow {
  package var steps: StepNumbers {
    get { StepNumbers(stored: length) }
    set { length = newValue.stored }
  }

  /// Whether it is a picker that has a button for each row.
  package var isButtons: Bool { kind == .picker && style == ElementKind.buttonsStyle }
  /// Whether it is a picker that is a list of rows.
  package var isRows: Bool { kind == .picker && style == ElementKind.rowsStyle }
  /// Whether it is a picker that is a button in each row of another one.
  package var isAction: Bool { kind == .picker && style == ElementKind.actionsStyle }
  /// Whether it is a picker that is tapped, whose text stands on each option.
  package var isTappedRows: Bool { isButtons || isRows || isAction }

  /// Whether a row of its list has the action that the picker is. An element that is no action is in every row.
  package func isOffered(in columns: [Text]) -> Bool {
    guard isAction, detailColumn != noID else { return true }
    return "true" ~= columns[Int(detailColumn)]
  }
}

package struct ValidatorRow: BitwiseCopyable, Sendable {
  package var rule: ValidatorRule
  package var value: Int64
  /// `same`: the other field's fact. A bound that moves with the day: the device's offset from UTC.
  package var fact: FactID
  package var message: TextID

  package init(rule: ValidatorRule, value: Int64, fact: FactID, message: TextID) {
    self.rule = rule
    self.value = value
    self.fact = fact
    self.message = message
  }
}

package struct OptionRow: BitwiseCopyable, Sendable {
  package var value: UInt16
  package var text: TextID

  package init(value: UInt16, text: TextID) {
    self.value = value
    self.text = text
  }
}

/// An additional fact of a picker, set from a column of the chosen row.
package struct PickRow: BitwiseCopyable, Sendable {
  package var fact: FactID
  package var column: UInt16

  package init(fact: FactID, column: UInt16) {
    self.fact = fact
    self.column = column
  }
}

package enum SegmentKind: UInt8, BitwiseCopyable, Sendable {
  /// Blob `operand` as it is.
  case literal
  /// Fact `operand` as text; percent-encoded; as a JSON value.
  case fact, percentFact, jsonFact
  /// The remaining whole seconds of timer `operand`; the same as a JSON number.
  case secondsLeft
  /// Template `operand` as a JSON string.
  case jsonTemplate
  /// Row `operand` of `headers` as a member of a JSON object, or of a form; omitted if it consists
  /// of a single absent fact.
  case jsonMember, formMember
  /// In texts: fact `operand`, a moment, as the host writes its day; its day and its time.
  case date, dateTime
  /// In expressions: constant `operand` of the chart; the truth of flag `operand`, 0 or 1, or the
  /// number of rows of list `operand`; the `Arithmetic` of number `operand` on the two values before it.
  case constant, flag, arithmetic
}

extension SegmentKind {
  /// Whether a text shows a fact in its place.
  var insertsFact: Bool {
    switch self {
    case .fact, .percentFact, .jsonFact, .date, .dateTime: true
    case .literal, .secondsLeft, .jsonTemplate, .jsonMember, .formMember, .constant, .flag,
      .arithmetic:
      false
    }
  }
}

package struct SegmentRow: BitwiseCopyable, Sendable {
  package var kind: SegmentKind
  package var operand: UInt16

  package init(_ kind: SegmentKind, _ operand: UInt16) {
    self.kind = kind
    self.operand = operand
  }
}

/// One text in one language: what is counted, and a template for each plural category.
package struct TextRow: BitwiseCopyable, Sendable {
  /// 0: nothing, 1: a fact, 2: a timer.
  package var countKind: UInt8
  package var count: UInt16
  package var forms: PluralForms

  package init(countKind: UInt8, count: UInt16, forms: PluralForms = PluralForms()) {
    self.countKind = countKind
    self.count = count
    self.forms = forms
  }
}

/// A template or `noID` for each plural category: zero, one, two, few, many, other.
package struct PluralForms: BitwiseCopyable, Sendable, RandomAccessCollection, MutableCollection {
  private var zero = noID
  private var one = noID
  private var two = noID
  private var few = noID
  private var many = noID
  private var other = noID

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { 6 }

  package subscript(category: Int) -> TemplateID {
    get {
      switch category {
      case 0: zero
      case 1: one
      case 2: two
      case 3: few
      case 4: many
      default: other
      }
    }
    set {
      switch category {
      case 0: zero = newValue
      case 1: one = newValue
      case 2: two = newValue
      case 3: few = newValue
      case 4: many = newValue
      default: other = newValue
      }
    }
  }
}
