/// What the flow tells an entry, carried over to the main actor in its order.
struct EntryDeeds: Sendable {
  typealias Deed = @MainActor @Sendable (AppEntry) -> Void

  let deeds: AsyncStream<Deed>
  private let poster: AsyncStream<Deed>.Continuation

  init() {
    (deeds, poster) = AsyncStream.makeStream()
  }

  func post(_ deed: @escaping Deed) { poster.yield(deed) }
}
