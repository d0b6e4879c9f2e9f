#include "AllocationCount.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// Sanitizers bring allocation functions of their own.
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

#include <errno.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_uint_fast64_t count;
static atomic_uint_fast64_t bytes;
static atomic_bool counting;

static void note(size_t size) {
  // Counting takes two locked additions, which all tests in the executable would pay for.
  if (!atomic_load_explicit(&counting, memory_order_relaxed)) return;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note(size);
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note(size);
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

int portico_counts_allocations(void) { return 1; }
void portico_count_allocations(int on) { atomic_store(&counting, on != 0); }
uint64_t portico_allocation_count(void) {
  return atomic_load_explicit(&count, memory_order_relaxed);
}
uint64_t portico_allocated_bytes(void) {
  return atomic_load_explicit(&bytes, memory_order_relaxed);
}

#else

int portico_counts_allocations(void) { return 0; }
void portico_count_allocations(int on) {}
uint64_t portico_allocation_count(void) { return 0; }
uint64_t portico_allocated_bytes(void) { return 0; }

#endif
