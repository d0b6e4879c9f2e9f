import NetworkTransfer
import IdentityKeys
import IdentitySenders

extension ProviderFiles {
  /// The files of this machine, and the keys in them.
  static let live = ProviderFiles(
    read: { name, path throws(Peer.Refusal) in
      do throws(PrivateFile.Failure) {
        // One byte more than is taken: then the plan sees that the file is too long.
        return try PrivateFile.bytes(of: path, most: 65_537)
      } catch {
        throw Peer.Refusal(error.text(of: name, path: path))
      }
    },
    signer: { algorithm, pem in
      let key =
        switch algorithm {
        case .es256: try ProviderKey.es256(pem: pem)
        case .rs256: try ProviderKey.rs256(pem: pem)
        }
      return ProviderSigner(algorithm) { try key.sign($0) }
    })
}
