package import FlowMachine

/// A user, a network and a lifecycle for one flow, as described in `docs/play-scripts.md`.
package struct PlayScript: Sendable {
  package var title: String
  /// The ids of the requirements that it proves.
  package var proves: [String]
  /// Configuration, and facts of place `device` at the first launch.
  package var facts: [FactChange]
  /// What an earlier installation left in secure storage.
  package var secrets: [Secret] = []
  /// The providers for which the device has a native sheet, by their ids on the server.
  package var sheets: [String] = []
  /// The app's preferences at the start, as JSON.
  package var preferences: [Preference] = []
  /// The request by which the flow resets the app: a relaunch after a kill that sends it is a reset
  /// declared by a requirement (ENT-3), and its result differs from that of the run without a kill.
  package var reset: Text?
  package var language: Text
  package var seed: UInt64
  /// When it begins, in milliseconds since 1970; nil: as every device does.
  package var begins: Int64?
  /// The earlier version of the flow that the app has at first; nil: that of the document.
  package var installed: Flow?
  package var steps: [PlayStep]

  package struct Secret: Equatable, Sendable {
    package var fact: FactID
    package var value: Text
  }

  package struct Preference: Equatable, Sendable {
    package var fact: FactID
    package var json: Text
  }
}

package struct PlayStep: Sendable {
  /// Counts from 1.
  package var number: Int
  package var line: Int
  package var action: PlayAction
  /// The flow is expected to refuse the input for this reason.
  package var refusal: ExpectedRefusal?
}

package enum ExpectedRefusal: Equatable, Sendable {
  case any
  case reason(Refusal)
}

package enum PlayAction: Sendable {
  case launch
  case relaunch
  case kill
  case killAt(KillMoment)
  case losePower
  case reinstall
  case update
  /// An app with a later version of the flow.
  case install(Flow)
  case foreground(Bool)
  case wait(Int64)
  case network(isOnline: Bool)
  case storage([StoragePlan])
  case answer([AnswerStatement])
  case tell([FactChange])
  case signal(SignalID, number: Int64, text: Text?)
  /// The person comes back from a provider's page; the signal is what the app is told by.
  case providerReturn(ProviderReturn, SignalID)
  case tap(Text)
  case type([Filling])
  /// Chooses options and turns switches on or off.
  case set([Filling])
  case back
  case dismiss(OverlayID)
  case dismissScreen
  case expect([Check], within: Int64)

  package struct Filling: Equatable, Sendable {
    package var element: Text
    /// What is typed, the name of an option, or `true` and `false`.
    package var value: Text
    /// If a real server sends messages, the code of the latest one in this channel is used; `value`
    /// is used only if the server is simulated.
    package var inbox: Text?
    /// Of several options, those to choose or to leave out. In a list: all others are left out.
    package var marks: [Mark] = []
    package var leavesOutOthers = false
    /// Whether it is for several choices, not for one of them.
    package var isOfSeveral: Bool { leavesOutOthers || !marks.isEmpty }

    package struct Mark: Equatable, Sendable {
      package var option: Text
      package var isChosen: Bool
    }

    package init(element: Text, value: Text, inbox: Text? = nil) {
      self.element = element
      self.value = value
      self.inbox = inbox
    }

    /// Turns a switch on or off.
    package init(element: Text, isOn: Bool) {
      self.init(element: element, value: (isOn ? "true" : "false").bytes)
    }

    /// Chooses these of several options and no others.
    package init(element: Text, options: [Text]) {
      self.init(element: element, value: [])
      marks = options.map { Mark(option: $0, isChosen: true) }
      leavesOutOthers = true
    }
  }

  package struct AnswerStatement: Equatable, Sendable {
    package var request: Text
    package var plan: AnswerPlan
  }

  package struct StoragePlan: Equatable, Sendable {
    package var part: Part
    package var fault: StorageFault

    package enum Part: String, CaseIterable, Sendable { case journal, secrets, preferences }
  }
}

extension PlayAction {
  /// Whether it is a user's action on the topmost surface; such a step can be refused.
  package var isInput: Bool {
    switch self {
    case .tap, .type, .set, .back, .dismiss, .dismissScreen, .signal, .providerReturn:
      true
    default: false
    }
  }
}

/// What is wrong with a script.
package struct ScriptError: Error, Equatable, Sendable {
  /// Counts from 1; nil: outside the steps.
  package var step: Int?
  /// Counts from 1.
  package var line: Int
  /// What is wrong, and how to fix it.
  package var problem: String
}

extension ScriptError: CustomStringConvertible {
  package var description: String {
    let place = step.map { "step \($0), line \(line)" } ?? "line \(line)"
    return "\(place): \(problem)"
  }
}

extension [UInt8] {
  /// The text as a Swift `String`.
  package var string: String { String(decoding: self, as: UTF8.self) }
}

extension String {
  package var bytes: Text { Text(utf8) }
}
