package import Statechart

package enum FactType: UInt8, BitwiseCopyable, Sendable {
  case flag, number, text, choice, time, secret, list
  /// Any JSON value, kept as its text.
  case json
}

package enum FactPlace: UInt8, BitwiseCopyable, Sendable {
  case memory, preferences, secure, device, configuration
}

package enum FactScope: UInt8, BitwiseCopyable, Sendable { case user, device }

/// One fact. Its cell in the chart has the same number as the fact.
package struct FactRow: Sendable {
  package var name: BlobID
  package var type: FactType
  package var place: FactPlace
  package var scope: FactScope
  /// Choices: the names of its values, in `ids`.
  package var choices: RowRange
  /// Lists: the columns, in `columns`.
  package var columns: RowRange
  /// Texts and lists: where the machine keeps the bytes; else `noID`.
  package var slot: UInt16
  package var initial: Int64
  package var initialText: BlobID
  /// Choices: the text of each value, in `ids`; empty where no text shows it.
  package var choiceTexts: RowRange
  /// Sent when the host tells another value, or `noID`.
  package var changedEvent: EventID
}

package struct ColumnRow: Sendable {
  package var name: BlobID
  package var type: FactType

  package init(name: BlobID, type: FactType) {
    self.name = name
    self.type = type
  }
}

package enum CallKind: UInt8, BitwiseCopyable, Sendable { case http, operation, capability, app }
package enum Repetition: UInt8, BitwiseCopyable, Sendable { case safe, keyed, never }
package enum Dismissal: UInt8, BitwiseCopyable, Sendable { case retry, stay }

package struct RequestRow: Sendable {
  package var name: BlobID
  /// The cell that holds its status.
  package var cell: CellID
  /// The calls it can be; the first whose guard holds is made.
  package var calls: RowRange
  package var failureSaves: RowRange
  /// Milliseconds; counts when `timeoutFact` is `noID`.
  package var timeout: UInt32
  /// A fact with the milliseconds, or `noID`.
  package var timeoutFact: FactID
  package var retries: UInt8
  /// Milliseconds.
  package var backoffFirst: UInt32
  package var backoffFactor: UInt16
  /// Milliseconds.
  package var backoffMost: UInt32
  package var isOnce: Bool
  package var isFinal: Bool
  package var survives: Bool
  /// Shown when it failed, or `noID`.
  package var overlay: OverlayID
  package var dismissal: Dismissal
  /// A guard under which its failure shows nothing, or `noID`.
  package var unless: UInt16
}

package struct CallRow: Sendable {
  package var condition: UInt16
  package var kind: CallKind
  /// The HTTP method, or the name of the operation.
  package var name: BlobID
  package var url: TemplateID
  package var headers: RowRange
  package var body: TemplateID
  package var isForm: Bool
  package var repetition: Repetition
  package var saves: RowRange
  package var classes: RowRange
  package var simulated: RowRange
}

/// A name with a value: a header, or a member of a body.
package struct HeaderRow: Sendable {
  package var name: BlobID
  package var value: TemplateID

  package init(name: BlobID, value: TemplateID) {
    self.name = name
    self.value = value
  }
}

package struct SaveRow: Sendable {
  package var fact: FactID
  package var path: RowRange
  package var isOptional: Bool

  package init(fact: FactID, path: RowRange, isOptional: Bool) {
    self.fact = fact
    self.path = path
    self.isOptional = isOptional
  }
}

/// One step into JSON: a member by name, or an element by place.
package struct PathRow: Sendable {
  package var isIndex: Bool
  package var operand: UInt16

  package init(isIndex: Bool, operand: UInt16) {
    self.isIndex = isIndex
    self.operand = operand
  }
}

