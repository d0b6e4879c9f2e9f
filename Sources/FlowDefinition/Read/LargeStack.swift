import Foundation

/// Runs work that recurses as deep as a document nests.
///
/// libYAML gives up at a thousand levels, and Yams needs more stack for so many than a thread that
/// is not the main one has. A thread of known size makes that independent of who calls.
enum LargeStack {
  private static let bytes = 16 << 20

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let thread = Thread {
      box.result = work()
      box.isDone.signal()
    }
    thread.stackSize = bytes
    thread.start()
    box.isDone.wait()
    guard let result = box.result else { preconditionFailure("The work ended without a result") }
    return result
  }

  /// Unchecked: the semaphore `isDone` orders the one write before the one read.
  private final class Box<Result>: @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    var result: Result?
  }
}
