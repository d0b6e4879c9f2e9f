import FlowMachine
import FlowRuntime
import FlowSimulation
public import Portico

extension AppEntry {
  /// The shipped flow `entry` on a simulated device, where its screens can be used: for previews, and for UI tests that choose a
  /// state by a launch argument. Nothing is stored and no network is needed.
  ///
  /// ```swift
  /// #Preview { PorticoView(try! .simulated(at: .codeAsked)) }
  /// ```
  ///
  /// Requests get the flow's own simulated responses. Time does not pass by itself: five seconds pass after each input,
  /// which answers it.
  ///
  /// - Parameters:
  ///   - state: where it begins.
  ///   - configuration: more of the flow's own, by name.
  ///   - language: a BCP 47 tag.
  /// - Throws: `FlowTestFailure` if the configuration does not lead to that state.
  @MainActor public static func simulated(
    at state: EntryState, configuration: [String: JSONValue] = [:], language: String = "en"
  ) throws -> AppEntry {
    let store = try FlowTestStore.entry(state, configuration: configuration, language: language)
    return SimulatedRun.entry(.entry, store)
  }

  /// The same for a flow of the app's own, at its first screen.
  ///
  /// ```swift
  /// #Preview { PorticoView(try! .simulated(.tour)) }
  /// ```
  ///
  /// - Parameters:
  ///   - flow: the flow.
  ///   - configuration: the flow's own, by name.
  ///   - facts: facts of place `device` at the launch.
  ///   - language: a BCP 47 tag.
  ///   - prepare: leads to where it begins, by steps of the store; states responses, too.
  /// - Throws: `FlowTestFailure` if the flow cannot be run, has no such name, or a step fails.
  @MainActor public static func simulated(
    _ flow: AppFlow, configuration: [String: JSONValue] = [:],
    device facts: [FactName: JSONValue] = [:], language: String = "en",
    prepare: (FlowTestStore) throws -> Void = { _ in }
  ) throws -> AppEntry {
    let store = try FlowTestStore(
      flow, configuration: configuration, device: facts, language: language, exhaustivity: .stated)
    store.usesSimulatedAnswers = true
    try store.launch { _ in }
    try store.advance(by: .seconds(5))
    try prepare(store)
    return SimulatedRun.entry(flow, store)
  }
}

/// What an entry on a simulated device does with its inputs. The entry keeps it.
@MainActor private final class SimulatedRun {
  weak var entry: AppEntry?
  private let store: FlowTestStore

  private init(_ store: FlowTestStore) { self.store = store }

  static func entry(_ flow: AppFlow, _ store: FlowTestStore) -> AppEntry {
    let run = SimulatedRun(store)
    let entry = AppEntry(flow, to: EntryInputs(send: run.send, type: run.type))
    run.entry = entry
    run.draw()
    return entry
  }

  func send(_ input: Input) {
    store.device.send(input)
    show()
  }

  func type(_ text: Text, _ element: ElementID) {
    _ = store.device.run { driver throws(Killed) in try driver.type(text, into: element) }
    show()
  }

  private func show() {
    // What is typed quickly need not wait for anything.
    store.device.advance(by: 5_000)
    draw()
  }

  private func draw() {
    guard let entry, let driver = store.device.driver else { return }
    entry.show(store.scene, language: store.device.flow.languageTag(driver.language))
  }
}
