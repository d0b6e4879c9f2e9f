import FlowSimulation
public import Portico

/// Where a test of the shipped flow `entry` begins. A UI test chooses it by its name, in a launch argument of the app.
public enum EntryState: String, CaseIterable, Sendable {
  /// The chooser of the ways to sign in, on a new installation.
  case signedOut
  /// An account was registered, and the code from its mail is asked for.
  case codeAsked
  /// Home, for a user who signed in with a password.
  case signedIn
}

extension FlowTestStore {
  /// A store of the shipped flow `entry`, with the account as the one way to sign in. Requests without a stated response
  /// get the flow's simulated one, and only what a step states has to be so.
  ///
  /// - Parameters:
  ///   - state: where the test begins.
  ///   - configuration: more of the flow's own, by name.
  ///   - language: a BCP 47 tag.
  ///   - report: see `FlowTestStore.init`.
  public static func entry(
    _ state: EntryState, configuration: [String: JSONValue] = [:], language: String = "en",
    report: ((FlowTestFailure) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) throws -> FlowTestStore {
    let own: [String: JSONValue] = [
      "experiments": false, "signInByPhone": false, "signInByProvider": false, "push": false,
    ]
    let store = try FlowTestStore(
      .entry, configuration: own.merging(configuration) { $1 },
      device: ["session": "absent", "network": true], language: language, exhaustivity: .stated,
      report: report, file: file, line: line)
    store.usesSimulatedAnswers = true
    try store.launch(file: file, line: line) { _ in }
    // The flow's simulated answers take a moment each.
    try store.advance(by: .seconds(5), file: file, line: line)
    switch state {
    case .signedOut: break
    case .codeAsked:
      try store.toAccount(file, line)
      try store.tap("register", file: file, line: line)
      try store.fillIn(file, line)
      try store.advance(by: .seconds(5), file: file, line: line) {
        $0.screen = "account.confirming.confirm"
      }
    case .signedIn:
      try store.toAccount(file, line)
      try store.fillIn(file, line)
      try store.advance(by: .seconds(5), file: file, line: line) { $0.screen = "home" }
    }
    return store
  }

  /// A store of the account centre, the flow `settings`, at its menu, for a signed-in user. The rest is as in `entry(_:)`.
  ///
  /// - Parameters:
  ///   - language: a BCP 47 tag.
  ///   - report: see `FlowTestStore.init`.
  public static func account(
    language: String = "en", report: ((FlowTestFailure) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> FlowTestStore {
    let store = try FlowTestStore(
      .settings, language: language, exhaustivity: .stated,
      report: report, file: file, line: line)
    store.usesSimulatedAnswers = true
    try store.launch(file: file, line: line) { _ in }
    try store.advance(by: .seconds(5), file: file, line: line) { $0.screen = "menu" }
    return store
  }

  /// Past the chooser, where there is one.
  private func toAccount(_ file: StaticString, _ line: UInt) throws {
    if element("account") != nil { try tap("account", file: file, line: line) }
  }

  private func fillIn(_ file: StaticString, _ line: UInt) throws {
    try type("ada@example.org", into: "email", file: file, line: line)
    try type("a long password", into: "password", file: file, line: line)
    try tap("submit", file: file, line: line)
  }
}
