import CCurl
import Synchronization

/// Handles of libcurl whose connections stay open for the next transfer to the same host. There are
/// as many as there were transfers at once.
package final class CurlConnections: Sendable {
  /// A handle is used by one thread at a time.
  private struct Handle: @unchecked Sendable { let raw: UnsafeMutableRawPointer }

  private let idle = Mutex<[Handle]>([])

  package init() {}

  deinit {
    for handle in idle.withLock({ $0 }) { curl_easy_cleanup(handle.raw) }
  }

  func take() -> UnsafeMutableRawPointer? { idle.withLock { $0.popLast() }?.raw }

  /// - Parameter handle: reset, which keeps its connection.
  func give(_ handle: UnsafeMutableRawPointer) {
    let handle = Handle(raw: handle)
    idle.withLock { $0.append(handle) }
  }
}
