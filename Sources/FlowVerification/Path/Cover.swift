import FlowMachine
import Statechart

/// A set of ways that takes every transition that can be taken.
package struct Cover: Sendable {
  package struct Script: Sendable {
    package var title: String
    package var text: String
  }
  package var scripts: [Script]
  /// Transitions that can be taken, but on no way that a play can go.
  package var left: [UInt16]
}

extension Explorer {
  /// Covers every transition with as few ways as a greedy choice finds: the longest shortest ways
  /// first, since they take the most.
  package func cover() -> Cover {
    let names = FlowNames(flow: flow)
    let coverage = graph.pointee.coverage
    var open = Set(coverage.indices.filter { coverage[$0] != nil })
    var cover = Cover(scripts: [], left: [])
    let ways = open.sorted().map { transition -> (transition: Int, way: Way) in
      let step = coverage[transition] ?? (0, 0)
      return (transition, way(to: Int(step.state), then: Int(step.move)))
    }
    for (transition, way) in ways.sorted(by: { $0.way.moves.count > $1.way.moves.count }) {
      guard open.contains(transition) else { continue }
      let row = flow.chart.transitions[transition]
      let title =
        "\(flow.flowName): \(names.state(row.source)) on \(names.event(row.event))"
      guard var writer = WayScript(way, self), let text = writer.text(title: title) else {
        continue
      }
      let taken = writer.taken
      guard taken.contains(UInt16(transition)) else { continue }
      open.subtract(taken.map { Int($0) })
      cover.scripts.append(Cover.Script(title: title, text: text))
    }
    cover.left = open.sorted().map { UInt16($0) }
    return cover
  }
}

extension Flow {
  var flowName: String { String(decoding: name, as: UTF8.self) }
}
