import Foundation

/// How often tests of parallel use are repeated: `PORTICO_ROUNDS`; a soak takes a thousand.
package let wantedRounds = ProcessInfo.processInfo.environment["PORTICO_ROUNDS"].flatMap { Int($0) }
