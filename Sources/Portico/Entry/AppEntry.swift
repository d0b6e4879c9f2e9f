import FlowMachine
package import FlowRuntime
public import Observation

/// The entry of an app, from the tap on its icon: runs a flow and holds what is visible.
///
/// A view draws `scene` and calls `tap`, `type` and the others; every change produces another
/// scene. Nothing here blocks: an input goes into the flow's mailbox and is processed in order.
@MainActor @Observable
public final class AppEntry {
  /// What is visible; empty until the flow has been launched.
  public internal(set) var scene = EntryScene()
  /// The language of the texts in `scene`, a BCP 47 tag; empty until the flow has been launched.
  public internal(set) var language = ""
  /// Whether the flow is running, and if not, why.
  public private(set) var phase = Phase.notLaunched
  /// Short messages that have not been shown yet, oldest first; `takeToast` removes one.
  public internal(set) var toasts: [String] = []
  /// The app's services that the flow has started, in order.
  public internal(set) var services: [String] = []

  /// The state of an entry.
  public enum Phase: Equatable, Sendable {
    case notLaunched
    case running
    /// The stored data cannot be read now, for instance before the first unlock after a restart.
    /// The launch is retried automatically; nothing has been changed.
    case waitingForStorage
    /// Another process of the app runs the flow. This one continues when that ends.
    case ownedElsewhere
    /// It cannot run, for this reason.
    case refused(String)
  }

  /// How many of the inputs that were sent to the flow `scene` comes after.
  package private(set) var inputsTaken = 0
  private var inputsSent = 0

  let flow: Flow
  private let makeParts: MakeParts
  private let clock: RuntimeClock
  let configuration: [String: JSONValue]
  private var parts: EntryParts?
  private(set) var runtime: FlowRuntime?
  /// Runs the flow for all windows.
  private var life: Task<Void, Never>?
  /// Ends the wait of each caller of `run`.
  private var windows: [Int: AsyncStream<Never>.Continuation] = [:]
  private var lastWindow = 0
  /// Whether it shows a scene and runs nothing (`showing`).
  var isStill = false
  /// What was reported before the flow could take it, oldest first.
  private var early = EarlyEvents()
  /// How it opens other flows of the app; nil where it has no session to share.
  @ObservationIgnored package var opener: FlowOpener?
  @ObservationIgnored private var madeAccount: AccountFlow?
  /// Called with each scene that is shown.
  @ObservationIgnored var sceneChanged: (@MainActor (EntryScene) -> Void)?
  /// What the user chose while it runs, a BCP 47 tag; nil for the language of its parts.
  @ObservationIgnored private var chosenLanguage: String?

  /// Acquires what an entry needs; called again while it throws `locked` or `full`.
  package typealias MakeParts = @Sendable () throws(StorageFailure) -> EntryParts

  /// - Parameters:
  ///   - configuration: the flow's own, by name.
  ///   - clock: for the pauses between launch attempts.
  ///   - parts: called at the first launch, so that an entry can be created before the first
  ///     unlock.
  package init(
    _ flow: AppFlow, configuration: [String: JSONValue] = [:], clock: RuntimeClock,
    parts: @escaping MakeParts
  ) {
    self.flow = flow.flow
    self.configuration = configuration
    self.clock = clock
    makeParts = parts
  }

  // MARK: Lifecycle

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

  /// Shows the flow in another language (a BCP 47 tag): it is launched again, where it was.
  package func show(in language: String) {
    chosenLanguage = language
    life?.cancel()
  }

  /// The account centre with the session of this entry; nil if the entry was made without an identity server.
  public var account: AccountFlow? {
    if madeAccount == nil { madeAccount = opener.map { AccountFlow($0) } }
    return madeAccount
  }

