package struct TimerPolicy: Hashable, Sendable {
  package enum Kill: String, CaseIterable, Sendable { case deadline, remaining, restart }
  package enum Pause: String, CaseIterable, Sendable { case runs, stands }
  package var kill: Kill
  package var overlay: Pause
  package var background: Pause
}

package struct TimerDeclaration: Sendable {
  package enum Length: Sendable {
    case after(DurationDeclaration)
    case until(Name)
  }
  package var name: Name
  package var length: Length
  package var policy: TimerPolicy
}

package struct TransitionDeclaration: Sendable {
  package var target: Name?
  package var condition: Located<GuardExpression>?
  package var actions: [ActionDeclaration]
  package var isInternal: Bool
  package var position: Position
}

package struct EventHandler: Sendable {
  package var event: Name
  package var transitions: [TransitionDeclaration]
}

package struct AfterDeclaration: Sendable {
  package var duration: DurationDeclaration
  /// The duration as it is written.
  package var written: Name
  package var transition: TransitionDeclaration
}

package struct SubflowDeclaration: Sendable {
  package var path: Name
  package var inputs: [(name: Name, value: Located<ValueExpression>)]
  package var bindings: [(inner: Name, outer: Name)]
  package var outcomes: [(name: Name, target: TransitionDeclaration)]
  package var isBarrier: Bool
}

package struct ScreenDeclaration: Sendable {
  package struct Visibility: Sendable {
    package var least: DurationDeclaration
    package var policy: TimerPolicy
  }
  package var title: Name?
  package var elements: [ElementDeclaration]
  package var view: Name?
  package var back: Bool
  package var isBackTarget: Bool
  package var isModal: Bool
  package var isProtected: Bool
  package var visibleFor: Visibility?
}

package struct StateDeclaration: Sendable {
  package enum History: String, CaseIterable, Sendable { case shallow, deep }
  package var name: Name
  /// Child states and screens in document order.
  package var children: [StateDeclaration] = []
  /// Regions in document order: a state with regions is a parallel state. At the root they stand
  /// beside `children`.
  package var regions: [RegionDeclaration] = []
  package var initial: Name?
  package var history: History?
  /// Set for a final state; the name of an outcome in a sub-flow, else empty.
  package var final: Name?
  package var enter: [ActionDeclaration] = []
  package var exit: [ActionDeclaration] = []
  package var on: [EventHandler] = []
  package var always: [TransitionDeclaration] = []
  package var after: [AfterDeclaration] = []
  package var timers: [TimerDeclaration] = []
  package var subflow: SubflowDeclaration?
  /// Where a relaunch leads when this state was active; its own name: here.
  package var restore: Name?
  /// Set for an entry of `screens`.
  package var screen: ScreenDeclaration?

  package init(name: Name) {
    self.name = name
  }
}

package struct RegionDeclaration: Sendable {
  package var restartsAtLaunch: Bool
  package var state: StateDeclaration
}

package struct OverlayDeclaration: Sendable {
  package enum Style: String, CaseIterable, Sendable { case screen, alert, sheet }
  package var name: Name
  package var style: Style
  package var title: Name?
  package var elements: [ElementDeclaration]
  package var on: [(event: Name, actions: [ActionDeclaration])]
  package var isRestorable: Bool
}
