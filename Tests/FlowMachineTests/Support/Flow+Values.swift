import FlowMachine
import Statechart
import WireText

extension Flow {
  /// Whether a value has a fact's type, and can be written as text.
  func canHold(_ value: FactValue, _ fact: FactID) -> Bool {
    guard Int(fact) < tables.facts.count else { return false }
    switch (value, tables.facts[Int(fact)].type) {
    case (.absent, _): return true
    case (.number(let number), .flag): return number == 0 || number == 1
    case (.number(let number), .choice):
      return number >= 0 && number < Int64(tables.facts[Int(fact)].choices.count)
    case (.number(let number), .number), (.number(let number), .time): return number != absent
    case (.text(let text), .text), (.text(let text), .json): return UTF8Check.isValid(text)
    case (.text(let bytes), .list):
      let columns = Int(tables.facts[Int(fact)].columns.count)
      return ListValue.encode(ListValue.decode(bytes, columns: columns)) == bytes
    default: return false
    }
  }
}
