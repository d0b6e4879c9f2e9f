import Foundation

/// A list that several threads may append to.
package final class SharedList<Element: Sendable>: @unchecked Sendable {
  // Unchecked: `elements` is read and written only under `lock`.
  private let lock = NSLock()
  private var elements: [Element] = []

  package init() {}

  package func append(_ element: Element) { lock.withLock { elements.append(element) } }
  package var all: [Element] { lock.withLock { elements } }
}
