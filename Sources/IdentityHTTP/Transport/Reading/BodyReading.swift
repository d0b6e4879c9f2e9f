import HTTPTypes
import Hummingbird

/// Reads the body of a request, up to the limit.
struct BodyReading: Sendable {
  let limits: HTTPLimits

  /// - Throws: `RequestProblem`. Bytes beyond the limit are not read: the connection ends.
  func bytes(of request: Request) async throws -> [UInt8] {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    if let length, length > limits.bodyBytes { throw tooLarge }
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body {
        guard bytes.count + buffer.readableBytes <= limits.bodyBytes else { throw tooLarge }
        bytes += buffer.readableBytesView
      }
    } catch let problem as RequestProblem {
      throw problem
    } catch {
      // The client disconnected, or its chunks are malformed.
      throw RequestProblem.malformed(field: "body")
    }
    if let length, length != bytes.count { throw RequestProblem.malformed(field: "body") }
    return bytes
  }

  private var tooLarge: RequestProblem { .bodyTooLarge(most: limits.bodyBytes) }

  /// - Parameter isWanted: whether the header is required even without a body.
  func checkType(_ fields: HTTPFields, hasBody: Bool, isWanted: Bool) throws(RequestProblem) {
    if let coding = fields[.contentEncoding], coding.lowercased() != "identity" {
      throw .wrongContentType
    }
    guard hasBody || isWanted else { return }
    guard let type = fields[.contentType], isJSON(type) else { throw .wrongContentType }
  }

  /// `application/json`, with parameters; a character set other than UTF-8 is refused (RFC 8259
  /// section 8.1).
  private func isJSON(_ type: String) -> Bool {
    let parts = type.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard parts[0] == "application/json" else { return false }
    return parts.dropFirst().allSatisfy { parameter in
      guard parameter.hasPrefix("charset=") else { return !parameter.contains(",") }
      return ["utf-8", "\"utf-8\""].contains(parameter.dropFirst(8))
    }
  }
}
