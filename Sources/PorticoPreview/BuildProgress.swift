import Foundation

/// How far the build behind the page is, as scripts/run notes it: `DONE TOTAL` or `failed`.
struct BuildProgress: Sendable {
  let file: String

  /// For the page: `{"done":12,"total":345}`, or `{"failed":true}`; `{}` before the first step.
  var json: String {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let words = text.split(whereSeparator: \.isWhitespace)
    if words == ["failed"] { return #"{"failed":true}"# }
    guard words.count == 2, let done = Int(words[0]), let total = Int(words[1]) else { return "{}" }
    return #"{"done":\#(done),"total":\#(total)}"#
  }
}
