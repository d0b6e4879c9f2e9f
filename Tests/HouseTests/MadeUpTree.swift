import Foundation

/// A package folder made up for one test; it is gone with the value.
final class MadeUpTree {
  private let root: URL

  init(_ files: [String: String]) throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-house-\(UUID().uuidString)")
    for (path, text) in files {
      try write(text, to: path)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  var folder: String { root.path }

  func path(_ name: String) -> String {
    root.appendingPathComponent(name).path
  }

  func write(_ text: String, to name: String) throws {
    let file = root.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
