import FlowMachine
import Statechart
import WireText

/// What a host must know about a flow before it launches it, as JSON:
/// `{"name":…,"phones":true,"languages":[…]}`. `phones` says that a field may need the table of
/// phone numbers. If the document gives words of the frame, `"words":[["fr",".back","Retour"],…]` has them.
enum FlowDescription {
  static func json(of flow: Flow) -> [UInt8] {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("name", flow.name)
    writer.member("phones", flow.asksForNumbers)
    writer.name("languages")
    writer.open("[")
    for language in flow.tables.languages { writer.value(flow.blob(language)) }
    writer.close("]")
    if flow.givesWords { write(wordsOf: flow, to: &writer) }
    writer.close("}")
    return writer.bytes
  }

  @inline(never) private static func write(wordsOf flow: Flow, to writer: inout JSONWriter) {
    writer.name("words")
    writer.open("[")
    for (index, language) in flow.tables.languages.enumerated() {
      flow.forEachGivenWord(in: index) { name, text in
        writer.open("[")
        writer.value(flow.blob(language))
        writer.value(name)
        writer.value(text)
        writer.close("]")
      }
    }
    writer.close("]")
  }

  /// Why a text is not a valid value of a configured fact.
  static func refusal(of text: [UInt8], for fact: FactID, in flow: Flow) -> [UInt8] {
    let row = flow.tables.facts[Int(fact)]
    func bytes(_ words: StaticString) -> [UInt8] { [UInt8](ascii: words) }
    var message = bytes("\"") + text + bytes("\" is no value for ") + flow.blob(row.name)
    message += bytes(" (") + bytes(row.type.name) + bytes(")")
    if row.type == .choice { message += bytes("; it can be ") }
    for (place, name) in flow.tables.ids[row.choices.indices].enumerated() {
      if place > 0 { message += bytes(", ") }
      message += flow.blob(name)
    }
    var writer = JSONWriter()
    writer.open("{")
    writer.member("error", "wrongValue")
    writer.member("message", message)
    writer.close("}")
    return writer.bytes
  }
}

extension FactType {
  fileprivate var name: StaticString {
    switch self {
    case .flag: "flag"
    case .number: "number"
    case .text: "text"
    case .choice: "choice"
    case .time: "time"
    case .secret: "secret"
    case .list: "list"
    case .json: "json"
    }
  }
}
