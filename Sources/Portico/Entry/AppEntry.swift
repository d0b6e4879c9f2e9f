package import FlowMachine
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
  /// The words around the screens that the flow gives in that language.
  package internal(set) var givenWords: [FrameWord: String] = [:]
  /// Whether the flow is running, and if not, why.
  public internal(set) var phase = Phase.notLaunched
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
  package internal(set) var inputsTaken = 0
  var inputsSent = 0

  let flow: Flow
  /// Why it can never run, whatever the device says (`AppFlow.problem`).
  private let flowProblem: String?
  private let makeParts: MakeParts
  let clock: RuntimeClock
  let configuration: [String: JSONValue]
  var parts: EntryParts?
  private(set) var runtime: FlowRuntime?
  /// Runs the flow for all windows.
  var life: Task<Void, Never>?
  /// Ends the wait of each caller of `run`.
  var windows: [Int: AsyncStream<Never>.Continuation] = [:]
  var lastWindow = 0
  /// Whether it shows a scene and runs nothing (`showing`).
  var isStill = false
  /// Takes the inputs where no runtime does.
  @ObservationIgnored var receiver: EntryInputs?
  /// What was reported before the flow could take it, oldest first.
  var early = EarlyEvents()
  /// How it opens other flows of the app; nil where it has no session to share.
  @ObservationIgnored package var opener: FlowOpener?
  @ObservationIgnored var madeAccount: AccountFlow?
  /// Shared by the flows that are visible together; `linkPlace` is this one's among them.
  @ObservationIgnored var links = LinkRouter()
  @ObservationIgnored var linkPlace = 0
  /// Links that came while storage could not be read.
  @ObservationIgnored var unreadLinks: [String] = []
  /// Called with each scene that is shown.
  @ObservationIgnored var sceneChanged: (@MainActor (EntryScene) -> Void)?
  /// What the user chose while it runs, a BCP 47 tag; nil for the language of its parts.
  @ObservationIgnored var chosenLanguage: String?

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
    flowProblem = flow.problem
    self.configuration = configuration
    self.clock = clock
    makeParts = parts
  }

  // MARK: Lifecycle

  func live() async {
    if let flowProblem {
      phase = .refused(flowProblem)
      return
    }
    while !Task.isCancelled {
      do throws(LaunchFailure) {
        let parts = try usableParts()
        if let problem = problem(parts) {
          phase = .refused(problem)
          return
        }
        receiveUnread()
        try await launch(parts)
        phase = .notLaunched
        return
      } catch {
        switch error {
        case .unreadable(_, .ownedElsewhere): phase = .ownedElsewhere
        case .unreadable(.folder, .broken(let words)):
          phase = .refused("The app's storage cannot be used: \(words).")
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
    if let flowProblem { throw .unreadable(.folder, .broken(flowProblem)) }
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
    let wanted = Array((chosenLanguage ?? parts.language).utf8)
    language = flow.languageTag(flow.language(wanted))
    // Also for what is shown where the journal cannot be had.
    givenWords = flow.words(in: language)
    let facts = launchFacts(parts, told: await parts.deviceFacts())
    let journal: any JournalStorage & Sendable
    do throws(StorageFailure) {
      journal = try parts.journal()
    } catch {
      throw .unreadable(.journal, error)
    }
    let commands = EntryCommands()
    let runtime = FlowRuntime(
      flow, runtimeParts(parts, journal, commands), facts: facts, language: wanted)
    self.runtime = runtime
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

  // MARK: Inputs

  func send(_ input: Input) { _ = post(input) }

  /// Sends an input to the flow.
  ///
  /// - Returns: its number: it is taken once `inputsTaken` has reached it. Without a running flow, that of the last one.
  func post(_ input: Input) -> Int { count({ $0.send(input) }, { $0.send(input) }) }

  func postSecret(_ text: Text, into element: ElementID) -> Int {
    count({ $0.type(text, into: element) }, { $0.type(text, element) })
  }

  private func count(
    _ send: (FlowRuntime) -> Void, _ pass: (EntryInputs) -> Void
  ) -> Int {
    if let runtime {
      inputsSent += 1
      send(runtime)
    } else if let receiver {
      inputsSent += 1
      pass(receiver)
    }
    return inputsSent
  }
}
