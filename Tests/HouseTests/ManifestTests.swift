import Testing

/// `PORTICO_HOST` says how much of the package there is (docs/decisions/0027-one-manifest.md).
@Suite("The manifest, by what the environment asks for")
struct ManifestTests {
  private static let client: Set = ["Portico", "PorticoLive", "PorticoUI", "PorticoTesting"]

  @Test("An app gets four libraries, and fetches swift-crypto and its dependency, nothing else")
  func client() throws {
    let manifest = try Manifest(host: nil)
    #expect(Set(manifest.products.keys) == Self.client)
    #expect(manifest.packages == ["swift-crypto"])
    #expect(manifest.targets.values.allSatisfy { $0.type == "regular" })
    // Every target is there for a product.
    let used = Self.client.reduce(into: Set<String>()) { $0.formUnion(manifest.closure(of: $1)) }
    #expect(used == Set(manifest.targets.keys))
  }

  @Test("portico without the server needs no system library, and no package of the server")
  func commands() throws {
    let manifest = try Manifest(host: "commands")
    #expect(Set(manifest.products.keys) == Self.client.union(["portico"]))
    #expect(manifest.packages == ["swift-crypto", "swift-argument-parser", "yams"])
    let program = try #require(manifest.products["portico"]?.first)
    let closure = manifest.closure(of: program)
    #expect(closure.contains("FlowVerification") && closure.contains("IdentityClient"))
    #expect(closure.isSubset(of: manifest.targets.keys))
    #expect(manifest.systemLibraries(among: closure) == [])
    #expect(manifest.targets.values.allSatisfy { $0.packages.isSubset(of: manifest.packages) })
  }

  @Test("A clone that asks for everything has the server, the benches and the tests")
  func everything() throws {
    let manifest = try Manifest(host: "1")
    #expect(
      Set(manifest.products.keys)
        == Self.client.union(["portico", "portico-bench", "portico-launch-probe"]))
    let closure = manifest.closure(of: try #require(manifest.products["portico"]?.first))
    #expect(closure.contains("ServerCommands"))
    // So the same question finds them where there are some.
    #expect(
      manifest.systemLibraries(among: closure)
        == ["CArgon2", "CCrypt", "CCurl", "CPostgres", "CSodium"])
    #expect(manifest.targets.values.contains { $0.type == "test" })
    #expect(!closure.contains { $0.hasSuffix("Tests") || $0.contains("TestSupport") })
    #expect(!closure.contains("IdentityStoreContract"))
  }

  @Test(
    "A smaller part's declarations equal a larger one's; only the program gains the server")
  func alike() throws {
    let parts = try [nil, "commands", "1"].map { try Manifest(host: $0) }
    for (small, large) in zip(parts, parts.dropFirst()) {
      for (name, target) in small.targets where name != "PorticoCLI" {
        #expect(large.targets[name]?.targets == target.targets, "\(name)")
        #expect(large.targets[name]?.packages == target.packages, "\(name)")
      }
    }
    let program = try #require(parts[1].targets["PorticoCLI"])
    #expect(parts[2].targets["PorticoCLI"]?.targets == program.targets.union(["ServerCommands"]))
  }

  @Test("An invalid value is refused, with what to write")
  func mistyped() throws {
    let folder = try MadeUpTree([:])
    let refused = try Manifest.dump(host: "yes", scratch: folder.folder)
    #expect(refused.status != 0)
    #expect(refused.output.contains("PORTICO_HOST is 'yes'; write 'commands' or '1'"))
  }
}
