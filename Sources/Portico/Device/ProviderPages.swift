/// How the pages of sign-in providers (Apple, Google, GitHub and others) are shown, and how people come back from
/// them. Leaving the app may be its end: what a return needs is stored before, and the return may come to
/// another process of the app (`AppEntry.returned(to:)`).
public struct ProviderPages: Sendable {
  /// What came of a page.
  public enum Ending: Sendable, Equatable {
    /// The provider led back to this address.
    case returned(to: String)
    /// The user closed the page.
    case closed
  }

  /// Where a provider leads back to: an address that opens this app and that the server's configuration lists
  /// among `return_urls`, such as `https://example.com/signed-in` or `com.example.app:/signed-in`. Nil where
  /// nobody can be led back; then no provider is offered.
  public var returnAddress: @Sendable () async -> String?
  /// Shows a page; false if it cannot be shown. Returns as soon as it is shown. `ended` is called where the
  /// platform says what came of it; elsewhere the app is opened with the address.
  public var open:
    @Sendable (_ page: String, _ ended: @escaping @Sendable (Ending) async -> Void) async -> Bool

  /// Sheets that are shown in place of pages, by the provider's id on the server, such as `apple`. Where the server takes no
  /// tokens of a sheet, the page is shown after all. A `PorticoSession` is given the same device as the entry.
  public var sheets: [String: ProviderSheet]

  /// Each as its property says.
  public init(
    returnAddress: @escaping @Sendable () async -> String?,
    open:
      @escaping @Sendable (
        _ page: String, _ ended: @escaping @Sendable (Ending) async -> Void
      ) async -> Bool,
    sheets: [String: ProviderSheet] = [:]
  ) {
    self.returnAddress = returnAddress
    self.open = open
    self.sheets = sheets
  }

  /// A device that cannot show them.
  public static let none = ProviderPages(returnAddress: { nil }, open: { _, _ in false })
}
