package import FlowMachine
import Statechart

/// What the host knows at a launch, beside what is stored.
package struct LaunchFacts: Sendable {
  /// Configuration, and facts of place `device`.
  package var facts: [FactChange]
  /// This version of the app runs for the first time where an older one ran.
  package var isUpdated: Bool

  package init(facts: [FactChange] = [], isUpdated: Bool = false) {
    self.facts = facts
    self.isUpdated = isUpdated
  }
}

extension Flow {
  /// A fact's value out of a JSON text: choices by name, lists as rows of texts.
  ///
  /// - Returns: nil when the fact cannot have it.
  package func factValue(_ json: Text, of fact: FactID) -> FactValue? {
    // One whole value, so that nothing else can come into the line with it.
    guard JSON(json, most: FlowLimits.snapshotBytes) != nil else { return nil }
    // A launch line is where the machine reads facts by name before it runs.
    var line = Text(ascii: #"{"launch":{"at":0,"entropy":"0","run":"#)
    line += Text(ascii: #""00000000000000000000000000000000","facts":{"#)
    var name = JSONWriter()
    name.value(blob(tables.facts[Int(fact)].name))
    line += name.bytes
    line.append(UInt8(ascii: ":"))
    line += json
    line += Text(ascii: "}}}")
    return (try? launchLine(line))?.context.facts.first { $0.fact == fact }?.value
  }

  /// A choice's value by its name, for facts that the host tells.
  func choice(_ name: Text, of fact: FactID) -> FactValue? {
    let row = tables.facts[Int(fact)]
    guard row.type == .choice else { return nil }
    let place = tables.ids[row.choices.indices].map { blob($0) }.firstIndex(of: name)
    return place.map { .number(Int64($0)) }
  }
}
