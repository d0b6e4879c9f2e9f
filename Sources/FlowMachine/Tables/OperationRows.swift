package import Statechart

package struct RegionRow: BitwiseCopyable, Sendable {
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

package struct SignalRow: BitwiseCopyable, Sendable {
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

package struct AssignmentRow: BitwiseCopyable, Sendable {
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

package struct RootRow: BitwiseCopyable, Sendable {
  package var state: StateID
  package var showsContent: Bool

  package init(state: StateID, showsContent: Bool) {
    self.state = state
    self.showsContent = showsContent
  }
}

package struct TellRow: BitwiseCopyable, Sendable {
  package var name: BlobID
  package var body: TemplateID

  package init(name: BlobID, body: TemplateID) {
    self.name = name
    self.body = body
  }
}

/// The operations that the machine performs for the chart, with the meaning of their argument.
package enum Operation: UInt16, BitwiseCopyable, Sendable {
  /// Row of `assignments`.
  case assign
  /// A fact.
  case clear
  case clearUser
  /// A request.
  case request, cancelRequest
  /// A request; the state that started it is left.
  case release
  /// An overlay.
  case show, hide
  /// A service, or `noID` for all.
  case startService, stopService
  /// A text.
  case toast
  /// A template.
  case open
  /// Row of `roots`.
  case root
  /// A timer.
  case startTimer, stopTimer
  /// Row of `tells`.
  case tell
  case forgetBack
}

/// What the machine answers for the chart's guards.
package enum Question: UInt16, BitwiseCopyable, Sendable {
  /// Whether fact `argument` of the field is valid.
  case isValid
  /// Row `argument` of `textTests`.
  case textEquals
}

/// The comparison of a text fact with a literal or another text fact.
package struct TextTestRow: BitwiseCopyable, Sendable {
  package var fact: FactID
  package var isLiteral: Bool
  package var operand: UInt16

  package init(fact: FactID, isLiteral: Bool, operand: UInt16) {
    self.fact = fact
    self.isLiteral = isLiteral
    self.operand = operand
  }
}
