import Foundation
import IdentityAPI
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import Logging

/// Empties the outbox whenever something may have been written into it, and each second besides.
struct Delivery: Sendable {
  private let worker: OutboxWorker
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let log: Logger

  init(
    to sender: any MessageSender, settings: DeliverySettings, store: any IdentityStore,
    sealing: any Sealing, random: any RandomBytes, log: Logger
  ) {
    // Many wishes while one is answered are one.
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    worker = OutboxWorker(
      store: store, sealing: sealing, sender: sender, renderer: MessageRenderer(settings: settings),
      random: random
    ) { event in
      log.info(
        "message",
        metadata: [
          "message": "\(event.message)", "template": "\(event.template.rawValue)",
          "outcome": "\(event.outcome)",
        ])
    }
    self.log = log
  }

  func wake() { waker.yield() }

  func run(clock: any WallClock) async {
    let ticks = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        waker.yield()
      }
    }
    defer { ticks.cancel() }
    // Each step is a task of its own: one that waits for a slow provider holds up no other.
    await withDiscardingTaskGroup { group in
      for await _ in wakes {
        group.addTask {
          do {
            while try await worker.deliverPending(at: clock.now()) {}
          } catch {
            // The next tick tries again.
            log.failed("outbox", error)
          }
        }
      }
    }
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
        to: message.recipient.exposed, body: message.body.exposed, code: message.code?.exposed,
        sentAt: message.sentAt.rfc3339)
    }
    // Strings alone: nothing that an encoder could refuse.
    return (try? JSONEncoder().encode(entries)).map(Array.init) ?? Array("[]".utf8)
  }
}