/// A request's own class of failure.
package struct ClassRow: Sendable {
  package var name: BlobID
  /// Its place among the request's own classes, the same in all calls that the request can be.
  package var place: UInt16
  /// Inclusive pairs in `ids`; empty: any failing status.
  package var statuses: RowRange
  /// 0: no code looked at, 1: a number, 2: a text.
  package var codeKind: UInt8
  package var codeNumber: Int64
  package var codeText: BlobID
  package var path: RowRange
}

package struct SimulatedRow: Sendable {
  package var status: UInt16
  /// Milliseconds.
  package var delay: UInt32
  package var body: BlobID

  package init(status: UInt16, delay: UInt32, body: BlobID) {
    self.status = status
    self.delay = delay
    self.body = body
  }
}

package enum KillPolicy: UInt8, BitwiseCopyable, Sendable { case deadline, remaining, restart }

package struct TimerRow: Sendable {
  package var name: BlobID
  package var cell: CellID
  /// Milliseconds; counts when `until` is `noID`.
  package var after: Int64
  package var until: FactID
  /// A fact with the milliseconds, or `noID`.
  package var afterFact: FactID
  package var kill: KillPolicy
  package var standsUnderOverlay: Bool
  package var standsInBackground: Bool
}

package struct ScreenRow: Sendable {
  package var state: StateID
  package var view: BlobID
  package var title: TextID
  package var elements: RowRange
  package var hasBack: Bool
  package var isBackTarget: Bool
  package var isModal: Bool
  package var isProtected: Bool
  /// Whether a transition waits for the platform's gesture that puts a modal screen away.
  package var isDismissable: Bool
}

/// Where a relaunch leads when this state was active.
package struct RestoreRow: Sendable {
  package var state: StateID
  package var target: StateID

  package init(state: StateID, target: StateID) {
    self.state = state
    self.target = target
  }
}

package enum OverlayStyle: UInt8, BitwiseCopyable, Sendable { case screen, alert, sheet }

package struct OverlayRow: Sendable {
  package var name: BlobID
  package var cell: CellID
  package var style: OverlayStyle
  package var title: TextID
  package var elements: RowRange
  package var isRestorable: Bool
  package var dismissedEvent: EventID
}

package enum ElementKind: UInt8, BitwiseCopyable, Sendable {
  case heading, text, image, progress, field, choice, picker, toggle, button, link
}

package struct ElementRow: Sendable {
  package var kind: ElementKind
  package var id: BlobID
  /// Text or label, or `noID`.
  package var text: TextID
  package var hint: TextID
  package var fact: FactID
  /// Field kind, choice style or button style, in the order of the document model.
  package var style: UInt8
  package var validators: RowRange
  package var options: RowRange
  package var length: UInt16
  /// Picker: the list it shows, and the columns of it, else `noID`.
  package var list: FactID
  package var valueColumn: UInt16
  package var labelColumn: UInt16
  package var detailColumn: UInt16
  package var sets: RowRange
  package var isSearchable: Bool
  package var submits: Bool
  package var url: TemplateID
  package var shown: UInt16
  package var enabled: UInt16
  package var event: EventID
  /// The requests that its event starts, in `ids`.
  package var requests: RowRange
  /// The name of an image.
  package var image: BlobID
  /// Phone numbers: the fact that holds the country, or `noID`.
  package var country: FactID
}

package enum ValidatorRule: UInt8, BitwiseCopyable, Sendable {
  case required, email, digits, phone, least, most, same
}

package struct ValidatorRow: Sendable {
  package var rule: ValidatorRule
  package var value: Int64
  /// `same`: the other field's fact.
  package var fact: FactID
  package var message: TextID

  package init(rule: ValidatorRule, value: Int64, fact: FactID, message: TextID) {
    self.rule = rule
    self.value = value
    self.fact = fact
    self.message = message
  }
}

package struct OptionRow: Sendable {
  package var value: UInt16
  package var text: TextID

  package init(value: UInt16, text: TextID) {
    self.value = value
    self.text = text
  }
}

