/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (moment: Timestamp, wait: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds + wait.wholeMilliseconds)
  }

  package static func - (moment: Timestamp, wait: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds - wait.wholeMilliseconds)
  }

  /// RFC 7519 NumericDate, without a fraction.
  package var numericDate: Int64 { milliseconds / 1000 }
}

extension Duration {
  /// Rounded towards zero.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// Rounded towards zero. Dividing one duration by another takes 128 bits and far longer.
  package var wholeMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }

  package static func minutes(_ count: Int64) -> Duration { .seconds(60 * count) }
  package static func hours(_ count: Int64) -> Duration { .seconds(3_600 * count) }
  package static func days(_ count: Int64) -> Duration { .seconds(86_400 * count) }
}
