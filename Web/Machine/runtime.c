/* The little of a C library that Embedded Swift links against, for wasm32 without a system.
 *
 * Memory: blocks come in size classes, four to each doubling, so about a fifth of a large block
 * is unused at worst. A freed block goes to the free list of its class and is the first to be
 * handed out again; new blocks are cut from the end of linear memory, which grows as needed. Blocks
 * are never split or joined. Every pointer is aligned to 16 bytes or better. Misuse and exhaustion
 * trap: the host then knows that the machine stopped, and restores it in a fresh instance.
 *
 * There is one thread, and no clock, no output and no entropy: the host passes those in. */

#include <stddef.h>
#include <stdint.h>

enum {
  ALIGNMENT = 16,
  PAGE = 65536,
  CLASS_COUNT = 4 * 27, /* blocks of 16 bytes up to 1.75 GiB */
};

/* In the 16 bytes before every pointer handed out. */
struct header {
  uint32_t state;
  uint32_t class;
  uintptr_t block;     /* where the block begins: before the header where alignment asked for it */
  struct header *next; /* the next free block of the class */
};

static const uint32_t LIVE = 0x4c495645;
static const uint32_t FREE = 0x46524545;

extern unsigned char __heap_base; /* from the linker: the first byte after data and stack */

static struct header *free_lists[CLASS_COUNT];
static uintptr_t unused_begin;
static uintptr_t unused_end;

/* Classes 4k to 4k+3 are blocks of 16·2^k times 1, 1¼, 1½ and 1¾; the first doublings round up
 * to whole multiples of 16, so some of their neighbours are of one size. */
static size_t block_size(uint32_t class) {
  size_t quarter = (size_t)4 << (class / 4);
  size_t size = quarter * (4 + class % 4);
  return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static uint32_t class_for(size_t size) {
  if (size <= ALIGNMENT) return 0;
  uint32_t doubling = 27 - (uint32_t)__builtin_clz((uint32_t)(size - 1));
  uint32_t class = doubling * 4;
  while (class < CLASS_COUNT && block_size(class) < size) class += 1;
  if (class >= CLASS_COUNT) __builtin_trap();
  return class;
}

static uintptr_t cut_block(size_t size) {
  if (unused_begin == 0) {
    unused_begin = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    unused_end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  }
  if (unused_end - unused_begin < size) {
    size_t missing = size - (unused_end - unused_begin);
    size_t pages = (missing + PAGE - 1) / PAGE;
    size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == (size_t)-1) __builtin_trap();
    if (before * PAGE != unused_end) __builtin_trap(); /* only this file may grow the memory */
    unused_end += pages * PAGE;
  }
  uintptr_t block = unused_begin;
  unused_begin += size;
  return block;
}

static void *allocate(size_t alignment, size_t size) {
  if (alignment < ALIGNMENT) alignment = ALIGNMENT;
  if ((alignment & (alignment - 1)) != 0) __builtin_trap();
  size_t needed;
  if (__builtin_add_overflow(size, sizeof(struct header), &needed)) __builtin_trap();
  if (__builtin_add_overflow(needed, alignment - ALIGNMENT, &needed)) __builtin_trap();

  uint32_t class = class_for(needed);
  uintptr_t block;
  if (free_lists[class]) {
    block = free_lists[class]->block;
    free_lists[class] = free_lists[class]->next;
  } else {
    block = cut_block(block_size(class));
  }
  uintptr_t pointer = (block + sizeof(struct header) + alignment - 1) & ~(alignment - 1);
  struct header *header = (struct header *)pointer - 1;
  header->state = LIVE;
  header->class = class;
  header->block = block;
  return (void *)pointer;
}

static struct header *live_header(void *pointer) {
  struct header *header = (struct header *)pointer - 1;
  if (header->state != LIVE) __builtin_trap(); /* freed twice, or never handed out */
  return header;
}

void *malloc(size_t size) { return allocate(ALIGNMENT, size); }

void *aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = allocate(alignment, size);
  return 0;
}

void free(void *pointer) {
  if (!pointer) return;
  struct header *header = live_header(pointer);
  header->state = FREE;
  header->next = free_lists[header->class];
  free_lists[header->class] = header;
}

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) __builtin_trap();
  return __builtin_memset(malloc(total), 0, total);
}

void *realloc(void *pointer, size_t size) {
  if (!pointer) return malloc(size);
  struct header *header = live_header(pointer);
  size_t room = block_size(header->class) - ((uintptr_t)pointer - header->block);
  if (size <= room) return pointer;
  void *moved = __builtin_memcpy(malloc(size), pointer, room);
  free(pointer);
  return moved;
}

/* The builtins below become single instructions (memory.copy, memory.fill), not calls. */

void *memcpy(void *to, const void *from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count += 1;
  return count;
}

/* Only the standard library's messages about a broken precondition come here; the trap that
 * follows is what the host sees. */
int putchar(int byte) { return byte; }

/* The product of two 128-bit numbers, which the compiler asks for where it divides by a constant. */
typedef union {
  unsigned __int128 whole;
  struct {
    uint64_t low, high;
  };
} wide;

unsigned __int128 __multi3(unsigned __int128 left, unsigned __int128 right) {
  wide a = {.whole = left}, b = {.whole = right}, product;
  uint64_t low_a = (uint32_t)a.low, high_a = a.low >> 32;
  uint64_t low_b = (uint32_t)b.low, high_b = b.low >> 32;
  uint64_t low = low_a * low_b;
  uint64_t middle = high_a * low_b + (low >> 32);
  uint64_t other_middle = low_a * high_b + (uint32_t)middle;
  product.low = other_middle << 32 | (uint32_t)low;
  product.high = high_a * high_b + (middle >> 32) + (other_middle >> 32);
  product.high += a.low * b.high + a.high * b.low;
  return product.whole;
}

/* Called only for the seed of hashed collections, which may be the same in every run. It
 * is not a source of randomness, for keys or anything else; entropy is an input from the host. */
void arc4random_buf(void *buffer, size_t count) { __builtin_memset(buffer, 0x5a, count); }

uintptr_t __stack_chk_guard = 0x50c1a7ed;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
