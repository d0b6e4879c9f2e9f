extension Explorer {
  /// How many moves lead to where a property is broken; nil for what is wrong with the whole flow.
  package func length(to place: Violation.Place) -> Int? {
    switch place {
    case .state(let index): depth(of: index)
    case .move(let index, _): depth(of: index) + 1
    case .flow: nil
    }
  }

  private func depth(of index: Int) -> Int {
    var depth = 0
    var at = index
    let parents = graph.pointee.parents
    while parents[at] != UInt32(at) {
      at = Int(parents[at])
      depth += 1
    }
    return depth
  }
}
