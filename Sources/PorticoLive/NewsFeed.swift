import Foundation
import Portico

/// What the client tells, for whichever launch listens. What is told while nobody does is kept for
/// the next one.
final class NewsFeed: @unchecked Sendable {
  // Unchecked: both are read and written under `lock` only.
  private let lock = NSLock()
  private var waiting: [DeviceNews] = []
  private var listener: AsyncStream<DeviceNews>.Continuation?

  func add(_ news: [DeviceNews]) {
    lock.withLock {
      guard let listener else { return waiting += news }
      for item in news { listener.yield(item) }
    }
  }

  /// All that is told from now on; an earlier stream ends.
  ///
  /// - Parameter others: what comes from elsewhere in the same stream.
  func stream(beside others: AsyncStream<DeviceNews>) -> AsyncStream<DeviceNews> {
    let (stream, continuation) = AsyncStream.makeStream(of: DeviceNews.self)
    let task = Task { for await item in others { continuation.yield(item) } }
    continuation.onTermination = { _ in task.cancel() }
    lock.withLock {
      listener?.finish()
      listener = continuation
      for item in waiting { continuation.yield(item) }
      waiting = []
    }
    return stream
  }
}
