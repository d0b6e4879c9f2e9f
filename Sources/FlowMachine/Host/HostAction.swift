/// What a host performs next. It reports what came of those that store or read with the next call of
/// `FlowProcess.next`; all others take no report.
package enum HostAction: Sendable {
  /// Answered with `HostResult.names`.
  case readSecretNames
  /// Answered with `HostResult.secrets`, one for each name.
  case readSecrets([SecretName])
  /// Makes all the changes or none: half of a pair of tokens is worse than the old pair.
  case writeSecrets([SecretChange])
  /// Moves the journal to where no launch reads it.
  case setJournalAside
  /// Adds a frame to the journal, or puts it in the place of all that is there. Forced: it has to
  /// outlive a loss of power before the host goes on.
  case writeRecord(frame: [UInt8], isForced: Bool, replaces: Bool)
  /// A JSON text for the app's preferences, or nil to remove it.
  case writePreference(name: Text, value: Text?)
  case outside(OutsideAction)
  /// A step was made: its line of the recording and of the trace, where somebody looks on.
  case stepped(record: Text, trace: Text)
  /// All that could not be written before is written now.
  case caughtUp
}

/// What can be seen outside the flow. None of this fails at once: what becomes of a call is told
/// later with `HostEvent.answer`.
package enum OutsideAction: Sendable {
  case perform(OutgoingCall)
  /// The answer is not wanted any more.
  case cancel(SendID)
  /// Starting a service that runs is harmless.
  case startService(Text)
  case stopService(Text)
  case toast(Text)
  case open(url: Text)
  /// Tells the app something by name, with a body in JSON.
  case tell(name: Text, body: Text)
}

/// What came of an action.
package enum HostResult: Equatable, Sendable {
  case done
  /// Nothing was written or read. What was stored before is still there.
  case failed
  case names([SecretName])
  /// A value for each name that was asked for; nil where there is none.
  case secrets([Text?])
}

/// Something that happens to a running flow.
package enum HostEvent: Equatable, Sendable {
  case input(Input)
  /// The text of a field. A secret stays with the process: the machine learns whether it is valid, and nothing
  /// else.
  case type(Text, ElementID)
  /// What came of a call.
  case answer(Answer, SendID)
  /// The time of `FlowProcess.nextDeadline` has come.
  case time
  /// The host has reason to think that storage works again: after an unlock, or when space was made.
  case storageMayWork
}

/// What a host is about to do. Between any two of these a process can die.
package enum HostPoint: Equatable, Sendable {
  case effect(Effect)
  /// An effect that takes more than one action goes on.
  case continuing(Effect)
  /// The secrets of an answer go into storage, before its outcome enters the machine.
  case storingAnswer(RequestID)
  /// Something is written that could not be written before.
  case catchingUp
  /// Everything of a step was done.
  case endOfStep
}

/// One thing of a turn: where the process is, and what the host does there; nil for nothing.
package struct HostStep: Sendable {
  package var point: HostPoint?
  package var action: HostAction?

  init(_ point: HostPoint?, _ action: HostAction?) {
    self.point = point
    self.action = action
  }
}
