import Foundation
import IdentityHTTP
import PorticoCommands

/// What this node is, and how much room its disk has.
struct HostFigures: Sendable {
  /// `sqlite` or `postgres`.
  let engine: String
  /// The folder of the store's file; nil where a database keeps it elsewhere.
  let folder: String?
  /// Transfers to providers that wait for a thread.
  let transfersWaiting: @Sendable () -> Int

  var families: [MetricFamily] {
    var families = [
      MetricFamily(
        "portico_build_info", .gauge,
        "1, with the version of the program and the kind of its store.",
        [.init(1, [.init("version", FlowCommands.version), .init("store", engine)])]),
      MetricFamily(
        "portico_transfer_queue", .gauge, "Messages waiting for a connection to their provider.",
        [.init(Double(transfersWaiting()))]),
    ]
    guard let folder, let disk = Self.disk(of: folder) else { return families }
    families += [
      MetricFamily(
        "portico_disk_free_bytes", .gauge, "Room on the disk of the store, for its user.",
        [.init(disk.free)]),
      MetricFamily(
        "portico_disk_bytes", .gauge, "Size of the disk of the store.", [.init(disk.all)]),
    ]
    return families
  }

  private static func disk(of folder: String) -> (free: Double, all: Double)? {
    var found = statvfs()
    guard statvfs(folder, &found) == 0 else { return nil }
    let block = Double(found.f_frsize)
    return (Double(found.f_bavail) * block, Double(found.f_blocks) * block)
  }
}
