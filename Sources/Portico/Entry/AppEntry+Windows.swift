import FlowRuntime

/// The windows of an app share one running flow.
extension AppEntry {
  /// Launches the flow, and returns when the task is cancelled, or when the flow cannot be run.
  ///
  /// Each window of an app may call it: they share one running flow, which ends with the last of them. A second
  /// launch continues where the first one was.
  public func run() async {
    let (window, end) = openWindow()
    for await _ in end {}
    await closeWindow(window)
  }

  private func openWindow() -> (Int, AsyncStream<Never>) {
    let (end, ended) = AsyncStream.makeStream(of: Never.self)
    lastWindow += 1
    windows[lastWindow] = ended
    begin()
    return (lastWindow, end)
  }

  private func closeWindow(_ window: Int) async {
    windows[window] = nil
    guard windows.isEmpty, let life else { return }
    life.cancel()
    await life.value
  }

  private func begin() {
    guard life == nil, !isStill else { return }
    life = Task {
      await live()
      let wasLeft = Task.isCancelled
      life = nil
      // A window may have opened while the flow was ending for the last one.
      if wasLeft, !windows.isEmpty { return begin() }
      for ended in windows.values { ended.finish() }
    }
  }

  /// Ends the flow for all windows, once its requests are answered or a second has passed: a sign-out that was just asked
  /// for must not be asked for again when the flow runs next, for another user.
  func finish() {
    let others = windows
    let (window, _) = openWindow()
    for ended in others.values { ended.finish() }
    Task { [clock, runtime] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await runtime?.answered() }
        group.addTask { await clock.sleep(clock.now() + Self.waitForAnswers) }
        await group.next()
        group.cancelAll()
      }
      await closeWindow(window)
    }
  }

  /// Milliseconds.
  private nonisolated static let waitForAnswers: Int64 = 1_000
}
