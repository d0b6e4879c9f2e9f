package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// What the server side of a simulation remembers about one request; it outlives every kill.
package struct ServerRecord: Equatable, Sendable {
  /// How often the app sent it, whether or not it arrived.
  package var sendCount = 0
  /// How often it arrived.
  package var arrivalCount = 0
  /// The idempotency keys that arrived, each once, in the order of their first arrival.
  package var keys: [Text] = []
  /// How often it had its effect. A request that is safe to repeat has the same effect when it asks
  /// for the same again.
  package var effectCount = 0
  /// A key that came with another content than before: no server may take that.
  package var misusedKeyCount = 0
  var contents: [UInt64] = []
  var memory: [Text: Memory] = [:]

  struct Memory: Equatable, Sendable {
    var content: UInt64
    var status: UInt16
    var body: [UInt8]
  }
}

extension ServerRecord {
  /// The server gets a call, for which it has an answer in mind.
  ///
  /// - Returns: its answer. A key that it knows is answered from memory and does nothing again.
  mutating func take(
    _ call: OutgoingCall, _ status: UInt16, _ body: [UInt8]
  ) -> (status: UInt16, body: [UInt8]) {
    arrivalCount += 1
    let content = call.content
    if let key = call.idempotencyKey {
      if let known = memory[key] {
        guard known.content == content else {
          misusedKeyCount += 1
          return (422, [])
        }
        return (known.status, known.body)
      }
      if !keys.contains(key) { keys.append(key) }
      // A failure of the server itself left nothing done, so nothing is remembered; and a redirect,
      // or a body that is no JSON, comes from something in between.
      let isOwn = status < 300 || (400..<500).contains(status)
      if isOwn, body.isEmpty || JSON(body) != nil {
        memory[key] = Memory(content: content, status: status, body: body)
      }
    }
    if (200...299).contains(status) {
      let isRepeated = call.row.repetition == .safe && contents.contains(content)
      if !isRepeated { effectCount += 1 }
      contents.append(content)
    }
    return (status, body)
  }
}

extension OutgoingCall {
  /// Tells contents apart.
  var content: UInt64 {
    var sum = Checksum()
    for part in [name, url, body] + headers.flatMap({ [$0.name, $0.value] }) {
      sum.add(UInt64(part.count))
      sum.add(part)
    }
    return sum.value
  }
}
