extension AppEntry {
  /// Call this with the payload of a notification that the user has opened: its link is treated like one that opened the app
  /// (`opened(by:)`), also before the flow was launched. It may be called on any thread, such as that of the notification
  /// center's delegate.
  ///
  /// A payload comes from outside, so only a text that is an address is taken: at most 4,096 bytes (the longest payload that
  /// APNs takes), with a scheme, and without spaces and control characters. Everything else is ignored.
  ///
  /// - Parameters:
  ///   - payload: the `userInfo` of the notification's content.
  ///   - key: under which your server puts the link.
  /// - Returns: whether there was such a link.
  @discardableResult
  nonisolated public func opened(
    byNotification payload: [AnyHashable: Any], key: String = "link"
  ) -> Bool {
    guard let link = payload[key] as? String, NotificationLink.isAllowed(link) else { return false }
    Task { @MainActor in await opened(by: link) }
    return true
  }
}

/// Which texts of a notification are links.
enum NotificationLink {
  private static let mostBytes = 4_096

  static func isAllowed(_ text: String) -> Bool {
    guard text.utf8.count <= mostBytes, let colon = text.firstIndex(of: ":") else { return false }
    // RFC 3986 section 3.1.
    let scheme = text[..<colon].utf8
    guard let first = scheme.first, isLetter(first),
      scheme.allSatisfy({
        isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
      })
    else { return false }
    let rest = text[colon...].utf8.dropFirst()
    return !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
