package import IdentityDomain
package import PorticoCommands

/// The server of a play lives in the play's time.
extension PlayClock: WallClock {
  package func now() -> Timestamp { Timestamp(milliseconds: milliseconds) }
}
