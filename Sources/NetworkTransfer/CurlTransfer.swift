import CCurl

/// One transfer over libcurl, on the calling thread. Unless asked for, nothing is kept for the next
/// one: it has a connection of its own, closed at the end. A kept connection may be dead when it is
/// needed, and libcurl's own retry would send a second SMS.
package enum CurlTransfer {
  /// Once per process; libcurl counts and locks by itself (since 7.84).
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  package static func perform(
    _ transfer: Transfer, keeping connections: CurlConnections? = nil
  ) -> TransferEnd {
    guard isReady, let handle = connections?.take() ?? curl_easy_init() else {
      return TransferEnd(trouble: .setting)
    }
    defer {
      if let connections { connections.give(handle) } else { curl_easy_cleanup(handle) }
    }
    let talk = CurlExchange(transfer.content, most: transfer.mostAnswered)
    var setup = CurlSetup(handle)
    defer { setup.freeLists() }
    // The callbacks get the object without owning it, so it must outlive the handle's work.
    return withExtendedLifetime(talk) {
      // Nothing that libcurl does afterwards may call back.
      defer { curl_easy_reset(handle) }
      apply(transfer, talk, &setup, keeps: connections != nil)
      guard setup.isGood else { return TransferEnd(trouble: .setting) }
      return end(curl_easy_perform(handle), handle, talk, at: transfer.place)
    }
  }

  private static func apply(
    _ transfer: Transfer, _ talk: CurlExchange, _ setup: inout CurlSetup, keeps: Bool
  ) {
    setup.text(CURLOPT_URL, transfer.url)
    // Signals belong to the process; names are resolved on a thread, so that the limit applies.
    setup.long(CURLOPT_NOSIGNAL, 1)
    let limit = Int(max(1, milliseconds(transfer.limit)))
    setup.long(CURLOPT_TIMEOUT_MS, limit)
    // The rest of a mail transaction when the limit is over: our QUIT waits for its response.
    setup.long(CURLOPT_SERVER_RESPONSE_TIMEOUT, (limit + 999) / 1000)
    if let patience = transfer.connectLimit {
      setup.long(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, milliseconds(patience))))
    }
    setup.long(CURLOPT_FOLLOWLOCATION, 0)
    setup.long(CURLOPT_FRESH_CONNECT, keeps ? 0 : 1)
    setup.long(CURLOPT_FORBID_REUSE, keeps ? 0 : 1)
    // Uses no proxy and no password from the environment or from a file.
    setup.text(CURLOPT_PROXY, "")
    setup.long(CURLOPT_NETRC, 0)
    setup.long(CURLOPT_SSL_VERIFYPEER, 1)
    setup.long(CURLOPT_SSL_VERIFYHOST, 2)
    setup.long(CURLOPT_SSLVERSION, 6)  // CURL_SSLVERSION_TLSv1_2 or later
    if let file = transfer.authorities { setup.text(CURLOPT_CAINFO, file) }
    if let login = transfer.login {
      setup.text(CURLOPT_USERNAME, login.user)
      setup.text(CURLOPT_PASSWORD, login.password)
    }
    setup.callbacks(talk)
    switch transfer.content {
    case .mail(let from, let to, let text):
      setup.text(CURLOPT_PROTOCOLS_STR, transfer.protection == .tls ? "smtps" : "smtp")
      // 3: TLS for the whole connection, or no transfer (CURLUSESSL_ALL).
      setup.long(CURLOPT_USE_SSL, transfer.protection == .none ? 0 : 3)
      setup.text(CURLOPT_MAIL_FROM, "<\(from)>")
      setup.list(CURLOPT_MAIL_RCPT, ["<\(to)>"])
      setup.long(CURLOPT_UPLOAD, 1)
      setup.large(CURLOPT_INFILESIZE_LARGE, text.count)
    case .get(let headers):
      applyHTTP(transfer, headers, &setup)
      setup.long(CURLOPT_HTTPGET, 1)
    case .post(let headers, let body):
      applyHTTP(transfer, headers + ["Accept: application/json", "Expect:"], &setup)
      setup.long(CURLOPT_POST, 1)
      setup.large(CURLOPT_POSTFIELDSIZE_LARGE, body.count)
    }
  }

  private static func applyHTTP(
    _ transfer: Transfer, _ headers: [String], _ setup: inout CurlSetup
  ) {
    setup.text(CURLOPT_PROTOCOLS_STR, transfer.protection == .tls ? "https" : "http")
    // 2 is HTTP/1.1: streams bring no benefit here. 4 is HTTP/2 if TLS negotiates it, 5 from the
    // first byte (CURL_HTTP_VERSION_2TLS, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE).
    setup.long(
      CURLOPT_HTTP_VERSION, !transfer.needsHTTP2 ? 2 : transfer.protection == .tls ? 4 : 5)
    setup.long(CURLOPT_HTTPAUTH, 1)  // Basic, at once
    setup.list(CURLOPT_HTTPHEADER, headers)
  }

  /// Rounded towards zero.
  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }

  private static func end(
    _ code: CURLcode, _ handle: UnsafeMutableRawPointer, _ talk: CurlExchange, at place: String
  ) -> TransferEnd {
    var answer = 0
    _ = portico_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &answer)
    return TransferEnd(
      trouble: trouble(code, answer), code: answer, stage: talk.stage, wasSent: talk.wasSent,
      answer: talk.answer, fields: talk.fields, problem: problem(code, handle, at: place))
  }

  private static func problem(
    _ code: CURLcode, _ handle: UnsafeMutableRawPointer, at place: String
  ) -> String? {
    guard code != CURLE_OK, let words = curl_easy_strerror(code) else { return nil }
    var number = 0
    _ = portico_curl_get_long(handle, CURLINFO_OS_ERRNO, &number)
    let reason =
      number == 0 ? "" : " (\(String(cString: portico_curl_system_words(number))))"
    return "\(place): \(String(cString: words))\(reason)"
  }

  private static func trouble(_ code: CURLcode, _ answer: Int) -> TransferEnd.Trouble? {
    switch code {
    case CURLE_OK: nil
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_USE_SSL_FAILED, CURLE_SSL_CERTPROBLEM:
      .trust
    case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: .login
    case CURLE_OUT_OF_MEMORY, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL,
      CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_FAILED_INIT:
      .setting
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR: .connection
    // Only its last code tells whether the other side refused or disconnected.
    default: answer >= 400 ? .refused : .connection
    }
  }
}
