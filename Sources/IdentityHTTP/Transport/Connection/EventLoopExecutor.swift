package import HummingbirdCore
package import Logging
package import NIOCore

/// HTTP/1.1 whose calls run on the thread of their connection's event loop.
///
/// Otherwise each call would change threads twice: from the event loop to Swift's cooperative pool,
/// and back with the response. Blocking work runs elsewhere in either case: hashes and transfers on
/// their own threads, writes on the queue of the store.
package struct EventLoopChannel: ServerChildChannel {
  package typealias Value = HTTP1Channel.Value

  private let http: HTTP1Channel

  package init(_ http: HTTP1Channel) { self.http = http }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http.setup(channel: channel, logger: logger)
  }

  package func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await http.handle(value: value, logger: logger)
    }
  }
}

/// Runs task jobs on one event loop (SE-0417).
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    loop.execute { job.runSynchronously(on: executor) }
  }
}
