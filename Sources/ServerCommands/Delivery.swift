import NetworkTransfer
import Foundation
import IdentityAPI
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import Logging
import Synchronization

/// Empties the outbox whenever something may have been written into it, and each second besides.
struct Delivery: Sendable {
  private let worker: OutboxWorker
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let alarm = Alarm()
  private let steps = Steps()
  private let notes = Notes()
  private let log: Logger

  init(
    to sender: any MessageSender, settings: DeliverySettings, store: any IdentityStore,
    sealing: any Sealing, random: any RandomBytes, tally: MessageTally,
    address: @escaping @Sendable () -> String, log: Logger
  ) {
    // Many wishes while one is answered are one.
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    worker = OutboxWorker(
      store: store, sealing: sealing, sender: sender,
      renderer: MessageRenderer(settings: settings, address: address), random: random
    ) { [notes] event in
      tally.count(event)
      notes.hear(event).write(to: log)
    }
    self.log = log
  }

  func wake() { waker.yield() }

  /// Hands over what is due, and returns when that is done, also what `run` has taken up already.
  func settle(at now: Timestamp) async {
    for step in steps.running { _ = await step.result }
    while let next = try? await worker.deliverPending(at: now), next <= now {}
  }

  /// Runs until it is cancelled; then what was handed over is waited for, and nothing more begun.
  func run(clock: any WallClock) async {
    // Other servers of the store write rows as well, and may end before they send them.
    let ticks = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        waker.yield()
        notes.look().write(to: log)
      }
    }
    defer { ticks.cancel() }
    // Each step is a task of its own: one that waits for a slow provider holds up no other.
    await withDiscardingTaskGroup { group in
      for await _ in wakes {
        group.addTask {
          do {
            var next: Timestamp?
            repeat {
              // Not cancelled with the server: what a provider took must leave the outbox.
              next = try await steps.run { try await worker.deliverPending(at: clock.now()) }
            } while !Task.isCancelled && (next.map { $0 <= clock.now() } ?? false)
            try await alarm.wait(until: next, clock) { waker.yield() }
          } catch {
            // The next tick tries again.
            log.failed("outbox", error)
          }
        }
      }
    }
  }
}

/// The log of deliveries, with the time that passes.
private final class Notes: Sendable {
  private let state = Mutex(DeliveryLog())
  private let start = ContinuousClock.now

  func hear(_ event: DeliveryEvent) -> [DeliveryLog.Line] {
    state.withLock { $0.hear(event, at: ContinuousClock.now - start) }
  }

  func look() -> [DeliveryLog.Line] {
    state.withLock { $0.look(at: ContinuousClock.now - start) }
  }
}

extension [DeliveryLog.Line] {
  fileprivate func write(to log: Logger) {
    for line in self {
      log.log(
        level: line.level, "\(line.message)",
        metadata: line.fields.mapValues { .string($0) })
    }
  }
}

/// What is being handed over.
private final class Steps: Sendable {
  typealias Step = Task<Timestamp?, any Error>

  private let state = Mutex<(steps: [UInt64: Step], last: UInt64)>(([:], 0))

  var running: [Step] { state.withLock { Array($0.steps.values) } }

  /// - Returns: what the body does, which is not cancelled with the task that waits for it.
  func run(_ body: @escaping @Sendable () async throws -> Timestamp?) async throws -> Timestamp? {
    let (number, step) = state.withLock { state in
      state.last += 1
      let step = Task { try await body() }
      state.steps[state.last] = step
      return (state.last, step)
    }
    defer { state.withLock { $0.steps[number] = nil } }
    return try await step.value
  }
}

/// Rings for what is due before the next tick; one at a time, whoever asks for it.
private final class Alarm: Sendable {
  private let isSet = Mutex(false)

  func wait(
    until moment: Timestamp?, _ clock: any WallClock, _ ring: @Sendable () -> Void
  ) async throws {
    guard let moment else { return }
    let wait = moment.milliseconds - clock.now().milliseconds
    let isMine = isSet.withLock { isSet in
      guard wait < 1_000, !isSet else { return false }
      isSet = true
      return true
    }
    guard isMine else { return }
    defer { isSet.withLock { $0 = false } }
    try await Task.sleep(for: .milliseconds(max(0, wait)))
    ring()
  }
}

extension Logger {
  /// The words of a store name files and tables; those of anything else may hold what was stored.
  func failed(_ work: String, _ error: any Error) {
    guard !(error is CancellationError) else { return }
    let failure = error is any StoreError ? "\(error)" : "\(type(of: error))"
    self.error("\(work)", metadata: ["failure": "\(failure)"])
  }
}

extension DevelopmentInbox {
  /// The contract's list, the newest first.
  func json(to recipient: String?) -> [UInt8] {
    let entries = newest(to: recipient).map { message in
      InboxEntryBody(
        channel: InboxEntryBody.Channel(rawValue: message.channel.rawValue),
        to: message.recipient.exposed, body: message.body.exposed, html: message.html?.exposed,
        code: message.code?.exposed,
        sentAt: message.sentAt.rfc3339)
    }
    // Strings alone: nothing that an encoder could refuse.
    return (try? JSONEncoder().encode(entries)).map(Array.init) ?? Array("[]".utf8)
  }
}
