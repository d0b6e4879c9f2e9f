import FlyingFox
import FlyingSocks
import Foundation

/// Serves the browser host: the files of one folder, as they were when it started.
struct PageServer {
  private let files: [String: PageFile]
  private let progress: BuildProgress

  /// Reads the folder that `scripts/web` puts together.
  ///
  /// - Parameter more: files beside it, by path.
  /// - Throws: when it is not there or has no page.
  init(folder: URL, more: [(path: String, bytes: Data)], progress: BuildProgress) throws {
    self.progress = progress
    var files: [String: PageFile] = [:]
    for (path, bytes) in more {
      files[path] = PageFile(type: "application/octet-stream", bytes: bytes)
    }
    let keys: [URLResourceKey] = [.isRegularFileKey]
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
    while let file = enumerator?.nextObject() as? URL {
      guard try file.resourceValues(forKeys: Set(keys)).isRegularFile == true else { continue }
      let path = file.standardizedFileURL.path.dropFirst(folder.standardizedFileURL.path.count)
      files["/" + path.drop { $0 == "/" }] = PageFile(
        type: Self.type(of: file.pathExtension), bytes: try Data(contentsOf: file))
    }
    guard files["/index.html"] != nil else {
      throw PageMissing(folder: folder.path)
    }
    self.files = files
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - start: what the bare address leads to: the page with the flow to show.
  ///   - port: on 127.0.0.1; 0 picks a free one.
  ///   - isReady: called with the port once connections are accepted.
  func run(port: UInt16, start: String, isReady: @escaping @Sendable (UInt16) -> Void) async throws
  {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port))
    await server.appendRoute("GET /dev/build") { [progress] _ in
      let headers: HTTPHeaders = [.contentType: "application/json"]
      return HTTPResponse(statusCode: .ok, headers: headers, body: Data(progress.json.utf8))
    }
    await server.appendRoute("GET,HEAD *") { [files] request in
      if request.path == "/", request.query.isEmpty {
        return HTTPResponse(
          statusCode: .found, headers: [.location: start] as HTTPHeaders)
      }
      let path = request.path == "/" ? "/index.html" : request.path
      guard let file = files[path] else {
        return HTTPResponse(statusCode: .notFound)
      }
      return HTTPResponse(statusCode: .ok, headers: Self.headers(file), body: file.bytes)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      try await server.waitUntilListening()
      if case .ip4(_, port: let actual) = await server.listeningAddress { isReady(actual) }
      try await group.next()
    }
  }

  private static func headers(_ file: PageFile) -> HTTPHeaders {
    [
      .contentType: file.type,
      HTTPHeader("Cache-Control"): "no-cache",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      // Said in the page too, but a header alone can forbid frames.
      HTTPHeader("Content-Security-Policy"): "frame-ancestors 'none'",
    ]
  }

  private static func type(of ending: String) -> String {
    switch ending {
    case "html": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "wasm": "application/wasm"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}

private struct PageFile: Sendable {
  let type: String
  let bytes: Data
}

struct PageMissing: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "There is no page in \(folder). Run `scripts/web`, or `make run`, which does."
  }
}
