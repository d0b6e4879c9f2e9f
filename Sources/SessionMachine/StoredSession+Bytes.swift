// The stored form: a magic number, a version, fields with their lengths, a checksum against damage.
// It is in secure storage, so the checksum protects against accidents, not attackers.

extension StoredSession {
  private static let mark: Bytes = [0x50, 0x53, 0x53, 1]

  package var bytes: Bytes {
    var writer = FieldWriter(bytes: Self.mark)
    writer.flag(session != nil)
    if let session { session.write(to: &writer) }
    writer.flag(signOut != nil)
    if let signOut {
      writer.field(signOut.family)
      writer.field(signOut.cause.name)
      writer.flag(signOut.isRefusal)
    }
    writer.number(Int64(pending.count))
    for signOut in pending {
      writer.field(signOut.family)
      writer.field(signOut.refreshToken)
      writer.flag(signOut.isEverywhere)
    }
    let sum = checksum(writer.bytes[...])
    writer.number(Int64(bitPattern: sum))
    return writer.bytes
  }

  /// - Returns: nil if the bytes are damaged, or of a version that this app does not know.
  package init?(bytes: Bytes) {
    guard bytes.count >= Self.mark.count + 8, bytes.starts(with: Self.mark) else { return nil }
    var reader = FieldReader(bytes: bytes, place: Self.mark.count)
    var stored = StoredSession()
    if reader.flag() { stored.session = SessionRecord(&reader) }
    if reader.flag() {
      stored.signOut = SignOutNote(
        family: reader.field(), cause: SignOutCause(name: reader.field()),
        isRefusal: reader.flag())
    }
    let count = reader.number()
    guard 0...Int64(SessionRules.pendingSignOuts) ~= count else { return nil }
    for _ in 0..<count {
      stored.pending.append(
        PendingSignOut(
          family: reader.field(), refreshToken: reader.field(), isEverywhere: reader.flag()))
    }
    let sum = checksum(bytes[..<reader.place])
    guard reader.number() == Int64(bitPattern: sum), reader.isSound, reader.place == bytes.count
    else { return nil }
    self = stored
  }
}

extension SessionRecord {
  fileprivate func write(to writer: inout FieldWriter) {
    writer.field(family)
    writer.field(refreshToken)
    writer.field(accessToken)
    writer.field(idToken)
    writer.field(keyThumbprint)
    writer.number(lifetime)
    writer.number(receivedAt.steady)
    writer.number(receivedAt.wall)
    writer.field(crumb)
    writer.field(guid)
  }

  fileprivate init(_ reader: inout FieldReader) {
    self.init(
      family: reader.field(), refreshToken: reader.field(), accessToken: reader.field(),
      idToken: reader.field(), keyThumbprint: reader.field(), lifetime: reader.number(),
      receivedAt: Moment(steady: reader.number(), wall: reader.number()), crumb: reader.field(),
      guid: reader.field())
  }
}

/// FNV-1a.
private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return sum
}

private struct FieldWriter {
  var bytes: Bytes

  mutating func number(_ value: Int64) {
    var rest = UInt64(bitPattern: value)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func field(_ value: Bytes) {
    number(Int64(value.count))
    bytes += value
  }
}

/// Reads fields; a missing one is empty, which is checked once at the end.
private struct FieldReader {
  let bytes: Bytes
  var place: Int
  var isSound = true

  init(bytes: Bytes, place: Int) {
    self.bytes = bytes
    self.place = place
  }

  mutating func number() -> Int64 {
    guard bytes.count - place >= 8 else { return fail(0) }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
    place += 8
    return Int64(bitPattern: value)
  }

  mutating func flag() -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else { return fail(false) }
    place += 1
    return bytes[place - 1] == 1
  }

  mutating func field() -> Bytes {
    let count = number()
    guard isSound, 0...Int64(bytes.count - place) ~= count else { return fail([]) }
    let value = Bytes(bytes[place..<place + Int(count)])
    place += Int(count)
    return value
  }

  private mutating func fail<Value>(_ value: Value) -> Value {
    isSound = false
    place = bytes.count
    return value
  }
}
