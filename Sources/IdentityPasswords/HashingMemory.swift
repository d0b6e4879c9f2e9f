import Glibc

/// The memory in which a thread computes Argon2, kept from one hash to the next.
///
/// Fresh pages for each hash cost the kernel as much as a third of the hash, in work that no other
/// thread of the core interrupts: calls that need no hash waited for it (docs/decisions, 13).
/// Threads for hashes call `release` when they are idle; a thread that ends returns its own.
package enum HashingMemory {
  /// The key of the calling thread's block; it has none at first.
  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { block in
      block.map { give(back: $0.assumingMemoryBound(to: Block.self)) }
    }
    precondition(status == 0, "no thread-specific data for the memory of hashes")
    return key
  }()

  private struct Block {
    let start: UnsafeMutableRawPointer
    let count: Int
  }

  /// Pages of 2 MiB, if the kernel has them, make the first hash a third faster.
  private static let largePage = 2 << 20

  /// - Parameter count: bytes, at least 1.
  /// - Returns: memory of the calling thread, with leftover contents; nil if none is available. It
  ///   is valid until the next call, or `release`.
  static func take(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    if let block = current, block.count >= count {
      return aligned(block).assumingMemoryBound(to: UInt8.self)
    }
    release()
    let size = count + largePage
    guard
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    else { return nil }
    let held = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    held.initialize(to: Block(start: start, count: count))
    pthread_setspecific(key, held)
    let place = aligned(held.pointee)
    madvise(place, count, MADV_HUGEPAGE)
    return place.assumingMemoryBound(to: UInt8.self)
  }

  /// Bytes that the calling thread keeps.
  package static var kept: Int { current?.count ?? 0 }

  /// Returns what the calling thread keeps.
  package static func release() {
    guard let held = held else { return }
    pthread_setspecific(key, nil)
    give(back: held)
  }

  private static var held: UnsafeMutablePointer<Block>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Block.self)
  }

  private static var current: Block? { held?.pointee }

  private static func aligned(_ block: Block) -> UnsafeMutableRawPointer {
    block.start.alignedUp(toMultipleOf: largePage)
  }

  private static func give(back held: UnsafeMutablePointer<Block>) {
    munmap(held.pointee.start, held.pointee.count + largePage)
    held.deallocate()
  }
}
