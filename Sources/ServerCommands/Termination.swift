import Dispatch
import Foundation

/// Runs until the work ends, or until SIGTERM or SIGINT: then the work is cancelled and waited for.
func untilTermination(_ work: @escaping @Sendable () async throws -> Void) async throws {
  let (signals, arrived) = AsyncStream.makeStream(of: Int32.self)
  let sources = [SIGTERM, SIGINT].map { number in
    // The default action would end the process before the source hears of it.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { arrived.yield(number) }
    source.resume()
    return source
  }
  defer { for source in sources { source.cancel() } }
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await work() }
    group.addTask { for await _ in signals { break } }
    try await group.next()
    group.cancelAll()
    while try await group.next() != nil {}
  }
}
