import CPostgres

/// What the server said beside its answers. The words may hold values, so they are dropped.
final class Notices {
  var isUnconfirmed = false

  /// Where the wait for standbys ended before they had it. Its name is the same in every language of the server.
  private static let place = "SyncRepWaitForLSN"

  static func hear(_ target: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let target, let name = PQresultErrorField(result, Int32(UInt8(ascii: "R"))),
      String(cString: name) == place
    else { return }
    Unmanaged<Notices>.fromOpaque(target).takeUnretainedValue().isUnconfirmed = true
  }
}
