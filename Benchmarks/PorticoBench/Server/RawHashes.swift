import Dispatch
import Foundation
import IdentityPasswords
import Synchronization

/// The server's hash alone: the same library, parameters and number of threads.
enum RawHashes {
  static func rate(_ hash: EncodedArgon2, threads: Int, seconds: Double) throws -> Rate {
    let engine = Argon2Engine.library
    let start = Clocks.monotonic()
    let end = start + seconds * 1e9
    let cpu = Clocks.processor()
    let counts = Mutex([Int]())
    let workers = (0..<threads).map { _ in
      let isOver = DispatchSemaphore(value: 0)
      Thread {
        HashingPriority.lower()
        var count = 0
        while Clocks.monotonic() < end {
          let isMatch = try? engine.verify(WipedBytes(Population.password), hash)
          if isMatch == true { count += 1 }
        }
        counts.withLock { $0.append(count) }
        isOver.signal()
      }.start()
      return isOver
    }
    for worker in workers { worker.wait() }
    let total = counts.withLock { $0.reduce(0, +) }
    guard total > 0 else { throw LoadFailure("no hash was computed") }
    return Rate(
      value: Double(total) * 1e9 / (Clocks.monotonic() - start),
      cpu: (Clocks.processor() - cpu) / Double(total) / 1e6)
  }
}
