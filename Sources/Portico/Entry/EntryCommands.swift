/// The commands of the flow to an entry, passed to the main actor in order.
struct EntryCommands: Sendable {
  typealias Command = @MainActor @Sendable (AppEntry) -> Void

  let commands: AsyncStream<Command>
  private let poster: AsyncStream<Command>.Continuation

  init() {
    (commands, poster) = AsyncStream.makeStream()
  }

  func post(_ command: @escaping Command) { poster.yield(command) }
}
