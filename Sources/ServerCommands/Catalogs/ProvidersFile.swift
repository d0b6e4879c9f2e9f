import FlowDefinition
import IdentityDomain
import IdentityFederation
import IdentityKeys

/// The third parties of a configuration that people sign in with (`providers: FILE`). Secrets are never in
/// it: it names their files, which are closed to others.
enum ProvidersFile {
  /// - Parameters:
  ///   - publicURL: of this service, without a slash at its end.
  ///   - files: how a file that holds a secret is read.
  /// - Throws: `ServeRefusals`
  static func read(
    _ file: ReadableFile, publicURL: String, files: ProviderSecretFiles,
    endpoints: EndpointRules = .production
  ) throws -> [ProviderConfiguration] {
    var document = CatalogDocument(file, of: "provider")
    var configurations: [ProviderConfiguration] = []
    var ids: Set<String> = []
    for node in document.entries {
      guard let declaration = declaration(node, &document, folder: file.folder) else { continue }
      guard ids.insert(declaration.id).inserted else {
        document.refuse(
          node["id"] ?? node, "id: \(quoted(declaration.id)) is taken; give each its own")
        continue
      }
      do throws(ProviderRefusal) {
        configurations.append(
          try ProviderConfiguration(
            declaration, publicURL: publicURL, files: files, endpoints: endpoints))
      } catch {
        document.refuse(node[error.field] ?? node, error.description)
      }
    }
    try document.check()
    return configurations
  }

  private static func declaration(
    _ node: YAMLNode, _ document: inout CatalogDocument, folder: String?
  ) -> ProviderDeclaration? {
    let kinds = ProviderDeclaration.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    let kind = document.value("kind", of: node, "one of \(kinds)") { node in
      node.scalar.flatMap { ProviderDeclaration.Kind(rawValue: $0.text) }
    }
    let id = document.text("id", of: node)
    guard let kind, let id else { return nil }
    document.checkKeys(of: node, among: ProviderDeclaration.keys(of: kind))
    var declaration = ProviderDeclaration(kind, id: id)
    func text(_ key: String) -> String? { document.text(key, of: node, isNeeded: false) }
    func texts(_ key: String) -> [String]? {
      document.value(key, of: node, isNeeded: false, "a list of texts, such as [a, b]", \.texts)
    }
    /// As the file stands where it is, so do its neighbours.
    func path(_ key: String) -> String? {
      text(key).map { path in
        path.hasPrefix("/") ? path : folder.map { "\($0)/\(path)" } ?? path
      }
    }
    declaration.name = text("name")
    declaration.issuer = text("issuer")
    declaration.client_id = text("client_id")
    declaration.client_secret_file = path("client_secret_file")
    declaration.scopes = texts("scopes")
    declaration.authoritative_domains = texts("authoritative_domains")
    declaration.trusted_for_addresses = document.value(
      "trusted_for_addresses", of: node, isNeeded: false, "true or false", \.flag)
    declaration.level_two_contexts = texts("level_two_contexts")
    declaration.algorithms = texts("algorithms")
    declaration.native_client_ids = texts("native_client_ids")
    declaration.hosted_domain = text("hosted_domain")
    declaration.team_id = text("team_id")
    declaration.key_id = text("key_id")
    declaration.key_file = path("key_file")
    declaration.address = text("address")
    declaration.api_address = text("api_address")
    return declaration
  }
}

extension ProviderSecretFiles {
  /// The files of this machine: they belong to this user and have mode 0600.
  static let live = ProviderSecretFiles { field, path throws(ProviderRefusal) in
    do throws(PrivateFile.Failure) {
      // One byte more than is taken: then it is seen that the file is too long.
      return try PrivateFile.bytes(of: path, most: 65_537)
    } catch {
      throw ProviderRefusal(field, error.text(of: "the secret", path: path))
    }
  }
}
