extension Explorer {
  /// How many moves lead to where a property is broken, with what the device has to tell on the way;
  /// nil for what is wrong with the whole flow.
  package func length(to place: Violation.Place) -> Int? { way(to: place)?.moves.count }
}
