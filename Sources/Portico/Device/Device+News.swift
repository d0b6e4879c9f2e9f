extension Device {
  /// Adds what else the device reports unasked. The earlier reports stay, such as that of the network.
  ///
  /// ```swift
  /// var device = Device.system
  /// device.add { location.news() }
  /// ```
  ///
  /// - Parameter news: called at each launch of a flow, on any thread.
  public mutating func add(news more: @escaping @Sendable () -> AsyncStream<DeviceEvent>) {
    let earlier = news
    news = { Self.merged([earlier(), more()]) }
  }

  /// The events of all streams as they come; ends with the last of them.
  package static func merged(_ streams: [AsyncStream<DeviceEvent>]) -> AsyncStream<DeviceEvent> {
    let (merged, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for stream in streams {
          group.addTask { for await item in stream { continuation.yield(item) } }
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return merged
  }
}
