import FlowMachine
import FlowRuntime

extension AppEntry {
  /// An entry that shows a scene and runs nothing: for the previews of an app's views, and for pictures of them.
  ///
  /// ```swift
  /// let screen = Screen(
  ///   view: "signIn", title: "Sign in",
  ///   elements: [Element(id: 1, name: "email", kind: .field(.init(content: .email)), text: "Email")])
  /// PorticoView(.showing(EntryScene(screen: screen)))
  /// ```
  ///
  /// - Parameters:
  ///   - scene: what is visible. It never changes; inputs are ignored.
  ///   - language: of its texts, a BCP 47 tag.
  public static func showing(_ scene: EntryScene, language: String = "en") -> AppEntry {
    // Without a run, neither the flow nor the clock is ever asked for anything.
    let clock = RuntimeClock(now: { 0 }, sleep: { _ in })
    let entry = AppEntry(.account, clock: clock) { () throws(StorageFailure) in throw .locked }
    entry.isStill = true
    entry.scene = scene
    entry.language = language
    return entry
  }

  /// An entry that shows what it is given, and passes its inputs on: for a flow on a simulated device.
  package convenience init(_ flow: AppFlow, to receiver: EntryInputs) {
    // Without a run, the clock is never asked for anything.
    let clock = RuntimeClock(now: { 0 }, sleep: { _ in })
    self.init(flow, clock: clock) { () throws(StorageFailure) in throw .locked }
    isStill = true
    self.receiver = receiver
  }

  /// The flow that runs elsewhere has taken all inputs, and shows a scene.
  package func show(_ next: EntryScene, language: String) {
    if next != scene { scene = next }
    self.language = language
    inputsTaken = inputsSent
    phase = .running
    for news in early.open() { hear(news) }
  }
}
