import AllocationCount

/// Counts what is asked of the C library's allocator.
enum AllocationCounter {
  /// How often a body asks for memory; not a number where the platform has no way to tell.
  static func count(_ body: () throws -> Void) rethrows -> Double {
    guard portico_counts_allocations() != 0 else { return .nan }
    let before = portico_allocation_count()
    try body()
    return Double(portico_allocation_count() - before)
  }

  /// How many bytes a body asks for; not a number where the platform has no way to tell.
  static func bytes(_ body: () throws -> Void) rethrows -> Double {
    guard portico_counts_allocations() != 0 else { return .nan }
    let before = portico_allocated_bytes()
    try body()
    return Double(portico_allocated_bytes() - before)
  }
}
