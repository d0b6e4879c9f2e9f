import AllocationCount

/// Counts requests to the C library's allocator, on all threads. One count at a time.
enum AllocationCounter {
  /// How often a body allocates memory; NaN if the platform cannot tell.
  static func count(_ body: () throws -> Void) rethrows -> Double {
    try counted(portico_allocation_count, body)
  }

  /// How many bytes a body allocates; NaN if the platform cannot tell.
  static func bytes(_ body: () throws -> Void) rethrows -> Double {
    try counted(portico_allocated_bytes, body)
  }

  private static func counted(
    _ total: () -> UInt64, _ body: () throws -> Void
  ) rethrows -> Double {
    guard portico_counts_allocations() != 0 else { return .nan }
    portico_count_allocations(1)
    defer { portico_count_allocations(0) }
    let before = total()
    try body()
    return Double(total() - before)
  }
}
