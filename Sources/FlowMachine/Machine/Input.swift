import Statechart

/// The inputs of a flow. Each is passed to `FlowMachine.step` with the time and 64 bits of entropy.
package enum Input: Equatable, Sendable {
  /// A tap on a button or link of the topmost surface.
  case tap(ElementID)
  /// The whole text of a field.
  case type(ElementID, Text)
  /// A secret field changed. The host keeps the text, which `FlowMachine.validity` checked; nil: it
  /// is empty.
  ///
  /// `isRepeated`: it is the secret that a keyed request has last sent from this field's fact.
  case typeSecret(ElementID, isValid: Bool?, isRepeated: Bool = false)
  /// A value of an element that is not typed.
  case set(ElementID, InputValue)
  case back
  /// The platform's gesture that dismisses the topmost overlay.
  case dismiss(OverlayID)
  /// The platform's gesture that dismisses a modal screen.
  case dismissScreen
  case answered(RequestID, ticket: UInt32, RequestOutcome)
  /// A signal with its values; the text becomes the value of the fact that the signal saves to. For
  /// a secret the host keeps the text, and the number is `SecretStatus.stored`.
  case signal(SignalID, number: Int64, text: Text?)
  /// A new value of a fact of place `device`.
  case told(FactID, FactValue)
  case foreground(Bool)
  /// Secure storage, unreadable at launch, can be read now; these are the secret facts in it.
  case secretsReadable([FactID])
  /// Only time has passed.
  case wake
}

extension Input {
  /// The element that it gives a value.
  package var filledElement: ElementID? {
    switch self {
    case .type(let element, _), .typeSecret(let element, _, _), .set(let element, _): element
    default: nil
    }
  }
}

/// The outcome of a request, without its secrets.
package struct RequestOutcome: Equatable, Sendable {
  /// nil: success.
  package var failure: UInt16?
  package var values: [FactChange]
  /// Secret facts that the host has stored from the response.
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

/// What the host must do, in this order, each before the next. If an effect that stores something
/// fails, the host drops the remaining effects of the step and reports an outcome of class
/// `interrupted`.
package enum Effect: Equatable, Sendable {
  /// Copies a typed secret that a request sends to secure storage, under the request's name and
  /// ticket.
  case sealSecret(FactID, RequestID, ticket: UInt32)
  /// Copies the secret of the fact `from` to secure storage as `fact`.
  case storeSecret(FactID, from: FactID)
  /// Writes `FlowMachine.journalRecord`. Forced: it must be on disk before the next effect.
  case journal(isForced: Bool)
  case eraseSecret(FactID)
  /// Forgets a secret that was typed into a field and never submitted.
  case forgetSecret(FactID)
  /// The sealed secrets of a request are no longer needed.
  case unseal(RequestID, ticket: UInt32)
  /// Writes the fact's current value to the app's preferences, or removes it.
  case writePreference(FactID)
  case perform(RequestID, ticket: UInt32)
  /// The response is no longer wanted.
  case cancel(RequestID, ticket: UInt32)
  case startService(UInt16)
  case stopService(UInt16)
  /// A short message, whose text `FlowMachine.text` renders.
  case toast(TextID)
  case open(Text)
  case tell(BlobID, Text)
}

/// Why a step changed nothing.
package enum Refusal: UInt8, Sendable {
  /// The element is not on the topmost surface, or not shown.
  case notOnScreen
  case disabled
  /// Back is not possible here.
  case noBack
  /// The overlay is not the topmost one.
  case notOnTop
  /// A response to a request that was cancelled, finished or restarted.
  case late
  /// No transition took it, and it saved nothing.
  case unhandled
  /// The value does not fit the fact.
  case wrongValue
  /// A field beside the button is empty or invalid; the screen says so from now on.
  case incomplete
}

/// The outcome of a step apart from its effects.
package struct StepReport: Equatable, Sendable {
  package var refusal: Refusal?
  /// The flow ran in an endless loop and was stopped; `portico check` finds this before it ships.
  package var isEndless = false

  package init() {}
}
