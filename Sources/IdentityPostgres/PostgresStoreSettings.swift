/// Where the database is and how the store uses it.
package struct PostgresStoreSettings: Sendable {
  package var address: PostgresAddress
  /// How long a call goes on looking for a server that takes connections, such as the one that is
  /// promoted, before it fails; how long it gives way to others; and how long it asks what became of a commit.
  package var patience = Duration.seconds(8)
  /// How long a commit waits for a standby that the server waits for, before the call fails with an unknown outcome.
  package var confirmation = Duration.seconds(5)
  /// So many calls may wait for a connection.
  package var places = 1_024
  /// How often a body is run at most, once `patience` is over.
  package var tries = 12
  /// Hears each statement as it is sent, without the values in it.
  package var trace: (@Sendable (_ sql: String) -> Void)?
  /// Hears what an operator should know, a line each: migrations, and commits that no standby confirms.
  package var log: (@Sendable (_ line: String) -> Void)?

  package init(_ address: PostgresAddress) { self.address = address }
}
