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
    let run = SimulatedRun(store)
    let entry = AppEntry(.entry, to: EntryInputs(send: run.send, type: run.type))
    run.entry = entry
    entry.show(store.scene, language: language)
    return entry
  }
}

/// What an entry on a simulated device does with its inputs. The entry keeps it.
@MainActor private final class SimulatedRun {
  weak var entry: AppEntry?
  private let store: FlowTestStore

  init(_ store: FlowTestStore) { self.store = store }

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
    guard let entry, let driver = store.device.driver else { return }
    store.device.advance(by: 5_000)
    entry.show(store.scene, language: store.device.flow.languageTag(driver.language))
  }
}
