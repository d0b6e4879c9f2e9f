package import FlowMachine
package import Statechart

/// What a flow is to be: what is proven about it.
package struct Intentions: Sendable {
  /// The states that it exists to reach.
  package var goals: [StateID]
  /// Secret facts that stand for a session, with the screens that need it.
  package var sessions: [Session]
  package var properties: [DeclaredProperty]
  /// Facts that a flow around it gives: whether they are present is proven there.
  package var inputs: Set<FactID> = []
  /// States, overlays and transitions that nothing has to reach here, by their numbers: those of
  /// sub-flows that are proven by themselves.
  package var isElsewhere = Elsewhere()

  package struct Elsewhere: Sendable {
    package var states: Set<Int> = []
    package var overlays: Set<Int> = []
    package var transitions: Set<Int> = []
    /// Elements of every other document than the outermost one: another use of it may show them.
    package var elements: Set<Int> = []
  }

  package struct Session: Sendable {
    package var fact: FactID
    /// States of protected screens.
    package var screens: [StateID]

    package init(fact: FactID, screens: [StateID]) {
      self.fact = fact
      self.screens = screens
    }
  }

  /// A property that the document declares.
  package struct DeclaredProperty: Sendable {
    package enum Kind: Sendable {
      /// Holds in no state at rest.
      case never
      /// Holds in every state at rest.
      case always
      /// Holds in some state; or, from every state where `from` holds, can be reached.
      case reachable
    }
    package var name: String
    package var kind: Kind
    /// First step of its guard.
    package var condition: UInt16
    /// First step of the guard that says from where, or `noID`.
    package var from: UInt16

    package init(name: String, kind: Kind, condition: UInt16, from: UInt16 = noID) {
      self.name = name
      self.kind = kind
      self.condition = condition
      self.from = from
    }
  }

  package init(goals: [StateID], sessions: [Session] = [], properties: [DeclaredProperty] = []) {
    self.goals = goals
    self.sessions = sessions
    self.properties = properties
  }
}
