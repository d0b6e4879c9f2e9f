import AllocationCount

/// Counts requests to the C library's allocator.
enum AllocationCounter {
  /// How often a body allocates memory; NaN if the platform cannot tell.
  static func count(_ body: () throws -> Void) rethrows -> Double {
    guard portico_counts_allocations() != 0 else { return .nan }
    let before = portico_allocation_count()
    try body()
    return Double(portico_allocation_count() - before)
  }

  /// How many bytes a body allocates; NaN if the platform cannot tell.
  static func bytes(_ body: () throws -> Void) rethrows -> Double {
    guard portico_counts_allocations() != 0 else { return .nan }
    let before = portico_allocated_bytes()
    try body()
    return Double(portico_allocated_bytes() - before)
  }
}
