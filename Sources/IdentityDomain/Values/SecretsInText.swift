/// Hides what looks like a secret in a line for an operator: a value may have been written in the wrong place, and
/// lines end in logs and tickets.
package enum SecretsInText {
  /// The text without keys (64 hex digits), passwords of connection strings (`password=…`) and of addresses
  /// (`://USER:…@`).
  package static func hidden(_ text: String) -> String {
    text.replacing(/[0-9A-Fa-f]{64,}/, with: "(a key, not shown)")
      .replacing(/(?i)password *= *('([^'\\]|\\.)*'?|[^\s&]*)/, with: "password=(not shown)")
      .replacing(/:\/\/([^\s\/:@]*):[^\s\/@]*@/) { "://\($0.1):(not shown)@" }
  }

  package static func isFound(in text: String) -> Bool { hidden(text) != text }
}
