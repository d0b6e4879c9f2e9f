import ArgumentParser
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPhoneNumbers

/// Finds an account by what a person would name.
struct AccountLookup: Sendable {
  let store: any IdentityStore
  let phones: any PhoneNumberParsing

  /// - Parameter name: an address, a number in E.164, or the account's id.
  /// - Throws: `ServeRefusal` where there is none.
  func overview(_ name: String, most: Int) async throws -> AccountOverview {
    let identifier = Identifier(userName: name, phones)
    let found = try await store.read("users.show") { tables in
      let owner = try identifier.flatMap { try tables.binding(of: $0)?.account }
      return try tables.overview(of: owner ?? ID(name), most: most)
    }
    guard let found else {
      throw ServeRefusal(
        "no account has this address, number or id; write an address, a number such as "
          + "+4915112345678, or the id from the log")
    }
    return found
  }
}

struct UsersShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one account: its sessions, why they ended, and its security events.",
    discussion: """
      Shows no hashes, tokens or codes, and changes nothing. Whether the owner is locked out for a time is counted under \
      keyed digests, so this is only shown with the master key.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var masterKey: MasterKeyOptions

  @Argument(help: "An address, a number such as +4915112345678, or the account id.")
  var who: String

  @Flag(help: "Print JSON, with all events.")
  var json = false

  @Flag(
    help: "Show all sign-outs and security events, up to 1000 of each. Default: the newest ten.")
  var events = false

  func run() async throws {
    try await commanding("users show") {
      let settings = try options.settings()
      let report = try await options.withStore { store, now in
        let found = try await AccountLookup(store: store, phones: StandardPhoneNumbers())
          .overview(who, most: 1_000)
        var report = AccountReport(found, at: now)
        do {
          let desk = try await OperatorDesk(store, mayChange: false) {
            try masterKey.key(for: $0, settings)
          }
          let end = try await desk.service.operators.lockedOutUntil(found.account.id)
          report.lockedOutUntil = end?.text
        } catch KeyAdministrationFailure.unused {
          // Nobody has tried to sign in.
        } catch MasterKeyFailure.missingOfStore(_) {
          Terminal.complain("note: lockouts are only shown with the master key (--master-key-file)")
        } catch {
          Terminal.complain("note: lockouts are not shown: \(SecretsInText.hidden("\(error)"))")
        }
        return report
      }
      Terminal.say(json ? try report.json() : report.text(mostEvents: events ? .max : 10))
    }
  }
}
