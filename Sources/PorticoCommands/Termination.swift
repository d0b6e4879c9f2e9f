import Dispatch
import Foundation

/// Runs until the work ends, or until SIGTERM or SIGINT: then the work is cancelled and waited for.
///
/// The work begins once both signals are heard. Dispatch registers its sources on a thread of its own, and a signal that
/// came before would be lost: whoever sent it would wait for ever. Before the work begins it ends the process.
package func untilTermination(_ work: @escaping @Sendable () async throws -> Void) async throws {
  let (signals, arrived) = AsyncStream.makeStream(of: Int32.self)
  let (registrations, registered) = AsyncStream.makeStream(of: Int32.self)
  let sources = [SIGTERM, SIGINT].map { number in
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { arrived.yield(number) }
    source.setRegistrationHandler {
      #if canImport(Darwin)
      // Elsewhere Dispatch replaces the default action, which would end the process, itself.
      signal(number, SIG_IGN)
      #endif
      registered.yield(number)
    }
    source.resume()
    return source
  }
  defer { for source in sources { source.cancel() } }
  for await _ in registrations.prefix(sources.count) {}
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await work() }
    group.addTask { for await _ in signals { break } }
    try await group.next()
    group.cancelAll()
    while try await group.next() != nil {}
  }
}
