import ArgumentParser
import Foundation
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPhoneNumbers

/// An act on one account.
struct AccountActOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var actor: OperatorOptions

  @Argument(help: "An address, a number such as +4915112345678, or the account id.")
  var who: String

  @Flag(help: "Print JSON.") var json = false

  /// - Parameter work: what is done; it says what was done.
  func act(
    _ work: (any OperableStore, ID<Account>, OperatorName, Timestamp) async throws -> Void
  ) async throws {
    let name = try actor.name()
    try await store.withStore { opened, now in
      let found = try await AccountLookup(store: opened, phones: StandardPhoneNumbers())
        .overview(who, most: 0)
      try await work(opened, found.account.id, name, now)
    }
  }
}

struct UsersBlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Block an account: no way in works, and all sessions end at once.",
    discussion:
      "Nothing is deleted; `users unblock` lifts it. A deletion that the owner asked for and that is not due yet is called off."
  )

  @OptionGroup var options: AccountActOptions

  func run() async throws {
    try await commanding("users block") {
      try await options.act { store, id, name, now in
        let ended = try await store.transaction("operator.block") {
          try $0.block(id, by: name, at: now)
        }
        guard let ended else { throw ServeRefusal("account \(id) is blocked already") }
        try ActReport(act: "block", account: id.text, endedSessions: ended, by: name.text).say(
          "account \(id) is blocked; \(ended) sessions ended", json: options.json)
      }
    }
  }
}

struct UsersUnblockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock", abstract: "Let the owner of a blocked account sign in again.")

  @OptionGroup var options: AccountActOptions

  func run() async throws {
    try await commanding("users unblock") {
      try await options.act { store, id, name, now in
        let wasBlocked = try await store.transaction("operator.unblock") {
          try $0.unblock(id, by: name, at: now)
        }
        guard wasBlocked else { throw ServeRefusal("account \(id) is not blocked") }
        try ActReport(act: "unblock", account: id.text, by: name.text).say(
          "account \(id) is not blocked any longer", json: options.json)
      }
    }
  }
}

struct UsersUnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Lift a lockout: too many passwords, guessed codes, or requested codes.",
    discussion: """
      Limits of networks and countries stay. Counters are stored under keyed digests, so this needs the \
      master key.
      """)

  @OptionGroup var options: AccountActOptions
  @OptionGroup var masterKey: MasterKeyOptions

  func run() async throws {
    try await commanding("users unlock") {
      let settings = try options.store.settings()
      try await options.act { store, id, name, _ in
        let desk = try await OperatorDesk(store) { try masterKey.key(for: $0, settings) }
        _ = try await desk.service.operators.unlock(id, by: name)
        try ActReport(act: "unlock", account: id.text, by: name.text).say(
          "account \(id) is unlocked", json: options.json)
      }
    }
  }
}

struct UsersDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an account and everything that names its owner.",
    discussion: """
      As if the owner had done it: sessions end, and grants at sign-in providers are ended there. It cannot be \
      undone, and a backup brings the account back: keep a list. Needs --yes, and the master key.
      """)

  @OptionGroup var options: AccountActOptions
  @OptionGroup var masterKey: MasterKeyOptions
  @Flag(help: "Delete it, without which nothing is done.") var yes = false

  func run() async throws {
    try await commanding("users delete") {
      let settings = try options.store.settings()
      try await options.act { store, id, name, _ in
        guard yes else { throw ServeRefusal("account \(id) would be deleted for good; add --yes") }
        let desk = try await OperatorDesk(store) { try masterKey.key(for: $0, settings) }
        _ = try await desk.service.operators.delete(id, by: name)
        _ = try? await store.eraseRemoved()
        try ActReport(act: "delete", account: id.text, by: name.text).say(
          "account \(id) is deleted", json: options.json)
      }
    }
  }
}

struct UsersExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print what is stored about one account, as JSON.",
    discussion: """
      For requests of the person themself. It has no hashes, tokens or codes. Up to 100,000 events are \
      printed.
      """)

  @OptionGroup var options: AccountActOptions

  func run() async throws {
    try await commanding("users export") {
      try await options.act { store, id, name, now in
        let found = try await store.transaction("operator.export") { tables in
          try tables.append(SecurityEvent(.operatorExport, account: id, by: name, at: now))
          return try tables.overview(of: id, most: 100_000)
        }
        guard let found else { throw ServeRefusal("account \(id) is gone") }
        Terminal.say(try AccountReport(found, at: now).json())
      }
    }
  }
}

struct UsersSignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "End all sessions of an account (cause: revoked_by_administrator).",
    discussion: "Also removes its trusted devices. The user can sign in again.")

  @OptionGroup var options: AccountActOptions

  func run() async throws {
    try await commanding("users sign-out") {
      try await options.act { store, id, name, now in
        let ended = try await store.transaction("operator.sign-out") {
          try $0.signOut(id, by: name, at: now)
        }
        try ActReport(act: "sign_out", account: id.text, endedSessions: ended, by: name.text).say(
          "\(ended) sessions of account \(id) ended", json: options.json)
      }
    }
  }
}
