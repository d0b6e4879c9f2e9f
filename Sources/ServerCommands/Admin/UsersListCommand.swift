import ArgumentParser
import Foundation
import IdentityDomain
import IdentityHTTP

/// One account in a list.
struct AccountLine: Codable, Hashable, Sendable {
  let id: String
  let identifiers: [String]
  let name: String?
  let createdAt: String
  let lastSeenAt: String
  let isBlocked: Bool
  let deletionDueAt: String?

  init(_ account: Account, _ bindings: [IdentifierBinding]) {
    id = account.id.text
    identifiers = bindings.map(\.identifier.text)
    name = account.profile.name
    createdAt = account.createdAt.text
    lastSeenAt = account.lastSeenAt.text
    isBlocked = account.isBlocked
    deletionDueAt = account.deletionDueAt?.text
  }

  /// Names are what people wrote; control characters would write to the operator's terminal.
  var text: String {
    let shown = ([id] + identifiers + [name ?? ""]).filter { !$0.isEmpty }.joined(separator: "  ")
    return shown.withoutControls + (isBlocked ? "  (blocked)" : "")
      + (deletionDueAt.map { "  (to be deleted \($0))" } ?? "")
  }
}

/// A page of accounts, by their ids.
struct AccountPage: Codable, Hashable, Sendable {
  let accounts: [AccountLine]
  /// For `--after`; nil at the end.
  let next: String?

  func say(json: Bool) throws {
    if json { return try Terminal.say(json: self) }
    for account in accounts { Terminal.say(account.text) }
    if let next { Terminal.complain("more: --after \(next)") }
  }
}

struct UsersListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List accounts by their ids, a page at a time.")

  @OptionGroup var options: StoreOptions
  @Option(help: "The id that the page before ended with.") var after: String?
  @Option(help: "How many at most, up to 10000.") var most = 100
  @Flag(help: "Only accounts that are blocked.") var blocked = false
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    try await commanding("users list") {
      guard (1...10_000).contains(most) else {
        throw ServeRefusal("--most: \(most) is not possible; write 1 to 10000")
      }
      let (after, most, isBlockedOnly) = (after, most, blocked)
      if let after, Base64URL.bytes(after)?.count != 16 {
        throw ServeRefusal(
          "--after: '\(after)' is not an id of an account; give the one that the page before ended with"
        )
      }
      let page = try await options.withStore { store, _ in
        try await AccountSearch(store: store).page(
          after: after, most: most
        ) { account, _ in !isBlockedOnly || account.isBlocked }
      }
      try page.say(json: json)
    }
  }
}

struct UsersSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find accounts by the beginning of an address or number, or by a name.",
    discussion: """
      Addresses and numbers are found by an index. With --names, names and claimed addresses are looked \
      through as well, which reads every account.
      """)

  @OptionGroup var options: StoreOptions
  @Argument(help: "The beginning of an address or number; with --names, a part of a name.")
  var text: String
  @Flag(help: "Look through names too.") var names = false
  @Option(help: "How many at most, up to 10000.") var most = 100
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    try await commanding("users search") {
      guard (1...10_000).contains(most), !text.isEmpty else {
        throw ServeRefusal("write what to look for, and --most 1 to 10000")
      }
      let (text, most, names) = (text, most, names)
      let page = try await options.withStore { store, _ in
        let search = AccountSearch(store: store)
        return try await names
          ? search.named(text, most: most) : search.identified(text, most: most)
      }
      try page.say(json: json)
      guard !page.accounts.isEmpty else { throw ExitCode(3) }
    }
  }
}

/// Looks for accounts.
struct AccountSearch: Sendable {
  let store: any IdentityStore

  private static let pageSize = 500

  /// The next accounts that are wanted, in the order of their ids.
  func page(
    after: String?, most: Int,
    where isWanted: @escaping @Sendable (Account, [IdentifierBinding]) -> Bool
  ) async throws -> AccountPage {
    var found: [AccountLine] = []
    var last = after.map { ID<Account>($0) }
    while found.count < most {
      let from = last
      let count = Self.pageSize
      let page = try await store.read("users.list") { tables in
        try tables.accounts(after: from, most: count).map { ($0, try tables.bindings(of: $0.id)) }
      }
      for (account, bindings) in page {
        last = account.id
        guard isWanted(account, bindings) else { continue }
        found.append(AccountLine(account, bindings))
        if found.count == most { break }
      }
      if found.count < most, page.count < count { return AccountPage(accounts: found, next: nil) }
    }
    return AccountPage(accounts: found, next: last?.text)
  }

  func named(_ text: String, most: Int) async throws -> AccountPage {
    let wanted = text.lowercased()
    return try await page(after: nil, most: most) { account, bindings in
      let texts =
        [account.profile.name, account.profile.claimedEmail?.text].compactMap { $0 }
        + bindings.map(\.identifier.text)
      return texts.contains { $0.lowercased().contains(wanted) }
    }
  }

  func identified(_ text: String, most: Int) async throws -> AccountPage {
    let start = text.contains("@") || !text.hasPrefix("+") ? text.lowercased() : text
    return try await store.read("users.search") { tables in
      var lines: [AccountLine] = []
      var seen: Set<ID<Account>> = []
      for binding in try tables.bindings(startingWith: start, most: most)
      where seen.insert(binding.account).inserted {
        guard let account = try tables.account(binding.account) else { continue }
        lines.append(AccountLine(account, try tables.bindings(of: account.id)))
      }
      if lines.isEmpty, let account = try tables.account(ID(text)) {
        lines.append(AccountLine(account, try tables.bindings(of: account.id)))
      }
      return AccountPage(accounts: lines, next: nil)
    }
  }
}
