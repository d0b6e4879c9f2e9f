import Statechart

/// What can happen to a flow. Each goes into `FlowMachine.step` with the time and 64 bits of
/// entropy.
package enum Input: Equatable, Sendable {
  /// A tap on a button or link of what is on top.
  case tap(ElementID)
  /// The whole text of a field.
  case type(ElementID, Text)
  /// A secret field changed: the host keeps the text, checked with `FlowMachine.validity`; nil: it
  /// is empty.
  case typeSecret(ElementID, isValid: Bool?)
  /// The place of an option, or of a picker's row.
  case choose(ElementID, Int)
  case toggle(ElementID, Bool)
  case back
  /// The platform's gesture that dismisses the overlay on top.
  case dismiss(OverlayID)
  /// The platform's gesture that puts a modal screen away.
  case dismissScreen
  case answered(RequestID, ticket: UInt32, RequestOutcome)
  /// What came with a signal; texts become the fact that the signal saves to.
  case signal(SignalID, number: Int64, text: Text?)
  /// A fact of place `device`.
  case told(FactID, FactValue)
  case foreground(Bool)
  /// Secure storage, which could not be read at the launch, can be read now: the secret facts that
  /// are in it.
  case secretsReadable([FactID])
  /// Time has passed, nothing else.
  case wake
}

/// What a request came to, without its secrets.
package struct RequestOutcome: Equatable, Sendable {
  /// nil: success.
  package var failure: UInt16?
  package var values: [FactChange]
  /// Secret facts that the host has stored out of the answer.
  package var storedSecrets: [FactID]

  package init(failure: UInt16?, values: [FactChange] = [], storedSecrets: [FactID] = []) {
    self.failure = failure
    self.values = values
    self.storedSecrets = storedSecrets
  }
}

package struct FactChange: Equatable, Sendable {
  package var fact: FactID
  package var value: FactValue

  package init(_ fact: FactID, _ value: FactValue) {
    self.fact = fact
    self.value = value
  }
}

/// What the host has to do, in this order, each before the next. When one that stores something
/// fails, the host drops the rest of the step's effects and says so with an outcome of class
/// `interrupted`.
package enum Effect: Equatable, Sendable {
  /// Put what a request sends of a typed secret into secure storage under the request's name and
  /// ticket.
  case sealSecret(FactID, RequestID, ticket: UInt32)
  /// Put the secret that `from` stands for into secure storage as `fact`.
  case storeSecret(FactID, from: FactID)
  /// Write `FlowMachine.journalRecord`; forced: it has to be on disk before the next effect.
  case journal(isForced: Bool)
  case eraseSecret(FactID)
  /// Forget what was typed into a field of a secret and never submitted.
  case forgetSecret(FactID)
  /// The sealed secrets of a request have served.
  case unseal(RequestID, ticket: UInt32)
  /// Write the fact's present value to the app's preferences, or remove it.
  case writePreference(FactID)
  case perform(RequestID, ticket: UInt32)
  /// The answer is not wanted any more.
  case cancel(RequestID, ticket: UInt32)
  case startService(UInt16)
  case stopService(UInt16)
  /// A short message; `FlowMachine.text` has its words.
  case toast(TextID)
  case open(Text)
  case tell(BlobID, Text)
}

/// Why a step changed nothing.
package enum Refusal: UInt8, Sendable {
  /// The element is not on what is on top, or not shown.
  case notOnScreen
  case disabled
  /// Back is not possible here.
  case noBack
  /// The overlay is not on top.
  case notOnTop
  /// An answer to a request that was cancelled, answered or started again.
  case late
  /// No transition wanted it.
  case unhandled
  /// The value does not fit the fact.
  case wrongValue
}

/// What a step came to, beside its effects.
package struct StepReport: Equatable, Sendable {
  package var refusal: Refusal?
  /// The flow ran in a circle and was stopped; `portico check` finds this before it ships.
  package var isEndless = false

  package init() {}
}
