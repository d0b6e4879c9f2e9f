import FlowMachine
import Statechart

// What checks and messages read from a flow and its screen.

extension Flow {
  func factName(_ fact: FactID) -> Text { blob(tables.facts[Int(fact)].name) }

  /// Requests of regions with `restart: launch`.
  var requestsOfEveryLaunch: [RequestID] {
    tables.regions.filter(\.restartsAtLaunch).flatMap { tables.ids[$0.requests.indices] }
  }

  /// A value in the form of scripts.
  func words(for value: FactValue, of fact: FactID) -> String {
    let row = tables.facts[Int(fact)]
    switch value {
    case .absent: return "absent"
    case .text(let text): return row.type == .list ? "a list" : "'\(text.string)'"
    case .number(let number):
      switch row.type {
      case .flag: return number != 0 ? "true" : "false"
      case .choice where row.choices.indices.count > Int(clamping: number) && number >= 0:
        return blob(tables.ids[Int(row.choices.start) + Int(number)]).string
      default: return "\(number)"
      }
    }
  }
}

extension ScreenValue.Surface {
  func element(_ name: Text) -> ScreenValue.Element? { elements.first { $0.name == name } }

  /// Everything readable.
  var texts: [String] {
    var result = [title.string]
    for element in elements {
      result += [element.text.string, element.hint.string, element.problem.string]
      if element.kind == .progress, case .text(let percent) = element.value {
        result.append("\(percent.string) %")
      }
      for option in element.options { result += [option.text.string, option.detail.string] }
    }
    return result.filter { !$0.isEmpty }
  }
}

extension ScreenValue.Element {
  /// The value as shown to a user.
  var shownValue: String {
    switch value {
    case .text(let text): text.string
    case .flag(let isOn): "\(isOn)"
    case .secret: "(secret)"
    default:
      value.chosen.filter(options.indices.contains).map { options[$0].text.string }
        .joined(separator: ", ")
    }
  }
}
