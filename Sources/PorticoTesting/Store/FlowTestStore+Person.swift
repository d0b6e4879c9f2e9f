import FlowMachine
import FlowSimulation
public import Portico

// What a person does.

extension FlowTestStore {
  /// A tap on a button or link, by its id.
  public func tap(
    _ element: ElementName, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    try input("tap(\"\(element)\")", .tap(Array(element.rawValue.utf8)), file, line, changes)
  }

  /// The whole text of a field, by its id.
  public func type(
    _ text: String, into element: ElementName, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    let filling = PlayAction.Filling(element: Array(element.rawValue.utf8), value: Array(text.utf8))
    try input("typing into \"\(element)\"", .type([filling]), file, line, changes)
  }

  /// Chooses an option by its value: the name of a choice, or what a picker's row saves.
  public func choose(
    _ option: String, in element: ElementName, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    let filling = PlayAction.Filling(
      element: Array(element.rawValue.utf8), value: Array(option.utf8))
    try input("choosing \(option) in \"\(element)\"", .set([filling]), file, line, changes)
  }

  /// Chooses these of several options, by the names of their facts, and no others.
  public func choose(
    _ options: [FactName], in element: ElementName, file: StaticString = #fileID,
    line: UInt = #line, _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    let filling = PlayAction.Filling(
      element: Array(element.rawValue.utf8), options: options.map { Array($0.rawValue.utf8) })
    let names = options.map(\.rawValue).joined(separator: ", ")
    try input("choosing \(names) in \"\(element)\"", .set([filling]), file, line, changes)
  }

  /// Turns a switch on or off, by its id.
  public func toggle(
    _ element: ElementName, _ isOn: Bool, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    let filling = PlayAction.Filling(element: Array(element.rawValue.utf8), isOn: isOn)
    try input("toggling \"\(element)\"", .set([filling]), file, line, changes)
  }

  /// Goes back.
  public func back(
    file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    try input("back", .back, file, line, changes)
  }

  /// The platform's gesture that dismisses an overlay.
  public func dismiss(
    _ overlay: OverlayName, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    guard let id = device.flow.overlay(named: Array(overlay.rawValue.utf8)) else {
      return try fail(file, line, "dismiss(\"\(overlay)\")", ["the flow has no such overlay"])
    }
    try input("dismiss(\"\(overlay)\")", .dismiss(id), file, line, changes)
  }

  func input(
    _ words: String, _ action: PlayAction, _ file: StaticString, _ line: UInt,
    _ changes: (inout FlowState) -> Void
  ) throws {
    try step(words, file, line, changes) {
      switch Person(device: device).perform(action) {
      case .done: nil
      case .refused(let reason): "refused: \(reason.name.string)"
      case .noSuchValue(let value): "no option `\(value)`"
      case .emptyInbox(let channel): "no \(channel) with a code has arrived"
      case .noReturn(let problem): problem
      case .notRunning, .died: "the app is not running"
      }
    }
  }
}
