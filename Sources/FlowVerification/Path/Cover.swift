import FlowMachine
import Statechart

/// A set of traces that covers every transition that can be taken.
package struct Cover: Sendable {
  package struct Script: Sendable {
    package var title: String
    package var text: String
  }
  package var scripts: [Script]
  /// Transitions that can be taken, but on no trace that a play script can follow: each with why.
  package var left: [String]
}

extension Explorer {
  /// Covers every transition with as few traces as a greedy choice finds: the longest shortest traces
  /// first, since they take the most.
  package func cover() -> Cover {
    var cover = Cover(scripts: [], left: [])
    var known: Set<Int> = []
    for explorer in [self] + slices {
      let coverage = explorer.graph.pointee.coverage
      let open = Set(coverage.indices.filter { coverage[$0] != nil && known.insert($0).inserted })
      explorer.cover(open, &cover)
    }
    return cover
  }

  private func cover(_ wanted: Set<Int>, _ cover: inout Cover) {
    let names = FlowNames(flow: flow)
    let coverage = graph.pointee.coverage
    var open = wanted
    let traces = open.sorted().map { transition -> (transition: Int, trace: Trace) in
      let step = coverage[transition] ?? (0, 0)
      return (transition, trace(to: Int(step.state), then: Int(step.move)))
    }
    var left: [Int: String] = [:]
    for (transition, trace) in traces.sorted(by: { $0.trace.moves.count > $1.trace.moves.count }) {
      guard open.contains(transition) else { continue }
      let row = flow.chart.transitions[transition]
      let step = "\(names.state(row.source)) on \(names.event(row.event))"
      let title = "\(flow.flowName): \(step)"
      guard var writer = TraceScript(trace, self), let text = writer.text(title: title) else {
        left[transition] = step + ", which no play script can trigger"
        continue
      }
      let taken = writer.taken
      guard taken.contains(UInt16(transition)) else {
        left[transition] = step + ", where a play script takes another path"
        continue
      }
      open.subtract(taken.map { Int($0) })
      cover.scripts.append(Cover.Script(title: title, text: text))
    }
    cover.left += open.sorted().compactMap { left[$0] }
  }
}

extension Flow {
  var flowName: String { String(decoding: name, as: UTF8.self) }
}
