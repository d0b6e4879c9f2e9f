import CCurl

/// Sets options and remembers whether all of them were accepted. A failure must not go unnoticed,
/// since some of them check certificates.
struct CurlSetup {
  private let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private(set) var isGood = true

  init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

  private mutating func note(_ code: CURLcode) { isGood = isGood && code == CURLE_OK }

  mutating func long(_ option: CURLoption, _ value: Int) {
    note(portico_curl_set_long(handle, option, value))
  }

  mutating func large(_ option: CURLoption, _ value: Int) {
    note(portico_curl_set_large(handle, option, curl_off_t(value)))
  }

  mutating func text(_ option: CURLoption, _ value: String) {
    // C would read only up to the zero.
    guard !value.utf8.contains(0) else { return isGood = false }
    note(portico_curl_set_text(handle, option, value))
  }

  mutating func list(_ option: CURLoption, _ lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      // A line break would inject a header.
      guard !line.utf8.contains(where: { $0 < 32 || $0 == 127 }),
        let longer = curl_slist_append(list, line)
      else {
        isGood = false
        break
      }
      list = longer
    }
    guard let list else { return }
    lists.append(list)
    note(portico_curl_set_list(handle, option, list))
  }

  mutating func callbacks(_ talk: CurlExchange) {
    let context = Unmanaged.passUnretained(talk).toOpaque()
    for option in [CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_DEBUGDATA] {
      note(portico_curl_set_context(handle, option, context))
    }
    note(
      portico_curl_set_bytes_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
        CurlExchange.of(context)?.fill(bytes, size * count) ?? 0
      })
    note(
      portico_curl_set_bytes_callback(handle, CURLOPT_WRITEFUNCTION) {
        bytes, size, count, context in
        CurlExchange.of(context)?.hear(bytes, size * count) ?? 0
      })
    note(
      portico_curl_set_bytes_callback(handle, CURLOPT_HEADERFUNCTION) {
        bytes, size, count, context in
        CurlExchange.of(context)?.hearLine(bytes, size * count) ?? 0
      })
    // The only way to learn which command a response belongs to. Only the verb is kept.
    note(
      portico_curl_set_trace_callback(handle) { _, kind, bytes, count, context in
        if kind == CURLINFO_HEADER_OUT { CurlExchange.of(context)?.saw(bytes, count) }
        return 0
      })
    long(CURLOPT_VERBOSE, 1)
  }

  mutating func freeLists() {
    for list in lists { curl_slist_free_all(list) }
    lists = []
  }
}
