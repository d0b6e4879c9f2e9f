import Testing

@testable import FlowMachine
@testable import PorticoCommands

/// How screens are drawn on terminals that can do less.
@Suite struct TerminalKindTests {
  @Test(
    "A frame fits into the columns that there are, and is at most 64 wide", arguments: [20, 30, 80])
  func width(columns: Int) {
    let kind = TerminalKind(environment: ["TERM": "xterm"], columns: columns)
    let surface = ScreenValue.Surface(
      name: Array("welcome".utf8), view: [], style: .screen,
      title: Array("A title that is longer than twenty columns".utf8), hasBack: false,
      isDismissable: false, isActive: true, elements: [])
    let screen = ScreenValue(root: nil, screen: surface, overlays: [], isRightToLeft: false)
    let drawing = TerminalScreen(screen, style: .plain, width: kind.width)
    let frame = drawing.lines.filter { $0.hasPrefix("╭") || $0.hasPrefix("╰") }
    #expect(frame.count == 2)
    #expect(frame.allSatisfy { $0.count == min(columns - 1, 64) }, "\(frame)")
  }

  @Test("NO_COLOR and a dumb terminal have no styles; a dumb one keeps its cursor")
  func styles() {
    let plain = TerminalKind(environment: ["TERM": "xterm", "NO_COLOR": "1"], columns: 80)
    #expect(!plain.hasStyles && plain.movesCursor)
    let empty = TerminalKind(environment: ["TERM": "xterm", "NO_COLOR": ""], columns: nil)
    #expect(empty.hasStyles && empty.width == 64)
    let dumb = TerminalKind(environment: ["TERM": "dumb"], columns: 80)
    #expect(!dumb.hasStyles && !dumb.movesCursor)
  }
}
