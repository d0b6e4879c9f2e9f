/// Other flows of the same app.
extension AppEntry {
  /// Shows the flow in another language (a BCP 47 tag): it is launched again, where it was.
  package func show(in language: String) {
    chosenLanguage = language
    life?.cancel()
  }

  /// The account centre with the session of this entry; nil if the entry was made without an identity server.
  public var account: AccountFlow? {
    if madeAccount == nil { madeAccount = opener.map { AccountFlow($0, links) } }
    return madeAccount
  }
}
