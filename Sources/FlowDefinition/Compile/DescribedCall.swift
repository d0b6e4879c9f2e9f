/// A call together with the description of its operation.
struct DescribedCall {
  var operation: OperationContract
  /// Where the call names the operation.
  var position: Position
  /// What is sent: for a call with `http` the parameters of its path and query, then the members of its body.
  var entries: [TemplateEntry]
  /// Whether an app's own back end has the operation.
  var isOwn: Bool
  /// Whether it is a call with `http`.
  var isHTTP = false
  /// What its body needs beyond the parameters that are always required; empty if it sends none.
  var bodyNeeds: Set<String> = []

  /// What the operation takes, and what of it this call has to send.
  var wanted: ContractObject {
    var wanted = operation.parameters
    for index in wanted.members.indices where bodyNeeds.contains(wanted.members[index].name) {
      wanted.members[index].isRequired = true
    }
    return wanted
  }

  /// What to do about a parameter that is not sent.
  func remedy(withoutParameter name: String) -> String {
    guard isHTTP else { return "Add `\(name):` to `with`" }
    return operation.queryNames.contains(name)
      ? "Add `\(name)=…` to the query of the URL" : "Add `\(name):` to `body`"
  }
}
