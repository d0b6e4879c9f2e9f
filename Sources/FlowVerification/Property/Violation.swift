import FlowMachine
import Statechart

/// What is proven of every flow, and what its document declares beside it.
package enum Property: Hashable, Sendable {
  /// A goal can be reached from everywhere, without a kill.
  case deadEnd
  /// Each failure of a request that something waits for is looked at.
  case unhandledFailure
  /// No success that something waits for is passed over.
  case droppedSuccess
  /// Each screen and each overlay can be reached.
  case unreachableScreen
  /// Each element of a screen or overlay that is shown can be shown.
  case hiddenElement
  /// Each transition can be taken.
  case unreachableTransition
  /// No transitions without an event lead to each other for ever.
  case endlessLoop
  /// A protected screen is never shown without a session.
  case unprotectedScreen
  /// What only a session brings is shown by protected screens.
  case unprotectedData
  /// A kill right after a relaunch changes nothing.
  case unstableRestore
  /// Back never crosses the success of a `final` request.
  case backOverFinal
  /// Back never lands on an overlay.
  case backToOverlay
  /// Back leads away from the screen where it is offered.
  case backBounces
  /// A secret reaches nothing but operations and trusted origins.
  case leakedSecret
  /// A snapshot of an earlier version leads to a state from which a goal can be reached.
  case strandedSnapshot
  /// A request that must not be repeated is sent only after a person has done something.
  case unaskedSend
  /// A request that must not be repeated is sent again only where a person asks for it.
  case repeatedSend
  /// A keyed request that has succeeded is sent anew only where a person asks for it.
  case repeatedSuccess
  /// Back does not lead over the success of a keyed request to where it is sent anew.
  case repeatedAfterBack
  /// A keyed request whose outcome is open is sent with other content only where a person asks for it.
  case repeatedAltered
  /// What a request brings for a user is not saved once that user was cleared.
  case lateSave
  /// A request that a step starts is sent in some case.
  case unsentRequest
  /// What a request sends is there.
  case absentValue
  /// Answers do not lead to each other for ever without a pause.
  case requestLoop
  /// No state waits for nothing but what the device tells.
  case waitForDevice
  /// A person has something to do as long as a request keeps failing.
  case waitForSuccess
  /// A button that can be tapped does something.
  case deadButton
  /// A button that is shown and enabled changes something somewhere.
  case idleButton
  /// A session that cannot be read is not taken for none.
  case erasedSession
  /// A property of the document, by its place there.
  case declared(Int)
}

/// Where a property is violated: after a shortest trace.
package struct Violation: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    /// In a state.
    case state(Int)
    /// By a move from a state.
    case move(Int, Int)
    /// By a launch or an update, by its place in `initialStates`.
    case launch(Int)
    /// In the flow as a whole.
    case flow
  }
  package var property: Property
  /// The screen, request, overlay or transition that it is about, by its number.
  package var subject: Int
  package var place: Place
}

extension Violation {
  /// What it says, wherever it is.
  struct SubjectKey: Hashable {
    var property: Property
    var subject: Int
  }

  var subjectKey: SubjectKey { SubjectKey(property: property, subject: subject) }
}

/// The first violation of each property for each subject, which has the shortest trace.
struct ViolationList {
  private(set) var all: [Violation] = []
  private var known: Set<Violation.SubjectKey> = []

  mutating func add(_ property: Property, subject: Int, at place: Violation.Place) {
    guard known.insert(.init(property: property, subject: subject)).inserted else { return }
    all.append(Violation(property: property, subject: subject, place: place))
  }
}
