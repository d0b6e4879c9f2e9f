// AllocationCount: how often the process asked for memory, for benchmarks.
//
// Owns: the C library's allocation functions of the executable that links it, which count and pass
// on. Must not: be linked by anything that ships.

#ifndef PORTICO_ALLOCATION_COUNT_H
#define PORTICO_ALLOCATION_COUNT_H

#include <stdint.h>

/// Whether requests for memory can be counted on this platform; the others do nothing and return 0 where not.
int portico_counts_allocations(void);

/// Counts from now on, on all threads, or stops counting if `on` is 0.
void portico_count_allocations(int on);

/// Requests for memory while counting was on.
uint64_t portico_allocation_count(void);

/// Bytes requested while counting was on; what was freed is not subtracted.
uint64_t portico_allocated_bytes(void);

#endif
