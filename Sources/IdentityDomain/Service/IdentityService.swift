/// The identity server: its rooms, each of which holds the operations of one thing.
///
/// A room stands in its own folder and is reached by the property that it adds here. Each operation loads
/// what it needs, lets a rule decide, and stores what follows, in one transaction; clock, chance and slow
/// hashes are asked before. Operations whose answers could tell whether an account exists do the same
/// work either way.
package struct IdentityService: Sendable {
  package let parts: ServiceParts

  package init(ports: IdentityPorts, settings: IdentitySettings) {
    parts = ServiceParts(ports: ports, settings: settings)
  }

  package var ports: IdentityPorts { parts.ports }
  package var settings: IdentitySettings { parts.settings }
}
