import FlowMachine
import WireText

/// What a call has sent, without the values of secrets.
indirect enum SentValue: Equatable, Sendable {
  case members([Text: SentValue])
  /// It was sent, and nobody is told what.
  case secret
  /// JSON whose members are sorted, so that equal values have equal bytes.
  case json(Text)

  /// What a name, or a name within others, was sent with; nil: it was not sent.
  subscript(path: ArraySlice<Text>) -> SentValue? {
    guard let name = path.first else { return self }
    guard case .members(let members) = self else { return nil }
    return members[name]?[path.dropFirst()]
  }
}

extension SentValue {
  init(_ call: OutgoingCall, in flow: Flow) {
    let form = SentForm(call.row, in: flow)
    guard call.kind == .http else {
      self = JSON(call.body).flatMap { Self.value($0.root, form) } ?? .members([:])
      return
    }
    var members: [Text: SentValue] = [:]
    for member in form.members {
      members[member.name] =
        switch member.name {
        case SentKey.method: .text(call.name)
        case SentKey.url: .text(call.url)
        case SentKey.bearer: call.header(SentKey.authorization) == nil ? nil : .secret
        case SentKey.headers: Self.headers(of: call, member.form)
        case SentKey.body where call.isForm: Self.form(call.body, member.form)
        default: JSON(call.body).flatMap { Self.value($0.root, member.form) }
        }
    }
    self = .members(members)
  }

  /// Only what the form has is taken.
  private static func value(_ json: JSON.Value, _ form: SentForm) -> SentValue {
    switch form {
    case .secret: return .secret
    case .members(let forms):
      var members: [Text: SentValue] = [:]
      for member in forms {
        members[member.name] = json[member.name].map { value($0, member.form) }
      }
      return .members(members)
    case .fact, .text, .json: return .json(sorted(json))
    }
  }

  private static func headers(of call: OutgoingCall, _ form: SentForm) -> SentValue {
    var members: [Text: SentValue] = [:]
    for member in form.members {
      members[member.name] = call.header(member.name).map { text($0, member.form) }
    }
    return .members(members)
  }

  private static func form(_ body: Text, _ form: SentForm) -> SentValue {
    let fields = form[SentKey.form] ?? form
    var members: [Text: SentValue] = [:]
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let key = decoded(name)
      guard let field = fields[key] else { continue }
      members[key] = text(decoded(pair.dropFirst(name.count + 1)), field)
    }
    return .members([SentKey.form: .members(members)])
  }

  private static func text(_ text: Text, _ form: SentForm) -> SentValue {
    if case .secret = form { .secret } else { .text(text) }
  }

  static func text(_ text: Text) -> SentValue {
    var writer = JSONWriter()
    writer.value(text)
    return .json(writer.bytes)
  }
}

// MARK: Forms of values

extension SentValue {
  /// The value with the members of each object in the order of their names.
  static func sorted(_ value: JSON.Value) -> Text {
    var writer = JSONWriter()
    write(value, to: &writer)
    return writer.bytes
  }

  private static func write(_ value: JSON.Value, to writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.open("{")
      for member in value.members.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        writer.name(member.name)
        write(member.value, to: &writer)
      }
      writer.close("}")
    case .list:
      writer.open("[")
      for element in value.elements { write(element, to: &writer) }
      writer.close("]")
    case .text: writer.value(value.text ?? [])
    case .null, .flag, .number: writer.copy(value)
    }
  }

  /// A percent-encoded text; what is no escape stays.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> Text {
    var result: Text = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let escaped = UInt8(Text(rest.prefix(2)).string, radix: 16)
      {
        result.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

extension OutgoingCall {
  fileprivate func header(_ name: Text) -> Text? { headers.first { $0.name == name }?.value }
}
