import Statechart

/// One call as data, with references in place of secrets; what the host sends.
package struct RequestPlan: Equatable, Sendable {
  /// A piece of a header or body.
  package enum Part: Equatable, Sendable {
    case bytes(Text)
    /// The secret of a fact, encoded as its position requires.
    case secret(FactID, SecretEncoding)
  }
  package enum SecretEncoding: UInt8, Sendable { case raw, percent, json }

  package struct Header: Equatable, Sendable {
    package var name: Text
    package var value: [Part]
  }

  package var kind: CallKind
  /// The HTTP method or the operation's name.
  package var name: Text
  package var url: Text
  package var headers: [Header]
  package var isForm: Bool
  package var body: [Part]

  /// The secret facts that the call sends.
  package var secrets: [FactID] {
    var result: [FactID] = []
    for header in headers { Self.addSecrets(of: header.value, to: &result) }
    Self.addSecrets(of: body, to: &result)
    return result
  }

  private static func addSecrets(of parts: [Part], to result: inout [FactID]) {
    for part in parts {
      if case .secret(let fact, _) = part, !result.contains(fact) { result.append(fact) }
    }
  }
}

extension RequestPlan {
  /// Skips a plan, and returns the secrets that it sends.
  ///
  /// - Parameters:
  ///   - facts: ids by stable number; a secret whose number is not among them has the id `noID`.
  /// - Returns: false if the bytes are not a plan.
  static func pass(
    _ reader: inout ByteReader, _ facts: [FactID], _ found: (FactID) -> Void
  ) -> Bool {
    guard CallKind(rawValue: reader.byte()) != nil else { return false }
    reader.skipCounted(most: FlowLimits.snapshotBytes)
    reader.skipCounted(most: FlowLimits.snapshotBytes)
    for _ in 0..<reader.half() where !reader.hasFailed {
      reader.skipCounted(most: FlowLimits.snapshotBytes)
      guard passParts(&reader, facts, found) else { return false }
    }
    _ = reader.flag()
    return passParts(&reader, facts, found) && !reader.hasFailed
  }

  private static func passParts(
    _ reader: inout ByteReader, _ facts: [FactID], _ found: (FactID) -> Void
  ) -> Bool {
    for _ in 0..<reader.half() where !reader.hasFailed {
      let number = reader.half()
      if number == 0 {
        reader.skipCounted(most: FlowLimits.snapshotBytes)
      } else {
        guard SecretEncoding(rawValue: reader.byte()) != nil else { return false }
        found(StableNumbers.id(number, in: facts))
      }
    }
    return true
  }

  /// Reads a plan; a secret whose number is not among `facts` has the id `noID`.
  ///
  /// - Parameter facts: ids by stable number.
  init?(_ reader: inout ByteReader, _ facts: [FactID]) {
    guard let kind = CallKind(rawValue: reader.byte()) else { return nil }
    self.kind = kind
    name = reader.counted(most: FlowLimits.snapshotBytes)
    url = reader.counted(most: FlowLimits.snapshotBytes)
    headers = []
    for _ in 0..<reader.half() where !reader.hasFailed {
      let name = reader.counted(most: FlowLimits.snapshotBytes)
      guard let value = Self.parts(&reader, facts) else { return nil }
      headers.append(Header(name: name, value: value))
    }
    isForm = reader.flag()
    guard let body = Self.parts(&reader, facts), !reader.hasFailed else { return nil }
    self.body = body
  }

  private static func parts(_ reader: inout ByteReader, _ facts: [FactID]) -> [Part]? {
    var parts: [Part] = []
    for _ in 0..<reader.half() where !reader.hasFailed {
      let number = reader.half()
      if number == 0 {
        parts.append(.bytes(reader.counted(most: FlowLimits.snapshotBytes)))
      } else {
        guard let encoding = SecretEncoding(rawValue: reader.byte()) else { return nil }
        parts.append(.secret(StableNumbers.id(number, in: facts), encoding))
      }
    }
    return parts
  }
}
