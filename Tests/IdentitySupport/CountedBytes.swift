import IdentityDomain
import TestSupport
import Synchronization

/// Random bytes determined by a seed, for tests only.
package final class CountedBytes: RandomBytes {
  private let generator: Mutex<SeededGenerator>

  package init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  package func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { random in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
    }
  }
}
