package import Statechart

package enum FactType: UInt8, BitwiseCopyable, Sendable {
  case flag, number, text, choice, time, secret, list
  /// Any JSON value, stored as its text.
  case json
}

package enum FactPlace: UInt8, BitwiseCopyable, Sendable {
  case memory, preferences, secure, device, configuration
  /// It follows from other facts: a row of `computed`.
  case computed
}

package enum FactScope: UInt8, BitwiseCopyable, Sendable { case user, device }

/// One fact. Its cell in the chart has the same number as the fact.
package struct FactRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  package var type: FactType
  package var place: FactPlace
  package var scope: FactScope
  /// Choices: the names of its values, in `ids`.
  package var choices: RowRange
  /// Lists: the columns, in `columns`.
  package var columns: RowRange
  /// Texts and lists: the slot of the bytes; otherwise `noID`.
  package var slot: UInt16
  package var initial: Int64
  package var initialText: BlobID
  /// Choices: the text of each value, in `ids`; empty if no text shows it.
  package var choiceTexts: RowRange
  /// Sent when the host reports a changed value, or `noID`.
  package var changedEvent: EventID
}

extension FactRow {
  /// Whether `clear: user` clears it.
  package var isUsers: Bool { scope == .user && place != .device && place != .configuration }
}

/// A value of a computed fact. Of the rows of one fact, which stand together, the first whose
/// condition holds gives the value; each fact uses only those before it.
package struct ComputedRow: BitwiseCopyable, Sendable {
  package var fact: FactID
  package var condition: UInt16
  /// A text's own template; else an expression: segments in postfix order.
  package var template: TemplateID

  package init(fact: FactID, condition: UInt16, template: TemplateID) {
    self.fact = fact
    self.condition = condition
    self.template = template
  }
}

package struct ColumnRow: BitwiseCopyable, Sendable {
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

package struct RequestRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  /// The cell that holds its status.
  package var cell: CellID
  /// Its possible calls; the first whose guard holds is made.
  package var calls: RowRange
  package var failureSaves: RowRange
  /// Milliseconds; applies if `timeoutFact` is `noID`.
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
  /// Shown when the request has failed, or `noID`.
  package var overlay: OverlayID
  package var dismissal: Dismissal
  /// A guard that suppresses the overlay, or `noID`.
  package var unless: UInt16
}

package struct CallRow: BitwiseCopyable, Sendable {
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
package struct HeaderRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  package var value: TemplateID

  package init(name: BlobID, value: TemplateID) {
    self.name = name
    self.value = value
  }
}

package struct SaveRow: BitwiseCopyable, Sendable {
  package var fact: FactID
  package var path: RowRange
  package var isOptional: Bool
  /// Of a list whose rows are appended, the row of `columns` that tells them apart; `noID` if the
  /// value replaces the one before.
  package var key: UInt16

  package init(fact: FactID, path: RowRange, isOptional: Bool, key: UInt16 = noID) {
    self.fact = fact
    self.path = path
    self.isOptional = isOptional
    self.key = key
  }
}

/// One step of a JSON path: a member by name, or an element by index.
package struct PathRow: BitwiseCopyable, Sendable {
  package var isIndex: Bool
  package var operand: UInt16

  package init(isIndex: Bool, operand: UInt16) {
    self.isIndex = isIndex
    self.operand = operand
  }
}

/// A failure class of a request's own.
package struct ClassRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  /// Its index among the request's own classes, the same in all calls of the request.
  package var place: UInt16
  /// Inclusive pairs in `ids`; empty: any failing status.
  package var statuses: RowRange
  /// 0: no error code is examined, 1: a number, 2: a text.
  package var codeKind: UInt8
  package var codeNumber: Int64
  package var codeText: BlobID
  package var path: RowRange
}

package struct SimulatedRow: BitwiseCopyable, Sendable {
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

package struct TimerRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  package var cell: CellID
  /// Milliseconds; applies if `until` is `noID`.
  package var after: Int64
  package var until: FactID
  /// A fact with the milliseconds, or `noID`.
  package var afterFact: FactID
  package var kill: KillPolicy
  package var standsUnderOverlay: Bool
  package var standsInBackground: Bool
}
