package import FlowMachine

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
  /// Stands for the intent of a keyed request.
  package var idempotencyKey: Text?
  /// Milliseconds until the flow gives up waiting.
  package var timeout: Int64
}

extension OutgoingCall: CustomStringConvertible {
  /// Neither headers nor body: they may hold secrets.
  package var description: String {
    "\(String(decoding: request, as: UTF8.self)) #\(send.number)"
  }
}

extension OutgoingCall {
  /// Fills a plan in.
  ///
  /// - Parameter secret: the value of a secret fact; what it throws ends the making.
  init(
    _ plan: RequestPlan, _ row: CallRow, send: SendID,
    secret: (FactID) throws(StorageFailure) -> Text
  ) throws(StorageFailure) {
    self.send = send
    self.row = row
    request = []
    kind = plan.kind
    name = plan.name
    url = plan.url
    isForm = plan.isForm
    timeout = 0
    headers = []
    for header in plan.headers {
      let value = try Self.join(header.value, secret)
      headers.append(Header(name: header.name, value: value))
    }
    body = try Self.join(plan.body, secret)
  }

  private static func join(
    _ parts: [RequestPlan.Part], _ secret: (FactID) throws(StorageFailure) -> Text
  ) throws(StorageFailure) -> Text {
    var result: Text = []
    for part in parts {
      switch part {
      case .bytes(let bytes): result += bytes
      case .secret(let fact, let encoding):
        let value = try secret(fact)
        switch encoding {
        case .raw: result += value
        case .percent: result += percentEncoded(value)
        case .json:
          result.append(UInt8(ascii: "\""))
          JSONWriter.escape(value, to: &result)
          result.append(UInt8(ascii: "\""))
        }
      }
    }
    return result
  }

  /// RFC 3986, 2.3: everything but unreserved characters.
  private static func percentEncoded(_ text: Text) -> Text {
    let digits = Text(ascii: "0123456789ABCDEF")
    var result: Text = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }
}
