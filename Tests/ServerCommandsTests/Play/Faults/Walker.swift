import FlowMachine
import FlowRuntime
import FlowSimulation
import PorticoCommands
import ServerCommands

/// A patient person with a device: does what a walk says, waits, dismisses what lies on top, starts the
/// app again when it is gone.
final class Walker {
  let device: SimulatedDevice
  private let walk: Walk
  private let person: Person
  private var mind = Walk.Mind()
  /// They signed themselves out.
  private(set) var hasGivenUp = false
  /// The name of what they are after.
  var chapter: String { mind.chapter }
  /// Where they were and what they did, for messages.
  private(set) var trace: [String] = []

  struct Stuck: Error, CustomStringConvertible {
    var description: String
  }

  init(_ walk: Walk, _ device: SimulatedDevice) {
    self.walk = walk
    self.device = device
    person = Person(device: device)
    mind.hasAccount = walk.past != nil
  }

  /// Goes on until a chapter's end is reached.
  func live(_ chapter: Walk.Chapter) throws {
    mind.chapter = chapter.name
    visits = [:]
    start()
    rest()
    for step in chapter.begins { _ = try perform(step) }
    var idle = 0
    for _ in 0..<Self.mostDeeds {
      start()
      rest()
      var sight = Sight(device)
      sight.visits = visits[sight.name, default: 0]
      if device.isEndless { throw Stuck(description: "the flow runs in a circle") }
      if sight.isOverlay {
        dismiss()
      } else if device.isRunning, chapter.isReached(sight) {
        return
      } else if try act(sight, isIdle: idle > 0) || waitForMore() {
        idle = 0
      } else {
        idle += 1
        guard idle < 3 else { throw Stuck(description: "nothing leads on from '\(sight.name)'") }
      }
    }
    throw Stuck(
      description: "'\(chapter.name)' is never reached; at last on '\(Sight(device).name)'")
  }

  private static let mostDeeds = 100
  /// How often they have acted on each screen in this chapter, since they last started over.
  private var visits: [String: Int] = [:]
  /// Where they have filled something in, and not only tapped again.
  private var lastPlace: (name: String, kills: Int)?

  private func start() {
    var tries = 0
    while !device.isRunning, tries < 5 {
      tries += 1
      trace.append("launch")
      device.launch()
    }
  }

  /// Lets what is under way come to its end, but waits for no timer.
  private func rest() {
    let limit = device.now + 400
    while device.isRunning, device.advanceToNextEvent(until: limit) {}
  }

  /// Longer than any timer of the flows.
  private func waitForMore() -> Bool {
    guard device.isRunning else { return true }
    let hasMore = device.advanceToNextEvent(until: device.now + 20 * 60_000)
    return hasMore
  }

  private func dismiss() {
    guard let overlay = device.driver?.machine.shownOverlays.last else { return }
    trace.append("dismiss")
    device.send(.dismiss(overlay))
  }

  /// - Parameter isIdle: nothing comes by itself any more.
  /// - Returns: whether there was something to do, and it was taken.
  private func act(_ sight: Sight, isIdle: Bool) throws -> Bool {
    let steps = walk.rules(sight, &mind)
    guard !steps.isEmpty else { return false }
    // Who is still where they were taps again before they type again.
    let isAgain = lastPlace?.name == sight.name && lastPlace?.kills == device.killCount
    if isAgain, steps.count > 1, let last = steps.last, !isIdle {
      guard try perform(last) else { return false }
      trace.append("\(sight.name): \(last) again")
      visits[sight.name] = sight.visits + 1
      lastPlace = nil
      return true
    }
    visits[sight.name] = sight.visits + 1
    lastPlace = (sight.name, device.killCount)
    for step in steps {
      guard device.isRunning else { return true }
      let isTaken = try perform(step)
      trace.append("\(sight.name): \(step)\(isTaken ? "" : " (refused)")")
      guard isTaken else { return false }
    }
    if steps.contains(where: \.isLeaving) { visits = [:] }
    // Nobody taps for ever without a pause; a limit of the server needs a minute.
    if sight.visits > 1 { device.advance(by: 61_000) }
    return true
  }

  private func perform(_ step: Walk.Step) throws -> Bool {
    switch step {
    case .wait(let milliseconds):
      device.advance(by: milliseconds)
      return true
    case .relaunch:
      device.kill()
      device.launch()
      return true
    case .tap(let name): return isTaken(.tap(name.bytes))
    case .giveUp(let name):
      hasGivenUp = true
      return isTaken(.tap(name.bytes))
    case .type(let text, let name):
      return isTaken(.type([.init(element: name.bytes, value: text.bytes)]))
    case .code(let channel, let name):
      return isTaken(
        .type([.init(element: name.bytes, value: "000000".bytes, inbox: channel.bytes)]))
    case .choose(let value, let name):
      return isTaken(.set([.init(element: name.bytes, value: value.bytes)]))
    case .back: return isTaken(.back)
    case .comeBack(let trip):
      return isTaken(.providerReturn(trip, try signal("federationReturned")))
    case .signal(let name): return isTaken(.signal(try signal(name), number: 0, text: nil))
    }
  }

  private func signal(_ name: String) throws -> SignalID {
    guard let signal = device.flow.signal(named: name.bytes) else {
      throw Stuck(description: "there is no signal '\(name)'")
    }
    return signal
  }

  private func isTaken(_ action: PlayAction) -> Bool {
    switch person.perform(action) {
    case .done, .died, .notRunning: return true
    case .refused, .noSuchValue, .emptyInbox, .noReturn: return false
    }
  }
}
