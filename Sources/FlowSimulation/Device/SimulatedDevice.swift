// FlowSimulation: a device on which nothing happens by itself.
//
// Owns: a simulated clock, network, server, storage and lifecycle of an app that runs a flow;
// scripts that act as a user on it, their expectations and verdicts; and the check that a kill at
// any point changes nothing in the end. Must not: read a clock, draw randomness, open a socket or a
// file, parse YAML. Time moves only when told to.

package import FlowMachine
package import FlowRuntime

/// A device with one app on it, whose entry is one flow.
///
/// Single-threaded and deterministic: the same calls give the same trace. Nothing throws when the
/// app is killed: it is simply no longer running.
package final class SimulatedDevice {
  package struct Settings: Sendable {
    package var seed: UInt64 = 1
    /// The start time in milliseconds since 1970.
    package var start: Int64 = 1_700_000_000_000
    package var language: Text = []
    /// Configuration, and facts of place `device` at the first launch.
    package var facts: [FactChange] = []
    /// What an earlier installation left in secure storage.
    package var secrets: [PlayScript.Secret] = []
    /// The app's preferences at the start.
    package var preferences: [PlayScript.Preference] = []

    package init() {}
  }

  /// The version of the flow that the installed app has.
  package private(set) var flow: Flow
  package let clock: VirtualClock
  package let journal = SimulatedJournal()
  package let secrets = SimulatedSecrets()
  package let preferences = SimulatedPreferences()
  package let network: SimulatedNetwork
  package let world: SimulatedWorld
  package let language: Text
  /// The running app, or nil.
  package private(set) var driver: FlowDriver?
  /// Why the last launch failed.
  package private(set) var launchFailure: LaunchFailure?
  /// How often the app was killed.
  package private(set) var killCount = 0
  /// The state of the flow in memory when the app was last killed.
  private(set) var lastMachine: FlowMachine?
  /// Secrets that were typed and not sent when the app was last killed.
  package private(set) var lostSecrets: [FactID] = []
  /// The flow ran in an endless loop and was stopped.
  package private(set) var isEndless = false
  /// The number of answers taken at the current time.
  private var taken = (at: Int64.min, count: 0)
  var outside: (any SimulatedOutside)?
  /// Fails writes, counted over all parts of storage.
  var writeFault: WriteFault?
  private let watch: DeviceWatch
  private var facts: [FactID: FactValue] = [:]
  private var isUpdated = false

  package init(_ flow: Flow, _ settings: Settings = Settings()) {
    self.flow = flow
    clock = VirtualClock(settings.start)
    watch = DeviceWatch(flow, journal, seed: settings.seed)
    network = SimulatedNetwork(flow, clock)
    world = SimulatedWorld(network)
    language = settings.language
    for change in settings.facts { facts[change.fact] = change.value }
    for secret in settings.secrets {
      let name = SecretName(fact: flow.blob(flow.tables.facts[Int(secret.fact)].name))
      secrets.values[name] = secret.value
    }
    for preference in settings.preferences {
      preferences.values[flow.blob(flow.tables.facts[Int(preference.fact)].name)] = preference.json
    }
  }

  package var isRunning: Bool { driver != nil }
  package var now: Int64 { clock.now }

  // MARK: Observing

  /// Receives the machine's trace; set it before the app is launched, like `record`.
  package var trace: ((Text) -> Void)? {
    get { watch.trace }
    set { watch.trace = newValue }
  }

  package var record: ((Text) -> Void)? {
    get { watch.record }
    set { watch.record = newValue }
  }

  /// Called at each point, before the decision whether the app is killed there.
  package var look: ((HostPoint) -> Void)? {
    get { watch.look }
    set { watch.look = newValue }
  }

  package var notices: [Notice] { watch.notices }

  /// What the app was about to do when it was last killed at a point.
  package var lastPoint: HostPoint? { watch.lastPoint }

  /// The inputs and actions of the host; set it before the app is launched.
  var log: HostLog? {
    get { watch.log }
    set { watch.log = newValue }
  }

  var killer: Killer {
    get { watch.killer }
    set { watch.killer = newValue }
  }

  // MARK: Lifecycle

  /// Starts the app, which continues where its journal left off.
  package func launch() {
    guard driver == nil else { return }
    launchFailure = nil
    outside?.launch(at: now)
    _ = hear()
    let launchFacts = LaunchFacts(
      facts: facts.sorted { $0.key < $1.key }.map { FactChange($0.key, $0.value) },
      isUpdated: isUpdated)
    var host = FlowHost(
      journal: journal, secrets: secrets, preferences: preferences, outlet: world)
    writeFault?.stand(before: &host)
    do throws(LaunchFailure) {
      driver = try FlowDriver(
        flow, host: host, facts: launchFacts, language: language,
        clock: { [clock] in clock.now }, entropy: { [watch] in watch.draw() },
        inspection: watch.inspection)
      isUpdated = false
      takeDeliveries()
    } catch {
      launchFailure = error
      if error == .killed { die() }
    }
  }

  /// Kills the process without notice, as when the system needs memory.
  package func kill() {
    if driver != nil { die() }
  }

  /// The device loses power: whatever was not forced to disk is lost too.
  package func losePower() {
    kill()
    journal.loseUnforced()
  }

  /// Kills the app at the next point of a kind, whenever it comes.
  package func kill(at moment: KillMoment) { killer.arm(moment) }

  /// Kills the app at whatever it does next.
  package func killAtNextPoint() { killer.fatalPoint = killer.pointCount + 1 }

  /// Cancels a kill that has not happened yet.
  package func spare() {
    killer.disarm()
    journal.endTearing()
  }

  /// Deletes and reinstalls the app: secure storage stays, as in a keychain.
  package func reinstall() {
    kill()
    log?.reinstalled()
    journal.wipe()
    preferences.values = [:]
    isUpdated = false
  }

  /// Installs a newer version of the app that has the same version of the flow.
  package func update() {
    kill()
    isUpdated = true
  }

  /// Installs an app with a later version of the flow: what is stored stays, and so does what the device tells.
  package func install(_ newer: Flow) {
    update()
    let told = facts.map { FactChange($0.key, $0.value) }
    facts = [:]
    for change in told {
      guard let own = flow.counterpart(of: change, in: newer) else { continue }
      facts[own.fact] = own.value
    }
    // They are told by the numbers of the earlier version.
    lastMachine = nil
    lostSecrets = []
    flow = newer
    network.flow = newer
    watch.flow = newer
  }

  private func die() {
    log?.killed()
    lostSecrets = driver?.process.heldSecrets ?? []
    lastMachine = driver?.machine
    driver = nil
    killCount += 1
    journal.endTearing()
    world.forgetProcess()
  }

  // MARK: Inputs and time

  /// Passes an input to the running app; responses that are due at once arrive after it.
  ///
  /// - Returns: the report of the step, or nil if the app was not running or was killed in it.
  @discardableResult
  package func run(_ body: (FlowDriver) throws(Killed) -> StepReport) -> StepReport? {
    guard let report = step(body) else { return nil }
    takeDeliveries()
    return report
  }

  @discardableResult
  package func send(_ input: Input) -> StepReport? {
    run { driver throws(Killed) in try driver.send(input) }
  }

  /// Reports a fact of place `device` to the app, or to its next launch.
  package func tell(_ fact: FactID, _ value: FactValue) {
    note(fact, value)
    send(.told(fact, value))
  }

  /// Sets what the next launch finds.
  func note(_ fact: FactID, _ value: FactValue) { facts[fact] = value }

  /// Passes an input, without processing what is due after it.
  func inform(_ input: Input) {
    _ = step { driver throws(Killed) in try driver.send(input) }
  }

  private func step(_ body: (FlowDriver) throws(Killed) -> StepReport) -> StepReport? {
    guard let driver else { return nil }
    do throws(Killed) {
      let report = try body(driver)
      if report.isEndless { isEndless = true }
      return report
    } catch {
      die()
      return nil
    }
  }

  /// When something happens next by itself, or nil.
  package var nextEvent: Int64? {
    guard let driver else { return nil }
    return [driver.process.nextDeadline, network.nextDelivery].compactMap { $0 }.min()
  }

  /// Advances the time; deadlines and responses come at their times.
  package func advance(by milliseconds: Int64) {
    let end = clock.now + milliseconds
    var events = 0
    while let next = nextEvent, next <= end, events < Self.mostEvents {
      events += 1
      happen(at: next)
    }
    clock.move(to: end)
  }

  /// A flow that polls every second does so for a day; one in an endless loop is stopped.
  private static let mostEvents = 100_000
  /// More answers than this without any time passing are an endless loop.
  private static let mostAtOnce = 10_000

  /// Advances to the next event, however long that takes.
  ///
  /// - Parameter limit: at most up to this time.
  /// - Returns: false if nothing happens until then.
  @discardableResult
  package func advanceToNextEvent(until limit: Int64 = .max) -> Bool {
    guard let next = nextEvent, next <= limit else { return false }
    happen(at: next)
    return true
  }

  private func happen(at time: Int64) {
    clock.move(to: time)
    if let deadline = driver?.process.nextDeadline, deadline <= clock.now {
      _ = step { driver throws(Killed) in try driver.passTime() }
    }
    takeDeliveries()
  }

  private func takeDeliveries() {
    repeat { takeAnswers() } while !isEndless && driver != nil && hear()
  }

  private func takeAnswers() {
    while !isEndless, let delivery = driver == nil ? nil : network.takeDelivery() {
      if clock.now != taken.at { taken = (clock.now, 0) }
      taken.count += 1
      if taken.count > Self.mostAtOnce { isEndless = true }
      let written = journal.recordCount
      let request = network.close(delivery.send)
      let report = step { driver throws(Killed) in
        try driver.answer(delivery.answer, to: delivery.send)
      }
      // Killed before it was recorded: the send that repeats this one gets the same response.
      if report != nil || journal.recordCount > written, let request {
        network.countTurn(of: request)
      }
    }
  }
}
