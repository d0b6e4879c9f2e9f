public import Portico

/// The state of a flow, and its visible effects in one step: everything that a test states.
public struct FlowState: Equatable, Sendable {
  /// The name of the current screen, or nil before the first.
  public var screen: ScreenName?
  /// Topmost last.
  public var overlays: [OverlayName] = []
  /// Whether the screen offers a way back.
  public var canGoBack = false
  /// Facts that the flow sets, by name; absent facts and secrets are omitted.
  public var facts: [FactName: JSONValue] = [:]
  /// The secret facts that are present.
  public var secrets: Set<FactName> = []
  /// Requests that are not idle.
  public var requests: [RequestName: Status] = [:]
  /// The app's running services, in order.
  public var services: [String] = []
  /// The requests that the step sent, in order.
  public var sent: [RequestName] = []
  /// The short messages that the step showed.
  public var toasts: [String] = []
  /// The addresses that the step opened.
  public var opened: [String] = []
  /// The messages that the app received by `perform`.
  public var told: [String] = []

  /// The texts of the topmost screen or overlay, from top to bottom: its title, and headings, texts, labels and hints of its
  /// elements. Compared if a step states them, or with `Exhaustivity.screen`.
  public var texts: [String] = []
  /// What is wrong with the values of its fields, for people, by the field's id. Compared like the texts.
  public var problems: [ElementName: String] = [:]
  /// The ids of its elements that can be used now. Compared like the texts.
  public var enabled: Set<ElementName> = []

  /// The status of a request that is not idle.
  public enum Status: Equatable, Sendable {
    case running
    case succeeded
    /// With its class, such as `offline`.
    case failed(String)
  }
}

/// How much of what happens a test has to state.
public enum Exhaustivity: Sendable {
  /// Everything that changes, and everything that the topmost screen shows.
  case screen
  /// Everything that changes but texts, problems and what can be used: those only if they are stated.
  case state
  /// Only what a step states has to be so.
  case stated
}

extension FlowState {
  /// What a step's closure begins with: what it need not state is as it is.
  ///
  /// - Parameter last: the state before the step.
  func expected(from last: FlowState, _ exhaustivity: Exhaustivity) -> FlowState {
    guard exhaustivity != .stated else { return self }
    var stated = last
    (stated.sent, stated.toasts, stated.opened, stated.told) = ([], [], [], [])
    if exhaustivity == .state {
      (stated.texts, stated.problems, stated.enabled) = (texts, problems, enabled)
    }
    return stated
  }

  /// What differs from the stated state, one line each.
  func differences(from stated: FlowState) -> [String] {
    var lines: [String] = []
    func compare<Value: Equatable>(_ name: String, _ path: KeyPath<FlowState, Value>) {
      let (expected, found) = (stated[keyPath: path], self[keyPath: path])
      if expected != found {
        lines.append("\(name): stated \(words(expected)), is \(words(found))")
      }
    }
    func compare<Name: FlowName, Value: Equatable>(
      _ name: String, _ path: KeyPath<FlowState, [Name: Value]>
    ) {
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
    compare("texts", \.texts)
    compare("problems", \.problems)
    if stated.enabled != enabled {
      lines.append("enabled: stated \(stated.enabled.sorted()), is \(enabled.sorted())")
    }
    return lines
  }

  private func words<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
}
