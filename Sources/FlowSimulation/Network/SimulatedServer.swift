package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// What the simulated server remembers about one request; it survives every kill.
package struct ServerRecord: Equatable, Sendable {
  /// How often the app sent it, whether or not it arrived.
  package var sendCount = 0
  /// What the app sent last, whether or not it arrived; nil: nothing yet.
  var lastSent: SentValue?
  /// How often it arrived.
  package var arrivalCount = 0
  /// The idempotency keys that arrived, each once, in the order of their first arrival.
  package var keys: [Text] = []
  /// How often it took effect. A request that is safe to repeat has a single effect if it asks for
  /// the same again.
  package var effectCount = 0
  /// A key that came with different content: no server may accept that.
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
  /// Takes a call for which the server has an intended response.
  ///
  /// - Returns: its response. A known key is answered from memory and has no second effect.
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
      // A failure of the server itself has no effect, so nothing is remembered; and a redirect, or
      // a body that is not JSON, comes from a proxy.
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
  /// Distinguishes contents.
  var content: UInt64 {
    var sum = Checksum()
    for part in [name, url, body] + headers.flatMap({ [$0.name, $0.value] }) {
      sum.add(UInt64(part.count))
      sum.add(part)
    }
    return sum.value
  }
}
