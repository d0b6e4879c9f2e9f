import Statechart

/// A chart as a tree with names: what tests write and draw at random, and what the reference
/// interpreter runs.
struct Sketch: Equatable {
  var root: SketchState
  /// Cells with what they hold at first.
  var cells: [SketchCell] = []
  var errorEvent: String?
  /// The events of the delays, by number.
  var delays: [String] = []
}

struct SketchCell: Equatable {
  var name: String
  var initial: Int64?
}

struct SketchState: Equatable {
  var name: String
  var kind: StateKind
  var initial: [String] = []
  var enter: [Step] = []
  var exit: [Step] = []
  var arrows: [Arrow] = []
  var children: [SketchState] = []
  /// The event raised when it is done.
  var done: String?
}

struct Arrow: Equatable {
  /// nil: eventless.
  var event: String?
  var condition: Condition?
  var targets: [String]
  var isInternal: Bool
  var steps: [Step]

  static func on(
    _ event: String, if condition: Condition? = nil, to targets: String...,
    isInternal: Bool = false, do steps: [Step] = []
  ) -> Arrow {
    Arrow(
      event: event, condition: condition, targets: targets, isInternal: isInternal, steps: steps)
  }

  static func always(
    if condition: Condition? = nil, to targets: String..., isInternal: Bool = false,
    do steps: [Step] = []
  ) -> Arrow {
    Arrow(
      event: nil, condition: condition, targets: targets, isInternal: isInternal, steps: steps)
  }
}

indirect enum Condition: Equatable {
  case cell(String, Comparison, Int64)
  case cells(String, Comparison, String)
  case event(Comparison, Int64)
  case absent(String)
  case active(String)
  /// What the host answers to a question.
  case asked(Bool)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)
}

enum Step: Equatable {
  /// Leaves a word in the log.
  case note(String)
  case set(String, Int64?)
  case copy(String, from: String)
  case setToEvent(String)
  case add(String, Int64)
  case raise(String)
  case schedule(Int)
  case cancel(Int)
  /// An operation of the host that fails.
  case fails
  case when(Condition, [Step])
}

extension SketchState {
  /// A compound state; it begins in its first child unless said.
  static func compound(
    _ name: String, initial: [String]? = nil, enter: [Step] = [], exit: [Step] = [],
    _ arrows: [Arrow], done: String? = nil, _ children: [SketchState]
  ) -> SketchState {
    SketchState(
      name: name, kind: .compound, initial: initial ?? [children[0].name], enter: enter,
      exit: exit, arrows: arrows, children: children, done: done)
  }

  static func compound(
    _ name: String, initial: [String]? = nil, enter: [Step] = [], exit: [Step] = [],
    done: String? = nil, _ children: [SketchState]
  ) -> SketchState {
    .compound(name, initial: initial, enter: enter, exit: exit, [], done: done, children)
  }

  static func parallel(
    _ name: String, exit: [Step] = [], _ arrows: [Arrow], done: String? = nil,
    _ children: [SketchState]
  ) -> SketchState {
    SketchState(
      name: name, kind: .parallel, exit: exit, arrows: arrows, children: children, done: done)
  }

  static func parallel(_ name: String, _ children: [SketchState]) -> SketchState {
    .parallel(name, [], children)
  }

  static func leaf(
    _ name: String, enter: [Step] = [], exit: [Step] = [], _ arrows: [Arrow] = []
  ) -> SketchState {
    SketchState(name: name, kind: .atomic, enter: enter, exit: exit, arrows: arrows)
  }

  static func final(_ name: String) -> SketchState {
    SketchState(name: name, kind: .final)
  }

  static func history(
    _ name: String, isDeep: Bool = false, default targets: String...
  ) -> SketchState {
    SketchState(name: name, kind: isDeep ? .deepHistory : .shallowHistory, initial: targets)
  }

  /// The state and all below it, in document order.
  var subtree: [SketchState] { [self] + children.flatMap(\.subtree) }

  var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
}

extension Sketch: CustomStringConvertible {
  var description: String {
    var lines = [
      "cells "
        + cells.map { "\($0.name)=\($0.initial.map(String.init) ?? "-")" }
        .joined(separator: " ") + (errorEvent.map { ", error \($0)" } ?? "")
    ]
    root.describe("", &lines)
    return lines.joined(separator: "\n")
  }
}

extension SketchState {
  fileprivate func describe(_ indent: String, _ lines: inout [String]) {
    var line = "\(indent)\(name) \(kind)"
    if !initial.isEmpty { line += " initial \(initial.joined(separator: "+"))" }
    if let done { line += " done \(done)" }
    if !enter.isEmpty { line += " enter \(enter)" }
    if !exit.isEmpty { line += " exit \(exit)" }
    lines.append(line)
    for (index, arrow) in arrows.enumerated() {
      var line = "\(indent)  #\(index) \(arrow.event ?? "always")"
      if let condition = arrow.condition { line += " if \(condition)" }
      line += " -> \(arrow.targets.joined(separator: "+"))"
      if arrow.isInternal { line += " internal" }
      if !arrow.steps.isEmpty { line += " do \(arrow.steps)" }
      lines.append(line)
    }
    for child in children { child.describe(indent + "  ", &lines) }
  }
}
