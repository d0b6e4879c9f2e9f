import CCurl

/// RFC 9110 section 5.6.7, as libcurl reads it.
package enum HTTPDate {
  /// - Returns: seconds since 1970; nil for an invalid or earlier date.
  package static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
    let moment = curl_getdate(text, nil)
    return moment >= 0 ? Int64(moment) : nil
  }
}
