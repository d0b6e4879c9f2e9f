import WireText

/// One sending of a request. A retry is another send. Responses carry it, so that a duplicate or
/// late response is never taken for the response to the next try.
package struct SendID: Hashable, Sendable {
  package var request: RequestID
  /// The run of the request, as counted by the machine.
  package var ticket: UInt32
  /// Counts all sends of this process.
  package var number: UInt64

  package init(request: RequestID, ticket: UInt32, number: UInt64) {
    self.request = request
    self.ticket = ticket
    self.number = number
  }
}

/// A call with its secrets filled in, ready to be sent. It exists only while it is sent, and is
/// never stored.
package struct OutgoingCall: Sendable {
  package struct Header: Equatable, Sendable {
    package var name: Text
    package var value: Text
  }

  package var send: SendID
  /// The request's name.
  package var request: Text
  package var kind: CallKind
  /// The HTTP method, or the name of the operation.
  package var name: Text
  package var url: Text
  package var headers: [Header]
  package var isForm: Bool
  package var body: Text
  /// What the flow says about the call apart from its content.
  package var row: CallRow
  /// Whether headers or body contain a secret of the flow.
  package var hasSecrets: Bool
  /// Identifies the intent of a keyed request.
  package var idempotencyKey: Text?
  /// Milliseconds until the flow gives up waiting.
  package var timeout: Int64
}

#if !hasFeature(Embedded)
extension OutgoingCall: CustomStringConvertible {
  /// Omits headers and body, which may contain secrets.
  package var description: String {
    "\(String(decoding: request, as: UTF8.self)) #\(send.number)"
  }
}
#endif

extension FlowMachine {
  /// Fills in the plan of a running request.
  ///
  /// - Parameter secrets: the values of the plan's secrets, in their order.
  func call(_ plan: RequestPlan, _ secrets: [Text], as send: SendID) -> OutgoingCall {
    let row = flow.tables.requests[Int(send.request)]
    let filling = SecretFilling(facts: plan.secrets, values: secrets)
    return OutgoingCall(
      send: send, request: flow.blob(row.name), kind: plan.kind, name: plan.name, url: plan.url,
      headers: plan.headers.map {
        OutgoingCall.Header(name: $0.name, value: filling.text(of: $0.value))
      },
      isForm: plan.isForm, body: filling.text(of: plan.body), row: call(of: send.request),
      hasSecrets: !secrets.isEmpty, idempotencyKey: idempotencyKey(of: send.request),
      timeout: Int64(row.timeout))
  }
}

private struct SecretFilling {
  var facts: [FactID]
  var values: [Text]

  func text(of parts: [RequestPlan.Part]) -> Text {
    var result: Text = []
    for part in parts {
      switch part {
      case .bytes(let bytes): result += bytes
      case .secret(let fact, let encoding):
        guard let place = facts.firstIndex(of: fact) else { continue }
        switch encoding {
        case .raw: result += values[place]
        case .percent: PercentEncoding.encode(values[place], to: &result)
        case .json:
          result.append(UInt8(ascii: "\""))
          JSONWriter.escape(values[place], to: &result)
          result.append(UInt8(ascii: "\""))
        }
      }
    }
    return result
  }
}
