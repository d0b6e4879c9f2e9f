import Dispatch
import Foundation
import Synchronization

/// Reads at a fixed pace, whatever the response times: each connection has its schedule, and a
/// response that comes after the next scheduled time delays that one, which counts.
struct PacedReads {
  /// Per connection; with all connections 400 a second.
  private static let interval = 10_000_000.0
  private let requests: [[UInt8]]
  private let port: Int

  init(_ requests: [[UInt8]], port: Int) {
    self.requests = requests
    self.port = port
  }

  /// - Returns: milliseconds.
  func percentile(_ share: Double, _ seconds: Double) throws -> Double {
    let times = Mutex([Double]())
    let failures = Mutex([any Error]())
    let begun = Clocks.monotonic()
    let threads = requests.enumerated().map { place, request in
      let isOver = DispatchSemaphore(value: 0)
      let (port, count) = (port, requests.count)
      Thread {
        do {
          let own = try Self.connection(
            request, port: port,
            from: begun + 5e7 + Self.interval * Double(place) / Double(count), seconds)
          times.withLock { $0 += own }
        } catch { failures.withLock { $0.append(error) } }
        isOver.signal()
      }.start()
      return isOver
    }
    for thread in threads { thread.wait() }
    if let failure = failures.withLock({ $0.first }) { throw failure }
    return Statistics.quantile(share, of: times.withLock { $0 }) / 1e6
  }

  private static func connection(
    _ request: [UInt8], port: Int, from start: Double, _ seconds: Double
  ) throws -> [Double] {
    let tool = try LoadTool(port: port, [RepeatedRequest([request])])
    var times: [Double] = []
    var moment = start
    while moment < start + seconds * 1e9 {
      let early = moment - Clocks.monotonic()
      Clocks.sleep(nanoseconds: early)
      let late = max(0, early > 0 ? 0 : -early)
      times.append(late + (try tool.once()))
      moment += interval
    }
    return times
  }
}

/// A load on a thread of its own.
final class BackgroundLoad: Sendable {
  private let isOver = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  /// Runs for this long.
  init(_ tool: LoadTool, _ seconds: Double) {
    // Until `end` the caller leaves the tool, and what its callers use, to the new thread.
    nonisolated(unsafe) let tool = tool
    Thread { [self] in
      do { _ = try tool.run(seconds: seconds) } catch { failure.withLock { $0 = error } }
      isOver.signal()
    }.start()
  }

  /// Waits for its end.
  func end() throws {
    isOver.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
