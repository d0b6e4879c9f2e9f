extension Explorer {
  /// How many moves lead to where a property is broken, including what the device must report on the way;
  /// nil for what is wrong with the whole flow.
  package func length(to place: Violation.Place) -> Int? { trace(to: place)?.moves.count }
}
