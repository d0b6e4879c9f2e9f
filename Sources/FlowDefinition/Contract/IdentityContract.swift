/// The operations of the identity API with those that its client adds, as a flow calls them.
enum IdentityContract {
  /// Read once in a process; `let` of a type is initialized once, whoever asks first.
  static let contract = ContractText.read(text)
}
