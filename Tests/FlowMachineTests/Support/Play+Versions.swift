import FlowMachine
import TestSupport

extension Versions {
  /// A play of the first version, and its result in the last one.
  func migrated(_ steps: (inout Play) throws -> Void) throws -> (old: Play, new: Play) {
    var old = try Play(flows[0])
    try steps(&old)
    return (old, try old.updated(to: flows[flows.count - 1]))
  }
}

extension Play {
  /// The app is updated: the next launch finds the record with another version of the flow.
  func updated(to flow: Flow) throws -> Play {
    let names = secrets.map { self.flow.blob(self.flow.tables.facts[Int($0)].name).string }
    var play = try Play(flow, told: told, secrets: names)
    play.setClock(now)
    try play.launch(record: record)
    return play
  }
}
