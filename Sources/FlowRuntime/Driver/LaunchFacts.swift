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
    guard let value = JSON(json, most: FlowLimits.snapshotBytes)?.root else { return nil }
    return (try? launchFact(blob(tables.facts[Int(fact)].name), value))?.value
  }

  /// A fact of place `device` that a host tells by its name.
  ///
  /// - Parameter json: a JSON text; `null` takes the fact away. What a choice's list has not is
  ///   `other`, if it has that.
  /// - Returns: nil when the flow has no such fact, or it cannot have the value.
  package func told(_ name: Text, json: Text) -> Input? {
    guard let fact = fact(named: name), tables.facts[Int(fact)].place == .device else { return nil }
    if json == Text(ascii: "null") { return .told(fact, .absent) }
    return (factValue(json, of: fact) ?? choice(Text(ascii: "other"), of: fact))
      .map { .told(fact, $0) }
  }

  /// A choice's value by its name, for facts that the host tells.
  func choice(_ name: Text, of fact: FactID) -> FactValue? {
    let row = tables.facts[Int(fact)]
    guard row.type == .choice else { return nil }
    let place = tables.ids[row.choices.indices].map { blob($0) }.firstIndex(of: name)
    return place.map { .number(Int64($0)) }
  }
}
