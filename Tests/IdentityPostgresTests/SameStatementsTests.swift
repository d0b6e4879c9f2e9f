import IdentityDomain
import IdentityPostgres
import IdentityTestSupport
import Testing

extension PostgresTests {
  @Suite("A stranger's request causes the same work whether or not the name has an owner")
  struct SameStatementsTests {
    /// What a stranger may ask for with nothing but a name.
    enum Act: String, CaseIterable, Sendable {
      case loginCode, recovery, registration, temporaryPassword, login, phone

      func run(_ rig: ServiceRig<PostgresStore>, _ name: String) async throws {
        let (service, caller) = (rig.service, rig.caller(nil))
        switch self {
        case .loginCode: _ = try await service.loginCodes.begin(userName: name, caller: caller)
        case .recovery: _ = try await service.recovery.begin(userName: name, caller: caller)
        case .registration:
          _ = try await service.registration.register(
            userName: name, password: "a stranger's password", caller: caller)
        case .temporaryPassword:
          try await service.markets.sendTemporaryPassword(userName: name, caller: caller)
        case .login:
          _ = try? await service.passwords.login(
            userName: name, password: "a stranger's guess", caller: caller)
        case .phone:
          _ = try await service.phones.begin(number: name, region: nil, caller: caller)
        }
      }

      var names: (known: String, unknown: String) {
        self == .phone
          ? ("+4915112345678", "+4915112345679") : ("ann@example.com", "bob@example.com")
      }
    }

    private func statements(_ act: Act, _ name: String) async throws -> [String] {
      let database = try Cluster.shared.get().database()
      let heard = Lines()
      let store = try await database.store(pool: 1) { $0.trace = { heard.add($0) } }
      let rig = ServiceRig(store: store)
      try await rig.member("ann@example.com", password: "long enough password", key: "k")
      _ = try await rig.phoneMember("+4915112345678", key: "k2")
      rig.clock.advance(.days(40))
      let now = rig.clock.now()
      _ = try await store.transaction("sweep") { try $0.removeExpired(before: now) }
      let start = heard.all.count
      try await act.run(rig, name)
      try await store.close()
      try database.drop()
      return Array(heard.all.dropFirst(start))
    }

    @Test(
      "SEC No enumeration: the same statements, and so the same round trips",
      arguments: Act.allCases)
    func alike(act: Act) async throws {
      let known = try await statements(act, act.names.known)
      let unknown = try await statements(act, act.names.unknown)
      #expect(!known.isEmpty)
      #expect(known == unknown)
    }
  }
}