  private func live() async {
    while !Task.isCancelled {
      do throws(LaunchFailure) {
        let parts = try usableParts()
        if let problem = problem(parts) {
          phase = .refused(problem)
          return
        }
        try await launch(parts)
        phase = .notLaunched
        return
      } catch {
        switch error {
        case .unreadable(_, .ownedElsewhere): phase = .ownedElsewhere
        case .unreadable(.folder, .broken(let words)):
          phase = .refused("The app's folder cannot be used: \(words).")
          return
        case .unreadable: phase = .waitingForStorage
        case .refused(let error):
          phase = .refused("The flow cannot be run: \(error).")
          return
        // Only a simulation kills a driver.
        case .killed: return
        }
      }
      await clock.sleep(clock.now() + Self.pauseBeforeNextTry)
    }
  }

  /// Milliseconds.
  private static let pauseBeforeNextTry: Int64 = 500

  func usableParts() throws(LaunchFailure) -> EntryParts {
    if let parts { return parts }
    do throws(StorageFailure) {
      let made = try makeParts()
      parts = made
      return made
    } catch {
      throw .unreadable(.folder, error)
    }
  }

  private func problem(_ parts: EntryParts) -> String? {
    let missing = parts.handlers.missing(for: flow)
    guard missing.isEmpty else {
      return "The flow asks for what the app does not give: \(missing.joined(separator: ", "))."
    }
    let unknown = configuration.keys.sorted().first { fact($0, .configuration) == nil }
    return unknown.map { "The flow has no configuration `\($0)`." }
      ?? flow.addressProblem(configuration)
  }

  private func launch(_ parts: EntryParts) async throws(LaunchFailure) {
    let facts = launchFacts(parts, told: await parts.deviceFacts())
    let journal: any JournalStorage & Sendable
    do throws(StorageFailure) {
      journal = try parts.journal()
    } catch {
      throw .unreadable(.journal, error)
    }
    let commands = EntryCommands()
    let wanted = Array((chosenLanguage ?? parts.language).utf8)
    let runtime = FlowRuntime(
      flow, runtimeParts(parts, journal, commands), facts: facts, language: wanted)
    self.runtime = runtime
    language = flow.languageTag(flow.language(wanted))
    // Inputs that an earlier runtime did not take are lost.
    let before = inputsSent
    let followers = [
      Task { [weak self] in
        for await update in await runtime.updates() {
          // A screen that arrives after the runtime has ended would take no input.
          if let self, self.runtime === runtime { show(update, countingFrom: before) }
        }
      },
      Task { [weak self] in
        for await command in commands.commands { if let self { command(self) } }
      },
      Task { [weak self] in
        for await item in parts.news() { self?.hear(item) }
      },
    ]
    defer {
      for follower in followers { follower.cancel() }
      self.runtime = nil
      early.close()
    }
    // Cancelling the task ends the runtime's mailbox, and with it everything that it started.
    try await runtime.run()
  }

  private func show(_ update: ScreenUpdate, countingFrom before: Int) {
    let next = EntryScene(update.screen)
    if next != scene {
      scene = next
      sceneChanged?(next)
    }
    inputsTaken = before + update.inputsTaken
    phase = .running
    for news in early.open() { hear(news) }
  }

  // MARK: Messages

  /// Removes a message that was shown.
  public func takeToast() {
    if !toasts.isEmpty { toasts.removeFirst() }
  }

  // MARK: Events from the app

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
  /// goes on with the sign-in, anything else is the flow's signal `link`.
  public func opened(by address: String) async {
    if await !returned(to: address) { signal("link", .text(address)) }
  }

  private func hear(_ news: DeviceEvent) {
    // Also where the flow does not ask for the network: pending calls may be sent now.
    if news == .fact("network", .flag(true)) { cameBack() }
    guard let input = flow.input(news), !early.keeps(news) else { return }
    send(input)
  }

  /// The app entered the foreground.
  public func enterForeground() {
    cameBack()
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

  func send(_ input: Input) { _ = post(input) }

  /// Sends an input to the flow.
  ///
  /// - Returns: its number: it is taken once `inputsTaken` has reached it. Without a running flow, that of the last one.
  func post(_ input: Input) -> Int { count { $0.send(input) } }

  func postSecret(_ text: Text, into element: ElementID) -> Int {
    count { $0.type(text, into: element) }
  }

  private func count(_ send: (FlowRuntime) -> Void) -> Int {
    if let runtime {
      inputsSent += 1
      send(runtime)
    }
    return inputsSent
  }
}
