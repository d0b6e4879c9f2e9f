import Foundation
import Portico

/// Events of the client for the flows of an app that are running. What nobody listens to is kept for the next flow.
final class EventFeed: @unchecked Sendable {
  // Unchecked: everything is read and written only under `lock`.
  private let lock = NSLock()
  private var early = EarlyEvents()
  /// By the number of the flow.
  private var listeners: [Int: Listener] = [:]
  /// The flows that have ended the session themselves, until they end or somebody has signed in.
  private var enders: Set<Int> = []
  private var lastNumber = 0
  private var returns = ReturnReceivers()
  private var due = DueNews()

  private struct Listener {
    var number: Int
    var post: AsyncStream<DeviceEvent>.Continuation

    func telling(_ item: DeviceEvent) -> DueNews.Telling { { [post] in post.yield(item) } }
  }

  /// A number for a flow.
  func newFlow() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  func add(_ news: [DeviceEvent]) {
    tell {
      if listeners.isEmpty { for item in news { _ = early.keeps(item) } }
      return news.flatMap { item in
        returns.receivers(of: item, among: Array(listeners.keys)).compactMap { flow in
          listeners[flow]?.telling(item)
        }
      }
    }
  }

  /// Changes what is known, then tells what follows from it, in the order of the changes.
  private func tell(_ change: () -> [DueNews.Telling]) {
    guard lock.withLock({ due.add(change()) }) else { return }
    while let news = lock.withLock({ due.take() }) {
      for tell in news { tell() }
    }
  }

  /// A flow shows a provider's page or sheet.
  func sentAway(by flow: Int) { lock.withLock { returns.sentAway(by: flow) } }

  /// A flow has signed the user out, or deleted the account, and knows it. The others are told when it has ended: until then it
  /// shows what becomes of the account.
  func sessionEnded(by flow: Int) {
    let isRunning = lock.withLock {
      if listeners[flow] != nil { enders.insert(flow) }
      return listeners[flow] != nil
    }
    if !isRunning { add([Self.expired]) }
  }

  /// There is a session.
  func sessionBegan() { lock.withLock { enders = [] } }

  /// All events for a flow from now on; its earlier stream ends.
  ///
  /// - Parameter others: further events to merge into the stream.
  func stream(
    for flow: Int, beside others: AsyncStream<DeviceEvent>
  ) -> AsyncStream<DeviceEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
    let task = Task { for await item in others { continuation.yield(item) } }
    let number = newFlow()
    continuation.onTermination = { [weak self] _ in
      task.cancel()
      self?.left(flow, number)
    }
    let earlier = lock.withLock {
      for item in early.open() { continuation.yield(item) }
      return listeners.updateValue(Listener(number: number, post: continuation), forKey: flow)
    }
    earlier?.post.finish()
    return stream
  }

  private func left(_ flow: Int, _ number: Int) {
    tell {
      guard listeners[flow]?.number == number else { return [] }
      listeners[flow] = nil
      returns.left(flow)
      let hasEnded = enders.remove(flow) != nil
      if listeners.isEmpty { early.close() }
      return hasEnded
        ? listeners.values.map { $0.telling(Self.expired) } : []
    }
  }

  private static let expired = DeviceEvent.signal("sessionExpired")
}
