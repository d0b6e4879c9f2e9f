import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// Records what a host is given and does, as lines of JSON, so that another host can be given the
/// same.
///
/// A launch has a line with `launch`, an event one with `event` and the `body` of a response; each
/// resulting action has a line with `action`. `killed` says that no further action was performed,
/// `reinstall` that journal and preferences were emptied.
final class HostLog {
  let flow: Flow
  let language: Text
  /// Supplies the machine by which names of elements are looked up.
  var machine: () -> FlowMachine? = { nil }
  /// Called with each action.
  var look: (HostAction) -> Void = { _ in }
  private let isWritten: Bool
  private let write: (Text) -> Void

  init(_ flow: Flow, language: Text, isWritten: Bool, write: @escaping (Text) -> Void) {
    self.isWritten = isWritten
    self.flow = flow
    self.language = language
    self.write = write
  }

  func stored(_ script: PlayScript) {
    line { writer in
      writer.name("stored")
      writer.open("{")
      writer.name("secrets")
      writer.open("{")
      for secret in script.secrets {
        writer.name(name(of: secret.fact))
        writer.value(secret.value)
      }
      writer.close("}")
      writer.name("preferences")
      writer.open("{")
      for preference in script.preferences {
        writer.name(name(of: preference.fact))
        writer.value(preference.json)
      }
      writer.close("}")
      writer.close("}")
    }
  }

  func launch(_ facts: LaunchFacts, _ moment: LaunchMoment) {
    let names = FlowMachine.blank(flow)
    line { writer in
      writer.name("launch")
      writer.open("{")
      writer.member("at", moment.now)
      writer.member("entropy", Hex.text(moment.entropy))
      writer.member("run", Hex.text(moment.run.high) + Hex.text(moment.run.low))
      writer.member("language", language)
      for (key, place) in [("facts", FactPlace.device), ("configuration", .configuration)] {
        writer.name(key.bytes)
        writer.open("{")
        for change in facts.facts where flow.tables.facts[Int(change.fact)].place == place {
          writer.name(name(of: change.fact))
          var value = JSONWriter()
          names.write(change.value, of: change.fact, to: &value)
          let isText = value.bytes.first == UInt8(ascii: "\"")
          if place == .device {
            names.write(change.value, of: change.fact, to: &writer)
          } else {
            writer.value(isText ? JSON(value.bytes)?.root.text ?? [] : value.bytes)
          }
        }
        writer.close("}")
      }
      writer.member("updated", facts.isUpdated)
      writer.member("observed", true)
      writer.close("}")
    }
  }

  func event(_ event: HostEvent, _ now: Int64, _ entropy: UInt64) {
    guard isWritten, let machine = machine() else { return }
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", now)
    writer.member("entropy", Hex.text(entropy))
    var body: Text = []
    switch event {
    case .input(let input): machine.write(input, to: &writer)
    case .type(let text, let element): machine.write(.type(element, text), to: &writer)
    case .time: writer.member("time", true)
    case .storageMayWork: writer.member("storageMayWork", true)
    case .answer(let answer, let send):
      writer.name("answer")
      writer.open("{")
      writer.member("send", Int64(send.number))
      writer.member("request", flow.blob(flow.tables.requests[Int(send.request)].name))
      writer.member("ticket", Int64(send.ticket))
      switch answer {
      case .received(let status, let bytes):
        writer.member("status", Int64(status))
        body = bytes
      case .notSent: writer.member("failed", "notSent")
      case .lost: writer.member("failed", "lost")
      case .timedOut: writer.member("failed", "timedOut")
      case .interrupted: writer.member("failed", "interrupted")
      }
      writer.close("}")
    }
    writer.close("}")
    line {
      $0.member("event", writer.bytes)
      $0.member("body", body)
    }
  }

  func action(_ action: HostAction) {
    look(action)
    line { $0.member("action", FlowProcess.line(of: action)) }
  }

  func killed() { line { $0.member("killed", true) } }
  /// Storage works from here on.
  func mended() { line { $0.member("mended", true) } }
  func reinstalled() { line { $0.member("reinstall", true) } }

  private func line(_ members: (inout JSONWriter) -> Void) {
    guard isWritten else { return }
    var writer = JSONWriter()
    writer.open("{")
    members(&writer)
    writer.close("}")
    write(writer.bytes)
  }

  private func name(of fact: FactID) -> Text { flow.blob(flow.tables.facts[Int(fact)].name) }
}
