/// Where the file is and how the store uses it.
package struct SQLiteStoreSettings: Sendable {
  /// The file; it is made, with access for its owner only, if there is none. Two more lie beside it
  /// (`-wal`, `-shm`) and belong to it: who copies one without the others loses writes.
  package var path: String
  /// How many reads run at once; one writes.
  package var readers = 4
  /// How long a call waits for another process that writes.
  package var busyTimeout = Duration.seconds(5)
  /// How often a call waits so long before it fails.
  package var busyTries = 3
  /// The file never becomes larger, in bytes; then writes fail as on a full disk, and reads go on.
  package var maximumBytes: Int?
  /// Opens a backup, which is refused otherwise.
  var isRestoring = false
  /// Hears what an operator should know of the opening, a line each.
  package var log: (@Sendable (_ line: String) -> Void)?
  /// Hears each statement as it begins, without the values in it.
  package var trace: (@Sendable (_ sql: String) -> Void)?

  package init(path: String) { self.path = path }
}
