import FlowMachine

/// The topmost surface as a person sees it.
struct Sight {
  let name: String
  let isOverlay: Bool
  let elements: [ScreenValue.Element]

  /// Nil where nothing takes input, as between two screens.
  init?(_ screen: ScreenValue) {
    guard let top = screen.overlays.last ?? screen.screen, top.isActive else { return nil }
    name = String(decoding: top.name, as: UTF8.self)
    isOverlay = !screen.overlays.isEmpty
    elements = top.elements
  }

  init?(_ machine: FlowMachine, at now: Int64) { self.init(machine.screen(at: now, language: 0)) }

  /// The styles of its fields, by name.
  var fields: Set<String> { Set(elements.filter { $0.kind == .field }.map(\.styleName)) }

  var isBusy: Bool { elements.contains(where: \.isBusy) }

  /// What its fields are for: somebody without an account gets one, or somebody with one comes in.
  var purpose: Purpose {
    let fields = fields
    if fields.contains("phone") { return .phone }
    if fields.contains("code") { return .code }
    if fields.contains("newPassword") { return .registration }
    if fields.contains("password") { return .signIn }
    return elements.contains { $0.kind.input != .none && $0.kind.input != .tap } ? .other : .none
  }

  enum Purpose { case registration, signIn, phone, code, other, none }

  /// What can be tapped now, the most prominent first.
  var taps: [ScreenValue.Element] {
    elements.filter { $0.kind == .button && $0.isEnabled }.enumerated()
      .sorted { ($0.element.prominence, $0.offset) < ($1.element.prominence, $1.offset) }
      .map(\.element)
  }
}

extension ScreenValue.Element {
  var styleName: String {
    kind.styles.indices.contains(Int(style)) ? "\(kind.styles[Int(style)])" : "\(kind.name)"
  }

  /// In the order in which people try buttons.
  fileprivate var prominence: Int {
    switch styleName {
    case "primary": 0
    case "plain": 1
    default: 2
    }
  }

  /// Whether it deletes something.
  var isDestructive: Bool { kind == .button && styleName == "destructive" }
}
