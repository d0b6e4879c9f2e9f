import FlowMachine
import Statechart
import WireText

/// What a call can send, under the names that its document gives: from the flow's tables, without any
/// value.
indirect enum SentForm: Sendable {
  case members([Member])
  /// Its value is never looked at.
  case secret
  /// A fact as a JSON value of its type.
  case fact(FactID)
  /// A text: part of a URL, a header, a form, or a text with facts in it.
  case text
  /// Any other JSON value.
  case json

  struct Member: Sendable {
    var name: Text
    var form: SentForm

    init(_ name: Text, _ form: SentForm) {
      self.name = name
      self.form = form
    }
  }

  subscript(name: Text) -> SentForm? { members.first { $0.name == name }?.form }

  var members: [Member] {
    if case .members(let members) = self { members } else { [] }
  }
}

extension SentForm {
  /// The parameters of an operation, a capability or a call of the app; of an HTTP call, the keys that
  /// the document has for it.
  init(_ call: CallRow, in flow: Flow) {
    let body = call.body == noID ? SentForm.members([]) : SentForm(json: call.body, in: flow)
    guard call.kind == .http else {
      self = body
      return
    }
    var members = [Member(SentKey.method, .text), Member(SentKey.url, .text)]
    var headers: [Member] = []
    for row in flow.tables.headers[call.headers.indices] {
      let name = flow.blob(row.name)
      if name == SentKey.authorization {
        members.append(Member(SentKey.bearer, .secret))
      } else {
        headers.append(Member(name, flow.sendsSecret(row.value) ? .secret : .text))
      }
    }
    if !headers.isEmpty { members.append(Member(SentKey.headers, .members(headers))) }
    if call.isForm {
      let form = Member(SentKey.form, .members(Self.formMembers(of: call.body, in: flow)))
      members.append(Member(SentKey.body, .members([form])))
    } else if call.body != noID {
      members.append(Member(SentKey.body, body))
    }
    self = .members(members)
  }

  /// A template of a JSON value.
  private init(json template: TemplateID, in flow: Flow) {
    let segments = flow.segments(of: template)
    guard let first = segments.first else {
      self = .json
      return
    }
    switch first.kind {
    case .literal where flow.blob(first.operand) == Text(ascii: "{"):
      self = .members(
        segments.filter { $0.kind == .jsonMember }.map { segment in
          let row = flow.tables.headers[Int(segment.operand)]
          return Member(flow.blob(row.name), SentForm(json: row.value, in: flow))
        })
    case _ where flow.sendsSecret(template): self = .secret
    case .jsonFact where segments.count == 1: self = .fact(FactID(first.operand))
    case .jsonTemplate where segments.count == 1: self = .text
    default: self = .json
    }
  }

  private static func formMembers(of template: TemplateID, in flow: Flow) -> [Member] {
    guard template != noID else { return [] }
    return flow.segments(of: template).filter { $0.kind == .formMember }.map { segment in
      let row = flow.tables.headers[Int(segment.operand)]
      return Member(
        SentValue.decoded(flow.blob(row.name)[...]), flow.sendsSecret(row.value) ? .secret : .text)
    }
  }
}

/// The names of the parts of an HTTP call, as a document writes them.
enum SentKey {
  static let method = Text(ascii: "method")
  static let url = Text(ascii: "url")
  static let headers = Text(ascii: "headers")
  static let bearer = Text(ascii: "bearer")
  static let body = Text(ascii: "body")
  static let form = Text(ascii: "form")
  /// No document may set this header; the compiler does, for `bearer`.
  static let authorization = Text(ascii: "Authorization")
}

extension Flow {
  fileprivate func segments(of template: TemplateID) -> ArraySlice<SegmentRow> {
    tables.segments[tables.templates[Int(template)].indices]
  }

  /// Whether a secret is part of it.
  fileprivate func sendsSecret(_ template: TemplateID) -> Bool {
    facts(in: template).contains { isSecret($0) }
  }
}
