package import FlowMachine
import Statechart

/// A signal that somebody types in place of the app: its name, and the value that comes with it.
package enum TypedSignal: Equatable {
  case signal(SignalID, number: Int64, text: Text?)
  /// What is wrong, and what to type.
  case complaint(String)

  /// - Parameter line: `NAME` or `NAME VALUE`.
  package init(_ line: String, of flow: Flow) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let names = flow.tables.signals.map { String(decoding: flow.blob($0.name), as: UTF8.self) }
    guard let name = words.first, let place = names.firstIndex(of: name) else {
      let known = names.sorted().map { "`\($0)`" }.joined(separator: ", ")
      let problem = words.first.map { "There is no signal `\($0)`." } ?? "Which signal?"
      self = .complaint(
        names.isEmpty
          ? "This flow has no signals."
          : "\(problem) Type `s` with a name, and a value if it has one: \(known).")
      return
    }
    let signal = SignalID(place)
    guard words.count > 1 else {
      self = .signal(signal, number: absent, text: nil)
      return
    }
    let (fact, number) = (flow.tables.signals[place].fact, Int64(words[1]))
    let takesNumber =
      fact == noID ? number != nil : flow.tables.facts[Int(fact)].type == .number
    if takesNumber, number == nil {
      self = .complaint("`\(name)` comes with a whole number.")
    } else {
      self = .signal(
        signal, number: takesNumber ? number ?? absent : absent,
        text: takesNumber ? nil : Text(words[1].utf8))
    }
  }
}
