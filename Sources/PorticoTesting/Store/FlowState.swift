public import Portico

/// The state of a flow, and its visible effects in one step: everything that a test states.
public struct FlowState: Equatable, Sendable {
  /// The name of the current screen, or nil before the first.
  public var screen: String?
  /// Topmost last.
  public var overlays: [String] = []
  /// Whether the screen offers a way back.
  public var canGoBack = false
  /// Facts that the flow sets, by name; absent facts and secrets are omitted.
  public var facts: [String: JSONValue] = [:]
  /// The secret facts that are present.
  public var secrets: Set<String> = []
  /// Requests that are not idle.
  public var requests: [String: Status] = [:]
  /// The app's running services, in order.
  public var services: [String] = []
  /// The requests that the step sent, in order.
  public var sent: [String] = []
  /// The short messages that the step showed.
  public var toasts: [String] = []
  /// The addresses that the step opened.
  public var opened: [String] = []
  /// The messages that the app received by `perform`.
  public var told: [String] = []

  /// The status of a request that is not idle.
  public enum Status: Equatable, Sendable {
    case running
    case succeeded
    /// With its class, such as `offline`.
    case failed(String)
  }
}

extension FlowState {
  /// What differs from the stated state, one line each.
  func differences(from stated: FlowState) -> [String] {
    var lines: [String] = []
    func compare<Value: Equatable>(_ name: String, _ path: KeyPath<FlowState, Value>) {
      let (expected, found) = (stated[keyPath: path], self[keyPath: path])
      if expected != found {
        lines.append("\(name): stated \(words(expected)), is \(words(found))")
      }
    }
    func compare<Value: Equatable>(_ name: String, _ path: KeyPath<FlowState, [String: Value]>) {
      let (expected, found) = (stated[keyPath: path], self[keyPath: path])
      for key in Set(expected.keys).union(found.keys).sorted() where expected[key] != found[key] {
        lines.append(
          "\(name)[\"\(key)\"]: stated \(words(expected[key])), is \(words(found[key]))")
      }
    }
    if stated.screen != screen {
      lines.append("screen: stated \(words(stated.screen)), is \(words(screen))")
    }
    compare("overlays", \.overlays)
    compare("canGoBack", \.canGoBack)
    compare("facts", \.facts)
    if stated.secrets != secrets {
      lines.append("secrets: stated \(stated.secrets.sorted()), is \(secrets.sorted())")
    }
    compare("requests", \.requests)
    compare("services", \.services)
    compare("sent", \.sent)
    compare("toasts", \.toasts)
    compare("opened", \.opened)
    compare("told", \.told)
    return lines
  }

  private func words<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
}
