import Statechart

// Overlays: what lies over the screens.

extension FlowMemory {
  mutating func show(_ overlay: OverlayID, _ state: inout ChartState) {
    let cell = Int(flow.tables.overlays[Int(overlay)].cell)
    guard state.cells[cell] != 1 else { return }
    state.cells[cell] = 1
    state.cells[Int(flow.tables.overlayCountCell)] += 1
    hasChanged = true
  }

  mutating func hide(_ overlay: OverlayID, _ state: inout ChartState) {
    let cell = Int(flow.tables.overlays[Int(overlay)].cell)
    guard state.cells[cell] == 1 else { return }
    state.cells[cell] = 0
    state.cells[Int(flow.tables.overlayCountCell)] -= 1
    hasChanged = true
  }

  /// Takes an overlay away; what failed and led to it is started again or becomes idle.
  mutating func dismiss(_ overlay: OverlayID, _ state: inout ChartState) {
    hide(overlay, &state)
    for (index, row) in flow.tables.requests.enumerated() where row.overlay == overlay {
      let request = RequestID(index)
      guard state.cells[Int(row.cell)] >= RequestStatus.failed else { continue }
      state.cells[Int(row.cell)] = RequestStatus.idle
      if row.dismissal == .retry { start(request, &state) }
    }
  }

  func shownOverlays(_ state: borrowing ChartState) -> [OverlayID] {
    var shown: [OverlayID] = []
    for (index, row) in flow.tables.overlays.enumerated() where state.cells[Int(row.cell)] == 1 {
      shown.append(OverlayID(index))
    }
    return shown
  }

  /// The overlay on top: the last one in document order that is shown.
  func topOverlay(_ state: borrowing ChartState) -> OverlayID? {
    for index in flow.tables.overlays.indices.reversed()
    where state.cells[Int(flow.tables.overlays[index].cell)] == 1 {
      return OverlayID(index)
    }
    return nil
  }
}
