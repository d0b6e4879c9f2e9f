import Foundation

/// Seven repetitions after a warm-up, on two clocks.
struct Stopwatch {
  var repetitions = 7
  /// The minimum duration of one repetition, in nanoseconds.
  var least: Double = 100_000_000

  /// Measures a body that repeats its work `count` times.
  ///
  /// - Parameter eventsEach: how many events each repetition has; the figures are per event.
  func row<Subject>(
    _ metric: String, eventsEach: Int = 1, unit: String = "ns/event", _ subject: inout Subject,
    _ body: (inout Subject, _ count: Int) throws -> Void
  ) rethrows -> Row {
    let count = try warmUp(&subject, body)
    var wall: [Double] = []
    var cpu: [Double] = []
    for _ in 0..<repetitions {
      let (wallStart, cpuStart) = (Clocks.monotonic(), Clocks.processor())
      try body(&subject, count)
      let (wallEnd, cpuEnd) = (Clocks.monotonic(), Clocks.processor())
      wall.append((wallEnd - wallStart) / Double(count * eventsEach))
      cpu.append((cpuEnd - cpuStart) / Double(count * eventsEach))
    }
    return Row(metric, wall: wall, cpu: cpu, unit: unit)
  }

  /// Finds a sufficient count, and runs as long once more.
  private func warmUp<Subject>(
    _ subject: inout Subject, _ body: (inout Subject, Int) throws -> Void
  ) rethrows -> Int {
    var count = 1
    while true {
      let start = Clocks.monotonic()
      try body(&subject, count)
      let taken = Clocks.monotonic() - start
      guard taken < least, count < 1 << 40 else { break }
      count *= 2
    }
    try body(&subject, count)
    return count
  }
}
