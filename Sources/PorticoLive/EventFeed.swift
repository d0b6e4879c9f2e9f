import Foundation
import Portico

/// Events of the client for the current launch. An event without a listener is kept for the next
/// one.
final class EventFeed: @unchecked Sendable {
  // Unchecked: both are read and written only under `lock`.
  private let lock = NSLock()
  private var waiting: [DeviceEvent] = []
  private var listener: AsyncStream<DeviceEvent>.Continuation?

  func add(_ news: [DeviceEvent]) {
    lock.withLock {
      guard let listener else { return waiting += news }
      for item in news { listener.yield(item) }
    }
  }

  /// All events from now on; an earlier stream ends.
  ///
  /// - Parameter others: further events to merge into the stream.
  func stream(beside others: AsyncStream<DeviceEvent>) -> AsyncStream<DeviceEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
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
