package import FlowMachine
import Statechart

/// A stop on the way to a finding: what happens, and what is shown then.
package struct Stop: Sendable {
  /// What happens, in the names of the document.
  package var move: String
  /// The same in the words of the screen before it, in the flow's first language.
  package var words: String
  /// What a person uses by it on the screen before.
  package var elements: [ElementID] = []
  /// The screen that is shown then, with what lies over it, by their names.
  package var place: String
  /// What people see then, in the flow's first language.
  package var screen: ScreenValue
}

extension Explorer {
  /// The stops of a trace; the first is the launch.
  func stops(of trace: Trace) -> [Stop] {
    let names = FlowNames(flow: flow)
    var machine = projected(trace.beginning)
    let launch =
      trace.beginning.title.isEmpty ? "launch" : "launch; \(trace.beginning.title)"
    var stops = [stop(launch, launch, machine, names)]
    for number in trace.moves {
      let move = moves.all[number]
      let words = stops[stops.count - 1].screen.words(for: move)
      _ = machine.perform(move, projection)
      // What the exploration goes on from, so that tickets are the ones of its moves.
      machine.project(projection, into: scratch)
      machine.load(projection, from: scratch)
      let name = names.describe(move)
      var next = stop(name, words ?? name, machine, names)
      next.elements = move.inputs.compactMap(\.element)
      stops.append(next)
    }
    return stops
  }

  private func projected(_ beginning: InitialState) -> FlowMachine {
    var machine = begun(beginning)?.0 ?? projection.machine
    machine.project(projection, into: scratch)
    machine.load(projection, from: scratch)
    return machine
  }

  private func stop(
    _ move: String, _ words: String, _ machine: FlowMachine, _ names: FlowNames
  ) -> Stop {
    let screen = machine.screenState.map { names.state($0) } ?? "no screen"
    let overlays = machine.shownOverlays.map { " + " + names.overlay(Int($0)) }.joined()
    return Stop(
      move: move, words: words, place: screen + overlays,
      screen: machine.screen(at: FlowMachine.explorationTime, language: 0))
  }
}

extension [Stop] {
  /// One line per stop: what happens, and where it leads.
  package var lines: [String] {
    let width = map(\.move.count).max() ?? 0
    return enumerated().map { index, stop in
      let pad = String(repeating: " ", count: width - stop.move.count)
      return "\(index + 1). \(index < 9 && count > 9 ? " " : "")\(stop.move)\(pad)  \(stop.place)"
    }
  }
}

extension Move {
  fileprivate var inputs: [Input] {
    switch self {
    case .input(let input): [input]
    case .fill(let inputs): inputs
    case .elapse, .relaunch: []
    }
  }
}

extension Input {
  /// The element that a person uses by it.
  fileprivate var element: ElementID? {
    switch self {
    case .tap(let element), .type(let element, _), .typeSecret(let element, _, _),
      .set(let element, _):
      element
    default: nil
    }
  }
}

extension ScreenValue {
  /// What a person does here, by the words on the screen; nil for anything else, and where there are none.
  fileprivate func words(for move: Move) -> String? {
    let words = move.inputs.map { self.words(for: $0) }
    guard !words.isEmpty, !words.contains(nil) else { return nil }
    return words.compactMap { $0 }.joined(separator: ", ")
  }

  private func words(for input: Input) -> String? {
    guard let id = input.element,
      let element = (overlays.last ?? screen)?.elements.first(where: { $0.id == id }),
      !element.text.isEmpty
    else { return nil }
    let label = Self.quoted(element.text)
    switch input {
    case .tap: return "tap \(label)"
    case .type(_, let text):
      return text.isEmpty ? "clear \(label)" : "type \(Self.quoted(text)) into \(label)"
    case .typeSecret(_, let isValid, _):
      return switch isValid {
      case nil: "clear \(label)"
      case true?: "type a valid secret into \(label)"
      case false?: "type an invalid secret into \(label)"
      }
    case .set(_, let value):
      guard let place = value.option, place < element.options.count else {
        return value.isOn.map { "turn \(label) \($0 ? "on" : "off")" }
      }
      let option = Self.quoted(element.options[place].text)
      return value.isOn == false
        ? "leave out \(option) in \(label)" : "choose \(option) in \(label)"
    default: return nil
    }
  }

  private static func quoted(_ text: Text) -> String {
    "“\(String(decoding: text, as: UTF8.self))”"
  }
}
