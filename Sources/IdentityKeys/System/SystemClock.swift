import Foundation
package import IdentityDomain

/// The machine's clock.
package struct SystemClock: WallClock {
  package init() {}

  package func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
