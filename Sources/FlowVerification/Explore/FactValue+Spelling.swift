import FlowMachine
import Statechart

extension FactValue {
  /// A value as a document spells it.
  func spelled(as fact: FactID, in flow: Flow) -> String {
    let row = flow.tables.facts[Int(fact)]
    switch self {
    case .absent: return "absent"
    case .text(let text):
      guard row.type == .list else { return String(decoding: text, as: UTF8.self) }
      let count = ListValue.decode(text, columns: Int(row.columns.count)).count
      return count == 0 ? "(no rows)" : count == 1 ? "(1 row)" : "(\(count) rows)"
    case .number(let number):
      switch row.type {
      case .flag: return number == 0 ? "false" : "true"
      case .choice:
        let place = Int(row.choices.start) + Int(number)
        return String(decoding: flow.blob(flow.tables.ids[place]), as: UTF8.self)
      default: return String(number)
      }
    }
  }
}
