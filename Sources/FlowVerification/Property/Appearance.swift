import FlowMachine
import Statechart

/// What a person sees, and what still goes on.
struct Appearance {
  /// A screen or an overlay.
  private struct Surface {
    /// The style of an overlay; nil for a screen.
    var style: OverlayStyle?
    var view: BlobID
    var title: Words
    var elements: [Shown] = []
  }

  /// An element that is shown.
  private struct Shown {
    var row: ElementRow
    var text: Words
    var hint: Words
    var isUsable: Bool
  }

  private struct Words {
    var text: TextID
    /// Whether the values are absent without which it can be empty.
    var isMissing: Bool
  }

  /// From the bottom to the top, without what another one covers.
  private var surfaces: [Surface] = []
  private var running: [UInt16] = []
  /// Pages and calls of the app that the step has brought, and its messages.
  private var effects: [Effect] = []
  private var toasts: [Words] = []
  /// Of what goes on beside the screens, the states.
  private var active: [UInt64] = []

  init(_ machine: inout FlowMachine, _ wording: Wording, includingStates: Bool) {
    let flow = machine.flow
    func words(_ text: TextID) -> Words {
      Words(text: text, isMissing: wording.isMissing(text, at: &machine))
    }
    func elements(_ range: RowRange) -> [Shown] {
      var shown: [Shown] = []
      for row in flow.tables.elements[range.indices] where machine.isShown(row) {
        shown.append(
          Shown(
            row: row, text: words(row.text), hint: words(row.hint),
            isUsable: row.kind.takesInput && machine.isUsable(row)))
      }
      return shown
    }
    if let state = machine.screenState {
      let row = flow.tables.screens[Int(flow.screenOfState[Int(state)])]
      // By its view, which is its name unless the document says another one, the app may draw it in its own way.
      surfaces.append(
        Surface(
          style: nil, view: row.view, title: words(row.title), elements: elements(row.elements)))
    }
    for overlay in machine.shownOverlays {
      let row = flow.tables.overlays[Int(overlay)]
      // What lies under it is not to be seen.
      if row.style == .screen { surfaces = [] }
      surfaces.append(
        Surface(
          style: row.style, view: noID, title: words(row.title), elements: elements(row.elements)))
    }
    running = Self.running(machine)
    var (effects, toasts): ([Effect], [TextID]) = ([], [])
    machine.forEachEffect {
      switch $0 {
      case .open, .tell: effects.append($0)
      case .toast(let text): toasts.append(text)
      default: break
      }
    }
    self.effects = effects
    self.toasts = toasts.map { words($0) }
    if includingStates { active = machine.chartState.active }
  }

  /// The cells of the requests and timers that run.
  static func running(_ machine: borrowing FlowMachine) -> [UInt16] {
    let cells = machine.chartState.cells
    let tables = machine.flow.tables
    return tables.requests.filter { cells[Int($0.cell)] == RequestStatus.running }.map(\.cell)
      + tables.timers.filter { cells[Int($0.cell)] == TimerStatus.running }.map(\.cell)
  }

  /// Whether somebody can tell it from another one, whatever the language is.
  func differs(from other: Appearance, _ wording: Wording) -> Bool {
    guard running == other.running, effects == other.effects, active == other.active else {
      return true
    }
    return wording.languages.allSatisfy { spelled(wording, $0) != other.spelled(wording, $0) }
  }

  /// All that is seen, as numbers.
  private func spelled(_ wording: Wording, _ language: Int) -> [UInt16] {
    func word(_ words: Words) -> UInt16? {
      wording.isBlank(words.text, in: language)
        || words.isMissing && wording.isBare(words.text, in: language)
        ? nil : wording.words(words.text, in: language)
    }
    var numbers = toasts.compactMap { word($0) } + [noID]
    for surface in surfaces {
      numbers += [noID, surface.style.map { UInt16($0.rawValue) } ?? noID, surface.view]
      numbers.append(word(surface.title) ?? noID)
      for shown in surface.elements {
        let row = shown.row
        let text = word(shown.text)
        // A text without words takes no room.
        if text == nil, row.kind.isWords { continue }
        numbers += [
          UInt16(row.kind.rawValue), UInt16(row.style), text ?? noID, word(shown.hint) ?? noID,
          shown.isUsable ? 1 : 0, row.appName, row.takesValue ? row.id : noID,
        ]
      }
    }
    return numbers
  }
}
