import FlowMachine
import FlowRuntime

/// What a person does on the visible screen.
extension AppEntry {
  /// A tap on a button or link.
  public func tap(_ element: Element) { send(.tap(element.row)) }

  /// The whole text of a field. A secret goes to secure storage and is not kept here.
  public func type(_ text: String, into element: Element) { _ = send(text, into: element) }

  /// - Parameter option: the index among the options.
  public func choose(_ option: Int, in element: Element) {
    send(.set(element.row, .option(option)))
  }
  /// Presses a button in a row.
  ///
  /// - Parameters:
  ///   - option: the index of the row among the options.
  ///   - action: one of the row's.
  public func choose(_ option: Int, by action: Element.RowAction) {
    send(.set(ElementID(clamping: action.id), .option(option)))
  }
  /// Chooses one of several options, or leaves it out.
  ///
  /// - Parameter option: the index among the options.
  public func mark(_ option: Int, _ isChosen: Bool, in element: Element) {
    send(.set(element.row, .mark(option, isChosen)))
  }
  /// Turns a switch on or off.
  public func toggle(_ isOn: Bool, _ element: Element) { send(.set(element.row, .flag(isOn))) }
  /// Goes back; has no effect if there is no way back.
  public func back() { send(.back) }

  /// The platform's gesture that dismisses the topmost surface: an overlay, or a modal screen.
  public func dismiss() {
    if let overlay = scene.overlays.last?.name {
      guard let id = flow.overlay(named: Array(overlay.utf8)) else { return }
      send(.dismiss(id))
    } else {
      send(.dismissScreen)
    }
  }

  /// A secret that the screen shows to its owner, such as a recovery code. Show it, and keep it nowhere.
  ///
  /// - Parameter element: one of kind `secret` that is on the screen.
  /// - Returns: nil if it is not there any more, or cannot be read now.
  public func secret(_ element: Element) async -> ShownSecret? {
    guard case .secret(let style) = element.kind,
      let text = await runtime?.secret(of: element.row)
    else { return nil }
    let code = style == .qr ? QRCode(text) : nil
    return ShownSecret(
      text: text.string,
      modules: code.map { code in
        (0..<code.size).map { row in (0..<code.size).map { code[row, $0] } }
      } ?? [])
  }
}
