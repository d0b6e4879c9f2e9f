import Statechart
import WireText

// Actions as JSON, for hosts that are not written in Swift.

extension FlowProcess {
  /// An action as one line of JSON with everything needed to perform it. `do` has its name. The
  /// bytes of a record are omitted; they are in `frame`.
  package static func line(of action: HostAction) -> Text {
    var writer = JSONWriter()
    writer.open("{")
    writer.name("do")
    switch action {
    case .readSecretNames: writer.value("readSecretNames")
    case .readSecrets(let names):
      writer.value("readSecrets")
      writer.name("names")
      writer.open("[")
      for name in names { writer.value(name.text) }
      writer.close("]")
    case .writeSecrets(let changes):
      writer.value("writeSecrets")
      writer.name("changes")
      writer.open("[")
      for change in changes { write(change, to: &writer) }
      writer.close("]")
    case .markSecret(let secret, let name):
      writer.value("markSecret")
      writer.member("name", name.text)
      writer.member("secret", secret)
    case .setJournalAside: writer.value("setJournalAside")
    case .writeRecord(_, let isForced, let replaces):
      writer.value("writeRecord")
      writer.member("forced", isForced)
      writer.member("replaces", replaces)
    case .writePreference(let name, let value):
      writer.value("writePreference")
      writer.member("name", name)
      if let value { writer.member("value", value) }
    case .outside(let action): write(action, to: &writer)
    case .stepped(let record, let trace):
      writer.value("stepped")
      writer.member("record", record)
      writer.member("trace", trace)
    case .caughtUp: writer.value("caughtUp")
    }
    writer.close("}")
    return writer.bytes
  }

  private static func write(_ change: SecretChange, to writer: inout JSONWriter) {
    writer.open("{")
    writer.member("name", change.name.text)
    if let value = change.value { writer.member("value", value) }
    if change.isTyped { writer.member("typed", true) }
    writer.close("}")
  }

  private static func write(_ action: OutsideAction, to writer: inout JSONWriter) {
    switch action {
    case .perform(let call): write(call, to: &writer)
    case .cancel(let send):
      writer.value("cancel")
      writer.member("send", Int64(send.number))
    case .startService(let name):
      writer.value("startService")
      writer.member("service", name)
    case .stopService(let name):
      writer.value("stopService")
      writer.member("service", name)
    case .toast(let text):
      writer.value("toast")
      writer.member("text", text)
    case .open(let url):
      writer.value("open")
      writer.member("url", url)
    case .tell(let name, let body):
      writer.value("tell")
      writer.member("name", name)
      writer.member("body", body)
    }
  }

  private static func write(_ call: OutgoingCall, to writer: inout JSONWriter) {
    writer.value("perform")
    writer.member("send", Int64(call.send.number))
    writer.member("request", call.request)
    writer.member("ticket", Int64(call.send.ticket))
    writer.name("kind")
    switch call.kind {
    case .http: writer.value("http")
    case .operation: writer.value("operation")
    case .capability: writer.value("capability")
    case .app: writer.value("app")
    }
    writer.member("name", call.name)
    writer.member("url", call.url)
    writer.name("headers")
    writer.open("[")
    for header in call.headers {
      writer.open("[")
      writer.value(header.name)
      writer.value(header.value)
      writer.close("]")
    }
    writer.close("]")
    writer.member("form", call.isForm)
    writer.member("body", call.body)
    if call.hasSecrets { writer.member("secret", true) }
    if let key = call.idempotencyKey { writer.member("key", key) }
    writer.member("timeout", call.timeout)
  }
}

extension SecretName {
  /// `fact`, `fact/request/ticket`, or `fact//0` for a mark: names in a flow contain no slash.
  package var text: Text {
    guard let seal else { return fact }
    let slash = UInt8(ascii: "/")
    return fact + [slash] + seal.request + [slash] + Decimal.text(Int64(seal.ticket))
  }

  package init?(_ text: Text) {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      guard parts.count == 1 else { return nil }
      self.init(fact: text)
      return
    }
    guard let number = Decimal.parse(parts[2]), let ticket = UInt32(exactly: number) else {
      return nil
    }
    self.init(fact: Text(parts[0]), seal: Seal(request: Text(parts[1]), ticket: ticket))
  }
}
