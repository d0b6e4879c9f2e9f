import Statechart

// Overlays: what lies over the screens.

extension FlowMemory {
  mutating func show(_ overlay: OverlayID, _ state: inout ChartState) {
    let cell = Int(flow.rows.overlays[Int(overlay)].cell)
    guard state.cells[cell] != 1 else { return }
    state.cells[cell] = 1
    state.cells[flow.rows.overlayCountCell] += 1
    hasChanged = true
  }

  mutating func hide(_ overlay: OverlayID, _ state: inout ChartState) {
    let cell = Int(flow.rows.overlays[Int(overlay)].cell)
    guard state.cells[cell] == 1 else { return }
    state.cells[cell] = 0
    state.cells[flow.rows.overlayCountCell] -= 1
    hasChanged = true
  }

  /// Dismisses an overlay; a failed request that led to it is restarted or becomes idle.
  mutating func dismiss(_ overlay: OverlayID, _ state: inout ChartState) {
    hide(overlay, &state)
    for index in 0..<flow.rows.requests.count {
      let row = flow.rows.requests[index]
      guard row.overlay == overlay, state.cells[Int(row.cell)] >= RequestStatus.failed else {
        continue
      }
      state.cells[Int(row.cell)] = RequestStatus.idle
      if row.dismissal == .retry { start(RequestID(index), &state) }
    }
  }

  func shownOverlays(_ state: borrowing ChartState) -> [OverlayID] {
    var shown: [OverlayID] = []
    guard state.cells[flow.rows.overlayCountCell] > 0 else { return shown }
    for index in 0..<flow.rows.overlays.count
    where state.cells[Int(flow.rows.overlays[index].cell)] == 1 {
      shown.append(OverlayID(index))
    }
    return shown
  }

  /// The topmost overlay: the last shown one in document order.
  func topOverlay(_ state: borrowing ChartState) -> OverlayID? {
    guard state.cells[flow.rows.overlayCountCell] > 0 else { return nil }
    var index = flow.rows.overlays.count
    while index > 0 {
      index -= 1
      if state.cells[Int(flow.rows.overlays[index].cell)] == 1 { return OverlayID(index) }
    }
    return nil
  }
}
