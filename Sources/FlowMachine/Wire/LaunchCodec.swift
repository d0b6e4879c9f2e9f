import Statechart
package import WireText

/// A launch with all that the host knew, as one line of JSON. Recordings begin with one, and the
/// browser launches with one, so that a recording contains exactly what the machine was given.
///
/// `{"launch":{"at":1000,"entropy":"00ff","run":"…","facts":{"network":true},"secrets":["tokenID"],"record":"…"}}`:
/// `run` has 32 hexadecimal digits; `facts` are configuration, facts of place `device` and
/// preferences by name; `secrets` are those in secure storage; `"unreadable":true` says that secure
/// storage cannot be read; `phones` is the version of the table of phone numbers, if the host has
/// one and a field needs it; `record` is the journal record in hexadecimal digits, missing on a
/// first launch; `"lost":true` in its place says that there was a record which cannot be used.
package struct LaunchLine: Sendable {
  package var context: LaunchContext
  package var record: [UInt8]?

  package init(_ context: LaunchContext, record: [UInt8]? = nil) {
    self.context = context
    self.record = record
  }

  /// Times on the wire: milliseconds since 1970 that every host can represent exactly (2^53), so
  /// that no sum overflows.
  package static let times: Range<Int64> = 0..<1 << 53

  /// The nearest time within `times`, for a clock that is far off.
  static func counted(_ now: Int64) -> Int64 {
    min(max(now, times.lowerBound), times.upperBound - 1)
  }
}

extension FactRow {
  /// Whether a launch context may hold it.
  package var isToldAtLaunch: Bool {
    switch place {
    case .configuration, .device, .preferences: true
    case .memory, .secure, .computed: false
    }
  }
}

extension Flow {
  /// Parses a launch line. What the machine would ignore is refused here: an unknown name, a value
  /// of the wrong type.
  package func launchLine(_ line: [UInt8]) throws(InputError) -> LaunchLine {
    guard let json = JSON(line, most: 4 * FlowLimits.snapshotBytes)?.root else { throw .notJSON }
    guard let launch = json["launch"], launch.kind == .object else {
      throw .unknownInput
    }
    guard let at = launch.integer("at"), LaunchLine.times.contains(at),
      let entropy = launch.text("entropy").flatMap({ Hex.parse($0[...]) }),
      let run = launch.text("run"), run.count == 32,
      let high = Hex.parse(run[..<16]), let low = Hex.parse(run[16...])
    else { throw .wrongValue }
    guard launch.text("phones") == phoneVersion else { throw .otherPhones }
    var line = LaunchLine(
      LaunchContext(now: at, entropy: entropy, runID: RunID(high: high, low: low)))
    line.context.facts = try facts(in: launch["facts"])
    for name in launch.elements("secrets") {
      guard let fact = name.text.flatMap({ self.fact(named: $0) }),
        tables.facts[Int(fact)].type == .secret
      else { throw .unknownName }
      line.context.storedSecrets.append(fact)
    }
    if let unreadable = launch["unreadable"] {
      guard let isUnreadable = unreadable.flag else { throw .wrongValue }
      line.context.isSecureStorageUnreadable = isUnreadable
    }
    if let lost = launch["lost"] {
      guard let isLost = lost.flag else { throw .wrongValue }
      line.context.isRecordLost = isLost
    }
    if let record = launch["record"], !record.isNull {
      guard let bytes = record.text.flatMap({ Self.bytes(inHex: $0) }) else { throw .wrongValue }
      line.record = bytes
    }
    return line
  }

  private func facts(in json: JSON.Value?) throws(InputError) -> [FactChange] {
    var changes: [FactChange] = []
    for (name, value) in json?.members ?? [] { changes.append(try launchFact(name, value)) }
    return changes
  }

  /// A fact that a launch may hold, from its name and its value as JSON. A host checks a preference
  /// with it, since an older version of the flow may have written it.
  package func launchFact(
    _ name: Text, _ value: JSON.Value?
  ) throws(InputError) -> FactChange {
    guard let fact = fact(named: name), tables.facts[Int(fact)].isToldAtLaunch else {
      throw .unknownName
    }
    // Only reads the flow's tables; nothing runs.
    let reader = FlowMachine(flow: self, runID: RunID(high: 0, low: 0))
    let change = FactChange(fact, try reader.value(value, of: fact))
    guard reader.memory.fits(change.value, fact) else { throw .wrongValue }
    return change
  }

  private static func bytes(inHex text: Text) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var index = 0
    while index < text.count {
      guard let byte = Hex.parse(text[index..<index + 2]) else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: byte))
      index += 2
    }
    return bytes
  }

  /// Writes a launch line in the form that `launchLine` parses. Ids that the flow does not have are
  /// omitted.
  package func write(_ line: LaunchLine) -> [UInt8] {
    let context = line.context
    let names = FlowMachine(flow: self, runID: context.runID)
    var writer = JSONWriter()
    writer.open("{")
    writer.name("launch")
    writer.open("{")
    writer.member("at", context.now)
    writer.member("entropy", Hex.text(context.entropy))
    writer.member("run", Hex.text(context.runID.high) + Hex.text(context.runID.low))
    if let phoneVersion { writer.member("phones", phoneVersion) }
    writer.name("facts")
    writer.open("{")
    for change in context.facts where Int(change.fact) < tables.facts.count {
      writer.name(blob(tables.facts[Int(change.fact)].name))
      names.write(change.value, of: change.fact, to: &writer)
    }
    writer.close("}")
    writer.name("secrets")
    writer.open("[")
    for fact in context.storedSecrets where Int(fact) < tables.facts.count {
      writer.value(blob(tables.facts[Int(fact)].name))
    }
    writer.close("]")
    if context.isSecureStorageUnreadable { writer.member("unreadable", true) }
    if context.isRecordLost { writer.member("lost", true) }
    if let record = line.record {
      var digits: Text = []
      digits.reserveCapacity(2 * record.count)
      for byte in record { digits += Hex.text(UInt64(byte))[14...] }
      writer.member("record", digits)
    }
    writer.close("}")
    writer.close("}")
    return writer.bytes
  }
}

extension FlowMachine {
  /// The launch's line in the trace.
  package func launchTraceLine(at now: Int64) -> [UInt8] {
    traceLine(of: nil, StepReport(), at: now)
  }
}