/// A picker's further fact, filled from a column of the chosen row.
package struct PickRow: Sendable {
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
  /// Timer `operand`: whole seconds left; as a JSON number is the same.
  case secondsLeft
  /// Template `operand` as a JSON string.
  case jsonTemplate
  /// Row `operand` of `headers` as a member of a JSON object, or of a form; left out when it is one
  /// absent fact.
  case jsonMember, formMember
}

package struct SegmentRow: Sendable {
  package var kind: SegmentKind
  package var operand: UInt16

  package init(_ kind: SegmentKind, _ operand: UInt16) {
    self.kind = kind
    self.operand = operand
  }
}

/// One text in one language: what is counted, and a template for each plural category.
package struct TextRow: Sendable {
  /// 0: nothing, 1: a fact, 2: a timer.
  package var countKind: UInt8
  package var count: UInt16
  /// zero, one, two, few, many, other.
  package var forms: [TemplateID]

  package init(countKind: UInt8, count: UInt16, forms: [TemplateID]) {
    self.countKind = countKind
    self.count = count
    self.forms = forms
  }
}

package struct RegionRow: Sendable {
  package var state: StateID
  package var restartsAtLaunch: Bool
  /// The requests that its states start, in `ids`.
  package var requests: RowRange

  package init(state: StateID, restartsAtLaunch: Bool, requests: RowRange) {
    self.state = state
    self.restartsAtLaunch = restartsAtLaunch
    self.requests = requests
  }
}

package struct SignalRow: Sendable {
  package var name: BlobID
  package var event: EventID
  package var fact: FactID
  package var isHeld: Bool

  package init(name: BlobID, event: EventID, fact: FactID, isHeld: Bool) {
    self.name = name
    self.event = event
    self.fact = fact
    self.isHeld = isHeld
  }
}

/// Where an assigned value comes from.
package enum SourceKind: UInt8, BitwiseCopyable, Sendable {
  case number, text, fact, now, event, sum
}

package struct AssignmentRow: Sendable {
  package var fact: FactID
  package var source: SourceKind
  package var number: Int64
  /// A blob or a fact.
  package var operand: UInt16

  package init(fact: FactID, source: SourceKind, number: Int64, operand: UInt16) {
    self.fact = fact
    self.source = source
    self.number = number
    self.operand = operand
  }
}

package struct RootRow: Sendable {
  package var state: StateID
  package var showsContent: Bool

  package init(state: StateID, showsContent: Bool) {
    self.state = state
    self.showsContent = showsContent
  }
}

package struct TellRow: Sendable {
  package var name: BlobID
  package var body: TemplateID

  package init(name: BlobID, body: TemplateID) {
    self.name = name
    self.body = body
  }
}

/// What the machine performs for the chart; the argument's meaning stands beside it.
package enum Operation: UInt16, BitwiseCopyable, Sendable {
  /// Row of `assignments`.
  case assign
  /// Fact.
  case clear
  case clearUser
  /// Request.
  case request, cancelRequest
  /// Request: the state that started it is left.
  case release
  /// Overlay.
  case show, hide
  /// Service, or `noID` for all.
  case startService, stopService
  /// Text.
  case toast
  /// Template.
  case open
  /// Row of `roots`.
  case root
  /// Timer.
  case startTimer, stopTimer
  /// Row of `tells`.
  case tell
  case forgetBack
}

/// What the machine answers for the chart's guards.
package enum Question: UInt16, BitwiseCopyable, Sendable {
  /// Fact `argument` of the field holds by its validators.
  case isValid
  /// Row `argument` of `textTests`.
  case textEquals
}

/// A text fact compared with a literal or with another text fact.
package struct TextTestRow: Sendable {
  package var fact: FactID
  package var isLiteral: Bool
  package var operand: UInt16

  package init(fact: FactID, isLiteral: Bool, operand: UInt16) {
    self.fact = fact
    self.isLiteral = isLiteral
    self.operand = operand
  }
}
