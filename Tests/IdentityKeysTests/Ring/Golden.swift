import IdentityDomain

enum Hex {
  static func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Computed by Python's hmac and by its package cryptography, from the keys that `NumberedBytes`
/// draws and the master key 00 01 02 ... 1f. They lie in stores and in tokens: if one changes, nobody
/// stays signed in.
enum Golden {
  static let row =
    "040404040404040404040404b5ab2c7f7a4e69e227f58a58cba9447e8297f6b494219e1e34d0f409"
    + "764f76f97bb66c4a205b616e0a772afb9b9c2f8d"
  static let check = "0b0b0b0b0b0b0b0b0b0b0b0bf489432bbf8f0670623dc78324442d49c80476ae7f3754"
  static let sealed =
    "010c425155464251554642515546000102030405060708090a0b4d8f7186c9efe2cc714cde44f184"
    + "a332cd2427bc91dd"
  static let digests: [(DigestPurpose, String)] = [
    (.refreshToken, "e117b9aafd02c444f1ad06fd4444052f245ea65ddc742fe307abc734b30b53a7"),
    (.verificationToken, "8707ed63eaed7d60e0a78bc5a0719e090723e0bcaa94b74ce55f8bf86de713cb"),
    (.undoToken, "e70c4c7001ec32b532fe4878d523575219a2eaa21a8c6cb0c225c55a9f66f533"),
    (.crumb, "08ca56f59cb0176e1578af99cf2c1afa8a28bdf5b809c5d8f28399b8f3419bf9"),
    (.proofNonce, "11bc0c7e570c5a95827660bf06d2d0a2e129c24e6aeb81744918c5c9742d8336"),
    (.oneTimeCode, "abf5be8b09c09c2116932afa95b6ea50702db965174e46d8ff87b51550204601"),
    (.pendingPassword, "224e3c922327ebf4e9dd4b79d35cc01ee8e9351bceb54a04105eae15fe3e19f1"),
    (.requestBody, "0ce357d5b754c56bf90016b6b5931935046d6ae9b1a19687628d69d3110c48f7"),
    (.limitKey, "113ddbe942dd667fd28ef0a3843d31ad33600afc49aee8c1c6caaefefbb37eea"),
    (.authorizationState, "45abf67fdac680e2ac4d45cbb7180bd5b4f8466127a54b9baf2b0bda239bc283"),
    (.federationToken, "f236a91b10dfd62af63dc7a0d77fd06ae03a4c0658cf7f533d5754366acb2969"),
    (.federationCode, "76cec0d1d2fa119dc9c7c4f23776539437a1c9b0cdf55552b44d6b6f9d3f0923"),
    (.providerNonce, "7fa9b249bf207bbc99393924bd277075bfbbca0c2058963638463278e881f7ee"),
    (.codeVerifier, "ef60d1046df87d730be7cfab87e84d69830e4e1e01df66a7304825003cf20f7e"),
    (.federatedIdentity, "0904141812ae5e9031ebccbddd32fb121c67add29d25593296a0aeb90883355b"),
    (.loginLink, "787d15009174c345fbaaf5e0044ed77a83e01c74e572ad348d721488d0c39348"),
    (.loginLinkState, "91f4b6d189afac67aa771024a7e99dee62b806b31da0282c46d9ab3bc27c0721"),
    (.export, "ee3fa84b409904b082e6235daf4fda5a7d62c317624ecd650c8b686e363909a2"),
  ]
}
