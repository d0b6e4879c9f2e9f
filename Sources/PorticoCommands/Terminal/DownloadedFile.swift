import FlowMachine
import FlowSimulation
import Foundation
import WireText

/// A file that a person keeps, beside whatever else is in the folder.
enum DownloadedFile {
  /// CTR-9: reads what is stored about the account, and says in `file` where it was written.
  static func export(
    _ call: OutgoingCall, _ outside: (any LiveOutside)?, in folder: String
  ) async -> Answer {
    let read = await outside?.perform(call.asking("getExport")) ?? .notSent
    guard case .received(200, let content) = read else { return read }
    guard let place = write(laidOut(content), named: "account-data", in: folder) else {
      return .received(status: 503, body: [])
    }
    var writer = JSONWriter()
    writer.open("{")
    writer.member("file", Text(place.utf8))
    writer.close("}")
    return .received(status: 200, body: writer.bytes)
  }

  private static func laidOut(_ content: Text) -> Data {
    let data = Data(content)
    let value = try? JSONSerialization.jsonObject(with: data)
    return value.flatMap {
      try? JSONSerialization.data(
        withJSONObject: $0, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    } ?? data
  }

  /// Only its owner can read it, and it never takes the place of another.
  ///
  /// - Returns: its path; nil if the folder takes no file.
  static func write(_ content: Data, named name: String, in folder: String) -> String? {
    for turn in 1...100 {
      let place = folder + "/" + name + (turn == 1 ? "" : "-\(turn)") + ".json"
      let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file < 0 {
        if errno == EEXIST { continue }
        return nil
      }
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      do {
        try handle.write(contentsOf: content)
        try handle.close()
      } catch {
        unlink(place)
        return nil
      }
      return URL(fileURLWithPath: place).standardizedFileURL.path
    }
    return nil
  }
}
