import WireText

/// One sending of a request. A retry is another one: answers are told apart by it, so that the
/// second copy of an answer, or a late one, is never taken for the answer of the next try.
package struct SendID: Hashable, Sendable {
  package var request: RequestID
  /// The run of the request, as the machine counts them.
  package var ticket: UInt32
  /// Counts all sends of this process.
  package var number: UInt64

  package init(request: RequestID, ticket: UInt32, number: UInt64) {
    self.request = request
    self.ticket = ticket
    self.number = number
  }
}

/// A call with its secrets filled in, ready to be sent. It lives as long as it takes to send it,
/// and is never stored.
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
  /// What the flow says about the call, beside what is sent.
  package var row: CallRow
  /// A secret of the flow is among headers or body.
  package var hasSecrets: Bool
  /// Stands for the intent of a keyed request.
  package var idempotencyKey: Text?
  /// Milliseconds until the flow gives up waiting.
  package var timeout: Int64
}

#if !hasFeature(Embedded)
extension OutgoingCall: CustomStringConvertible {
  /// Neither headers nor body: they may hold secrets.
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
