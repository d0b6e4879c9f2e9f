import FlowMachine
import FlowRuntime
import FlowSimulation

/// What a person wants of a flow, one thing after the other, and what they do on each screen. It is no
/// script: they look at what is there, so they go on from wherever a fault has led.
struct Walk: Sendable {
  var name: String
  var flow: String
  /// Facts of place `device` and configuration, as JSON.
  var facts: [String: String] = [:]
  /// The providers for which the device has a native sheet.
  var sheets: [String] = []
  /// What is on the server before the person comes, and how long before.
  var past: Past?
  /// A relaunch in the middle of a registration is a reset, as a requirement declares.
  var resetsAfterKills = false
  var chapters: [Chapter]
  var rules: Rules

  /// By the name of what is on top.
  typealias Rules = @Sendable (Sight, inout Mind) -> [Step]

  struct Past: Sendable {
    var registrant = Registrant()
    /// Milliseconds that nobody was there.
    var rest: Int64 = 0
  }

  struct Chapter: Sendable {
    var name: String
    var begins: [Step] = []
    /// Whether what was wanted is there.
    var isReached: @Sendable (Sight) -> Bool
  }

  /// What a person remembers.
  struct Mind: Sendable {
    var chapter = ""
    /// There is an account, as far as they know.
    var hasAccount = false
    var password = "staple battery lamp"
    var hasAskedForPassword = false
  }

  enum Step: Equatable, Sendable, CustomStringConvertible {
    case tap(String)
    /// A tap by which they sign themselves out, where nothing else leads on.
    case giveUp(String)
    case type(String, into: String)
    /// The code of the newest message.
    case code(from: String, into: String)
    case choose(String, in: String)
    /// From a provider's page or sheet.
    case comeBack(ProviderReturn)
    case signal(String)
    case back
    case relaunch
    case wait(Int64)

    /// They leave the screen, to start over.
    var isLeaving: Bool {
      switch self {
      case .back, .giveUp, .tap("anotherNumber"), .tap("another"), .tap("cancel"): true
      default: false
      }
    }

    var description: String {
      switch self {
      case .tap(let name), .giveUp(let name): "tap \(name)"
      case .type(let text, let name): "\(name)=\(text)"
      case .code(_, let name): "\(name)=code"
      case .choose(let value, let name): "\(name)=\(value)"
      case .comeBack: "come back"
      case .signal(let name): "signal \(name)"
      case .back: "back"
      case .relaunch: "relaunch"
      case .wait(let milliseconds): "wait \(milliseconds / 1000) s"
      }
    }
  }
}

/// What a person sees.
struct Sight {
  /// The name of the screen, or of the overlay on top of it.
  var name = ""
  var isOverlay = false
  /// The names of what takes input.
  var usable: Set<String> = []
  /// How often the person has acted on it since they started over.
  var visits = 0

  init(_ device: SimulatedDevice) {
    guard let driver = device.driver else { return }
    let value = driver.machine.screen(at: device.now, language: driver.language)
    guard let top = value.overlays.last ?? value.screen else { return }
    name = top.name.string
    isOverlay = !value.overlays.isEmpty
    for element in top.elements where !element.name.isEmpty {
      if element.isEnabled { usable.insert(element.name.string) }
    }
  }

  func can(_ element: String) -> Bool { usable.contains(element) }
}
