package import SessionMachine
package import WireText

// Actions as JSON for a host that is not written in Swift: each has its name in `do`.

extension ClientAction {
  package func write(to writer: inout JSONWriter) {
    switch self {
    // A browser does not keep damaged values.
    case .setAside: return
    case .store(let id, let item, let onlyReads):
      writer.begin("store", id)
      writer.member("item", item.name)
      writer.member("onlyReads", onlyReads)
    case .lookForKey: writer.begin("lookForKey", 0)
    case .takeLock(let id, let wait):
      writer.begin("takeLock", id)
      writer.member("time", wait)
    case .releaseLock(let id): writer.begin("releaseLock", id)
    case .send(let id, let request):
      writer.begin("send", id)
      request.write(to: &writer)
    case .cancelSend(let id): writer.begin("cancelSend", id)
    case .startTimer(let id, let time):
      writer.begin("startTimer", id)
      writer.member("time", time)
    case .stopTimer(let id): writer.begin("stopTimer", id)
    case .answer(let id, let answer):
      writer.begin("answer", id)
      answer.write(to: &writer)
    case .tell(let event):
      writer.begin("tell", 0)
      event.write(to: &writer)
    }
    writer.close("}")
  }
}

extension StoredWrites {
  /// A line; the bytes of the value follow it.
  package var line: Bytes {
    var writer = JSONWriter()
    writer.open("{")
    writer.name("items")
    writer.open("[")
    for item in items { writer.value(item.name) }
    writer.close("]")
    writer.member("removes", value == nil)
    writer.member("makesRoom", makesRoom)
    writer.close("}")
    return writer.bytes + [UInt8(ascii: "\n")] + (value ?? [])
  }
}

extension SessionStatus {
  /// As the fact `session` has it in flows.
  package var sessionFact: StaticString {
    switch self {
    case .absent: "absent"
    case .unreadable: "unreadable"
    case .stale: "stale"
    case .valid: "valid"
    case .revoked: "revoked"
    }
  }

  /// Why the last session ended, as the fact `signOutCause`; nil while there is a session, or if
  /// there was none.
  package var signOutCause: Bytes? {
    switch self {
    case .absent(let note): note?.cause.name
    case .revoked(let note): note.cause.name
    case .unreadable, .stale, .valid: nil
    }
  }

  /// As `{"session":…,"signOutCause":…}`.
  package func write(to writer: inout JSONWriter) {
    writer.open("{")
    // The cause comes first, so that the flow knows it when it learns of the end.
    writer.name("signOutCause")
    if let signOutCause { writer.value(signOutCause) } else { writer.null() }
    writer.member("session", sessionFact)
    writer.close("}")
  }
}

extension StoredItem {
  fileprivate var name: StaticString {
    switch self {
    case .session: "session"
    case .challenges: "challenges"
    case .marketLogin: "market-login"
    case .pushToken: "push-token"
    case .installation: "installation"
    }
  }
}

extension CallRequest {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("method", method)
    writer.member("path", path)
    writer.member("query", query)
    writer.name("headers")
    writer.open("{")
    for header in headers { writer.member(header.name, header.value) }
    writer.close("}")
    writer.member("body", body)
    writer.member("nonce", nonce)
    writer.member("access", access)
    writer.member("takesCookie", takesCookie)
    writer.member("time", timeout)
  }
}

extension ClientAnswer {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .received(let status, let body):
      writer.member("status", Int64(status))
      writer.member("body", body)
    case .notSent: writer.member("failed", "notSent")
    case .lost: writer.member("failed", "lost")
    case .timedOut: writer.member("failed", "timedOut")
    case .interrupted: writer.member("failed", "interrupted")
    }
  }
}

extension ClientEvent {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .session(let status):
      writer.name("facts")
      status.write(to: &writer)
    case .sessionExpired: writer.member("signal", "sessionExpired")
    case .updateRequired: writer.member("signal", "updateRequired")
    case .federationReturned(let outcome):
      writer.member("signal", "federationReturned")
      writer.member("text", outcome)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func begin(_ name: StaticString, _ id: UInt32) {
    open("{")
    member("do", name)
    member("id", Int64(id))
  }
}
