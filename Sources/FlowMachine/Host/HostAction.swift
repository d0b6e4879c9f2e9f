/// What a host performs next. The result of an action that stores or reads is passed to the next
/// call of `FlowProcess.next`; all others have no result.
package enum HostAction: Sendable {
  /// Its result is `HostResult.names`.
  case readSecretNames
  /// Its result is `HostResult.secrets`, with one value for each name.
  case readSecrets([SecretName])
  /// Computes what tells a secret from others without saying what it is, for comparison with a later one: a
  /// keyed hash (HMAC, RFC 2104) under a key that does not leave the device. Its result is `HostResult.secrets`
  /// with one value.
  case markSecret(Text, SecretName)
  /// Makes all the changes or none: half of a token pair is worse than the old pair.
  case writeSecrets([SecretChange])
  /// Moves the journal to a location that no launch reads.
  case setJournalAside
  /// Appends a frame to the journal, or replaces the journal with it. Forced: the frame must be
  /// durable before the host goes on.
  case writeRecord(frame: [UInt8], isForced: Bool, replaces: Bool)
  /// A JSON text for the app's preferences, or nil to remove it.
  case writePreference(name: Text, value: Text?)
  case outside(OutsideAction)
  /// The step's lines for the recording and the trace, if the process is observed.
  case stepped(record: Text, trace: Text)
  /// All pending writes have succeeded.
  case caughtUp
}

/// Actions that are visible outside the flow. None of them fails immediately: the result of a call
/// is reported later with `HostEvent.answer`.
package enum OutsideAction: Sendable {
  case perform(OutgoingCall)
  /// The response is no longer wanted.
  case cancel(SendID)
  /// Starting a running service has no effect.
  case startService(Text)
  case stopService(Text)
  case toast(Text)
  case open(url: Text)
  /// Sends the app a named message with a JSON body.
  case tell(name: Text, body: Text)
}

/// The result of an action.
package enum HostResult: Equatable, Sendable {
  case done
  /// Nothing was written or read. Stored values are unchanged.
  case failed
  case names([SecretName])
  /// A value for each requested name; nil for a missing one.
  case secrets([Text?])
}

/// An event for a running flow.
package enum HostEvent: Equatable, Sendable {
  case input(Input)
  /// The text of a field. A secret stays in the process; the machine learns only whether it is
  /// valid.
  case type(Text, ElementID)
  /// The result of a call.
  case answer(Answer, SendID)
  /// The time of `FlowProcess.nextDeadline` has come.
  case time
  /// Storage may work again: after an unlock, or after space was freed.
  case storageMayWork
}

/// What a host is about to do. The process can be killed between any two of these.
package enum HostPoint: Equatable, Sendable {
  case effect(Effect)
  /// An effect that takes several actions continues.
  case continuing(Effect)
  /// The secrets of a response are stored, before its outcome enters the machine.
  case storingAnswer(RequestID)
  /// The secret that a signal brings is stored, before the signal enters the machine.
  case storingSignal(SignalID)
  /// A pending write is performed.
  case catchingUp
  /// Everything in a step is done.
  case endOfStep
}

/// One item of a turn: the point that the process has reached, and the host's action there, or nil.
package struct HostStep: Sendable {
  package var point: HostPoint?
  package var action: HostAction?

  init(_ point: HostPoint?, _ action: HostAction?) {
    self.point = point
    self.action = action
  }
}
