import FlowMachine
import FlowRuntime

/// What the app and its device report to a flow.
extension AppEntry {
  /// A signal of the flow, such as a deep link. One that the flow does not declare is ignored; one that comes before
  /// the flow runs waits for it.
  public func signal(_ name: SignalName, _ value: JSONValue = .null) {
    hear(.signal(name.rawValue, value))
  }

  /// A fact of place `device`. One that the flow does not declare is ignored.
  public func tell(_ name: FactName, _ value: JSONValue) { hear(.fact(name.rawValue, value)) }

  /// Call this with the URL that opened the app, such as that of `onOpenURL`: it may be the return from a
  /// sign-in provider's page (CMP-7). It may be called before the flow was launched.
  ///
  /// - Returns: false if it is not a return from a provider, but the app's own, such as a deep link.
  @discardableResult
  public func returned(to address: String) async -> Bool {
    guard let parts = try? usableParts() else { return false }
    return await parts.returned(address)
  }

  /// Call this with the URL that opened the app, such as that of `onOpenURL`, at any time: a return from a provider
  /// goes on with the sign-in, anything else is the signal `link` of the topmost flow that declares it.
  ///
  /// The same address twice in one turn of the main actor is one link: the system delivers it to every view.
  public func opened(by address: String) async { await receive(address).value }

  func hear(_ news: DeviceEvent) {
    // Also where the flow does not ask for the network: pending calls may be sent now.
    if news == .fact("network", .flag(true)) { cameBack() }
    guard let input = flow.input(news), !early.keeps(news) else { return }
    send(input)
  }

  /// The app entered the foreground.
  public func enterForeground() {
    cameBack()
    if let offset = parts?.utcOffset() { hear(.fact("utcOffset", .number(Int64(offset)))) }
    send(.foreground(true))
  }

  /// The app entered the background; timers that pause in the background pause.
  public func enterBackground() { send(.foreground(false)) }

  /// Reports that the stored data may be readable now: after the first unlock, or when space was
  /// freed.
  public func storageMayWork() { runtime?.storageMayWork() }

  private func cameBack() {
    guard let parts, runtime != nil else { return }
    Task { await parts.cameBack() }
  }
}
