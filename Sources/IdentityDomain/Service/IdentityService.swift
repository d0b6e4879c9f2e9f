/// The identity server: its rooms, each with the operations of one topic.
///
/// A room has its own folder and is reached by the property that it adds here. Each operation loads
/// what it needs, lets a rule decide, and stores the result, in one transaction; the clock,
/// randomness and slow hashes come before it. Operations whose responses could reveal whether an
/// account exists do the same work either way.
package struct IdentityService: Sendable {
  package let parts: ServiceParts

  package init(ports: IdentityPorts, settings: IdentitySettings) {
    parts = ServiceParts(ports: ports, settings: settings)
  }

  package var ports: IdentityPorts { parts.ports }
  package var settings: IdentitySettings { parts.settings }
}
