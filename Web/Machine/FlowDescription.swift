import FlowMachine
import Statechart

/// What a host has to know of a flow before it launches it, as JSON:
/// `{"name":…,"version":1,"phones":true,"languages":[…],"facts":[…]}`, each fact as
/// `{"name":…,"type":"choice","place":"configuration","values":[…]}`. `phones` says that a field may want
/// the table of telephone numbers, `phoneVersion` which one a launch line has to name.
enum FlowDescription {
  static func json(of flow: Flow) -> [UInt8] {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("name", flow.name)
    writer.member("version", Int64(flow.tables.version))
    writer.member("digest", Hex.text(flow.digest))
    writer.member("phones", flow.asksForNumbers)
    if let version = flow.phoneVersion { writer.member("phoneVersion", version) }
    writer.name("languages")
    writer.open("[")
    for language in flow.tables.languages { writer.value(flow.blob(language)) }
    writer.close("]")
    writer.name("facts")
    writer.open("[")
    for row in flow.tables.facts { write(row, of: flow, to: &writer) }
    writer.close("]")
    writer.close("}")
    return writer.bytes
  }

  private static func write(_ row: FactRow, of flow: Flow, to writer: inout JSONWriter) {
    writer.open("{")
    writer.member("name", flow.blob(row.name))
    writer.name("type")
    writer.value(row.type.name)
    writer.name("place")
    writer.value(row.place.name)
    if row.type == .choice {
      writer.name("values")
      writer.open("[")
      for name in flow.tables.ids[row.choices.indices] { writer.value(flow.blob(name)) }
      writer.close("]")
    }
    writer.close("}")
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

extension FactPlace {
  fileprivate var name: StaticString {
    switch self {
    case .memory: "memory"
    case .preferences: "preferences"
    case .secure: "secure"
    case .device: "device"
    case .configuration: "configuration"
    }
  }
}
