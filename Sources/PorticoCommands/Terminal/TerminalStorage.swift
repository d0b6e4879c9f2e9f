package import FlowMachine
import FlowRuntime
import Foundation
import PorticoLive
import Statechart

/// Preferences and secrets of a flow in the terminal: kept while the program runs, over a relaunch
/// within it.
package final class TerminalStorage: SecretStorage, PreferenceStorage, @unchecked Sendable {
  // Unchecked: both maps are read and written under `lock` only.
  private let lock = NSLock()
  private var secrets: [SecretName: Text] = [:]
  private var preferences: [Text: Text] = [:]
  private let markKey = MarkKey()

  package init() {}

  package func names() -> [SecretName] { lock.withLock { Array(secrets.keys) } }
  package func read(_ name: SecretName) -> Text? { lock.withLock { secrets[name] } }

  package func hash(_ secret: Text, as name: SecretName) -> Text { markKey.hash(secret, as: name) }

  package func write(_ changes: [SecretChange]) {
    lock.withLock {
      for change in changes { secrets[change.name] = change.value }
    }
  }

  package func read(_ name: Text) -> Text? { lock.withLock { preferences[name] } }
  package func write(_ name: Text, _ value: Text?) { lock.withLock { preferences[name] = value } }
}

/// The answers that a flow declares as simulated, each in its turn.
actor SimulatedAnswers {
  private let flow: Flow
  private let clock: RuntimeClock
  private var turns: [Text: Int] = [:]

  init(_ flow: Flow, _ clock: RuntimeClock) {
    self.flow = flow
    self.clock = clock
  }

  /// Waits as long as the flow says, then answers.
  package func answer(_ call: OutgoingCall) async -> Answer {
    let rows = Array(flow.tables.simulated[call.row.simulated.indices])
    guard !rows.isEmpty else { return .received(status: 200, body: Array("{}".utf8)) }
    let turn = turns[call.request, default: 0]
    turns[call.request] = turn + 1
    let row = rows[turn % rows.count]
    await clock.sleep(clock.now() + Int64(row.delay))
    return .received(status: row.status, body: flow.blob(row.body))
  }
}
