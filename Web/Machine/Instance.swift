import FlowMachine
import PhoneNumbers
import Statechart
import WireText

/// Why a call did nothing.
enum Status: Int32 {
  case done = 0
  /// The host's mistake: lengths beyond the input buffer, or a call that comes too early.
  case misused = 1
  /// The bytes are not a flow that this machine can run.
  case badFlow = 2
  /// The flow cannot continue from the record; nothing was changed.
  case badRecord = 3
  /// The line, or a name in it, is not valid; nothing was changed.
  case badInput = 4
  /// There is nothing to return.
  case nothing = 5
  /// The table of phone numbers was needed and is missing: the instance can no longer be used.
  case needsPhones = 6
}

enum Limits {
  /// Room for the longest launch line, with a record in hexadecimal digits.
  static let inputBytes = 4 * FlowLimits.snapshotBytes
}

/// One flow, the process that runs it, and the buffers between it and the host.
struct Instance: ~Copyable {
  var flow: Flow?
  var process: FlowProcess?
  /// The bytes of the last record to be written.
  var frame: [UInt8] = []
  /// The machine of a replay.
  var machine: FlowMachine?
  var countries: CountryPicker?
  var input: UnsafeMutablePointer<UInt8>?
  var inputCount = 0
  var output: UnsafeMutablePointer<UInt8>?
  var outputCount = 0

  /// A part of the input buffer.
  func part(from start: Int32 = 0, count: Int32) -> [UInt8]? {
    // An Int has 32 bits here: the sum of two lengths would overflow.
    guard start >= 0, count >= 0, Int(start) <= inputCount, Int(count) <= inputCount - Int(start)
    else { return nil }
    guard count > 0, let input else { return [] }
    return Array(UnsafeBufferPointer(start: input + Int(start), count: Int(count)))
  }

  mutating func put(_ bytes: [UInt8]) {
    output?.deallocate()
    output = nil
    outputCount = bytes.count
    guard !bytes.isEmpty else { return }
    let place = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (place + index).initialize(to: byte) }
    output = place
  }

  mutating func done(_ bytes: [UInt8]) -> Int32 {
    put(bytes)
    return phones.isMissed ? Status.needsPhones.rawValue : Status.done.rawValue
  }

  mutating func fail(_ status: Status, _ error: StaticString, _ message: StaticString) -> Int32 {
    var writer = JSONWriter()
    writer.open("{")
    writer.name("error")
    writer.value(error)
    writer.name("message")
    writer.value(message)
    writer.close("}")
    put(writer.bytes)
    return phones.isMissed ? Status.needsPhones.rawValue : status.rawValue
  }

  /// Leaves the next action in the output buffer, or nothing.
  mutating func performNext(_ result: HostResult) -> Int32 {
    var result = result
    while let step = process?.next(result) {
      result = .done
      guard let action = step.action else { continue }
      if case .writeRecord(let frame, _, _) = action { self.frame = frame }
      return done(FlowProcess.line(of: action))
    }
    return done([])
  }

  /// Refuses with a specific message.
  mutating func fail(_ error: [UInt8]) -> Int32 {
    put(error)
    return Status.badInput.rawValue
  }

  mutating func misused(_ message: StaticString) -> Int32 {
    fail(.misused, "misused", message)
  }

  mutating func fail(_ status: Status, _ error: FlowError) -> Int32 {
    fail(status, error.name, error.message)
  }

  mutating func fail(_ error: InputError) -> Int32 {
    fail(.badInput, error.name, error.message)
  }
}

// Unsafe only by name: a WebAssembly instance has one thread, and calls do not overlap.
nonisolated(unsafe) var instance = Instance()

/// What a misused call says.
let noFlow: StaticString = "no flow is loaded; call portico_load first"
let noProcess: StaticString =
  "nothing runs, or it waits for a result; call portico_begin or portico_next first"
let noMachine: StaticString = "no machine runs; call portico_launch first"
let outside: StaticString = "a length lies outside what portico_input made room for"
