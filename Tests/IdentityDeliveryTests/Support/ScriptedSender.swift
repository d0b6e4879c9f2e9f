import IdentityDelivery
import IdentityDomain
import Synchronization

/// Accepts or refuses as a test says, and remembers every try.
final class ScriptedSender: MessageSender {
  typealias Script = @Sendable (_ message: RenderedMessage, _ tries: Int) async -> SendFailure?

  private let script: Script
  private let tries = Mutex<[RenderedMessage]>([])
  private let accepted = Mutex<[RenderedMessage]>([])

  /// - Parameter script: what becomes of the nth try (from 1) of a message; nil is accepted.
  init(_ script: @escaping Script = { _, _ in nil }) { self.script = script }

  func send(_ message: RenderedMessage) async throws(SendFailure) {
    let count = tries.withLock { tries in
      tries.append(message)
      return tries.count { $0.id == message.id }
    }
    if let failure = await script(message, count) { throw failure }
    accepted.withLock { $0.append(message) }
  }

  /// Who was tried, in order.
  var tried: [String] { tries.withLock { $0 }.map(\.recipient.exposed) }
  /// Who got something, in order.
  var reached: [String] { accepted.withLock { $0 }.map(\.recipient.exposed) }
  var messages: [RenderedMessage] { accepted.withLock { $0 } }
}

/// A door that stays closed until a test opens it; whoever waits holds no thread.
final class Door: Sendable {
  private let opening: AsyncStream<Void>
  private let latch: AsyncStream<Void>.Continuation
  private let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  init() {
    (opening, latch) = AsyncStream.makeStream()
    (arrivals, bell) = AsyncStream.makeStream()
  }

  func pass() async {
    bell.yield()
    for await _ in opening { break }
  }

  /// Returns when somebody stands at the door.
  func arrived() async {
    for await _ in arrivals { break }
  }

  func open() { latch.finish() }
}

/// Says what a sender has to say, and notes what the worker reports.
final class Reports: Sendable {
  private let events = Mutex<[DeliveryEvent]>([])
  func note(_ event: DeliveryEvent) { events.withLock { $0.append(event) } }
  var all: [DeliveryEvent] { events.withLock { $0 } }
  var outcomes: [DeliveryEvent.Outcome] { all.map(\.outcome) }
}
