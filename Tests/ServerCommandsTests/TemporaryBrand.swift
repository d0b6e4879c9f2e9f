import Foundation

/// A file with a brand, which its user removes.
struct TemporaryBrand {
  private let folder: URL

  var path: String { folder.appendingPathComponent("brand.yaml").path }

  init(_ text: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("brand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
