package import IdentityDomain

// Times in the formats of the wire, in UTC. The formats have four digits for a year, so a time
// outside the years 1970 to 9999 becomes the first or last moment of that range.

extension Timestamp {
  /// RFC 3339 section 5.6 with milliseconds, such as `2026-11-21T08:30:00.000Z`.
  package var rfc3339: String {
    let parts = CivilTime(self)
    var text = Digits()
    text.add(parts.year, 4)
    text.add("-")
    text.add(parts.month, 2)
    text.add("-")
    text.add(parts.day, 2)
    text.add("T")
    text.add(clock: parts.second)
    text.add(".")
    text.add(parts.millisecond, 3)
    text.add("Z")
    return text.text
  }

  /// The `Date` of a response (RFC 9110 section 5.6.7).
  package var httpDate: String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = CivilTime(self)
    var text = Digits()
    text.add("\(days[parts.daysSince1970 % 7]), ")
    text.add(parts.day, 2)
    text.add(" \(months[parts.month - 1]) ")
    text.add(parts.year, 4)
    text.add(" ")
    text.add(clock: parts.second)
    text.add(" GMT")
    return text.text
  }

  /// Whole seconds from now until then, rounded up, at least one: a client must not retry too
  /// early.
  package func seconds(until then: Timestamp) -> Int64 {
    max(1, (then.milliseconds - milliseconds + 999) / 1000)
  }
}

/// A text of zero-padded numbers, built by hand because each line of the log has one.
private struct Digits {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(32) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ number: Int, _ digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }

  /// Hours, minutes and seconds.
  mutating func add(clock second: Int) {
    add(second / 3600, 2)
    add(":")
    add(second / 60 % 60, 2)
    add(":")
    add(second % 60, 2)
  }
}
