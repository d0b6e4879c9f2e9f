/// What one operation of an API takes and answers.
package struct OperationContract: Hashable, Sendable {
  package struct Response: Hashable, Sendable {
    /// The statuses that it is for, inclusive.
    package var statuses: ClosedRange<Int>
    package var body: ContractShape

    package init(statuses: ClosedRange<Int>, body: ContractShape) {
      self.statuses = statuses
      self.body = body
    }
  }
  /// The `operationId`, or the method and the path if it has none.
  package var name: String
  package var method: String
  /// With `{…}` in place of values.
  package var path: String
  /// The URLs before the path, as they are written. None if the description does not say where the server is.
  package var servers: [String] = []
  /// What a call is given: the members of its body, and the parameters of its path and query.
  package var parameters: ContractObject
  /// The parameters that stand in the query.
  package var queryNames: Set<String> = []
  /// In the order of the description; one for all other statuses comes last.
  package var responses: [Response]

  /// Whether a parameter stands in the path or the query, and not in the body.
  func isInURL(_ parameter: String) -> Bool {
    queryNames.contains(parameter) || path.contains("{\(parameter)}")
  }

  /// What the body of a response can be, if its status is one of these.
  ///
  /// The response for all other statuses is that of failures, unless no success is listed: most descriptions mean
  /// their errors by `default`.
  ///
  /// - Returns: nil if the operation has no such response.
  package func body(of statuses: ClosedRange<Int>) -> ContractShape? {
    let fitting = responses.filter { $0.statuses.overlaps(statuses) }
    let listed = fitting.filter { $0.statuses != OperationContract.otherStatuses }
    let isCovered =
      statuses.upperBound < 300
      || listed.contains {
        $0.statuses.contains(statuses.lowerBound) && $0.statuses.contains(statuses.upperBound)
      }
    let counting = !listed.isEmpty && isCovered ? listed : fitting
    return counting.isEmpty ? nil : .union(of: counting.map(\.body))
  }

  /// Those of a response that is not for certain ones (`default`).
  package static let otherStatuses = 100...599
}

/// The operations of an API by their names.
package struct Contract: Hashable, Sendable {
  package private(set) var operations: [String: OperationContract]
  /// Whether it describes an app's own back ends, and not the identity API.
  package var isOwn: Bool
  /// By operation, what its body needs where the body itself may be left out: required as soon as a call sends one.
  package private(set) var bodyNeeds: [String: Set<String>]

  package init(
    _ operations: [OperationContract], isOwn: Bool, bodyNeeds: [String: Set<String>] = [:]
  ) {
    self.isOwn = isOwn
    self.bodyNeeds = bodyNeeds
    self.operations = Dictionary(
      operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> OperationContract? { operations[name] }

  package var names: [String] { operations.keys.sorted() }

  /// The contract of what both describe; where both have an operation, this one's counts.
  package func joined(with other: Contract) -> Contract {
    var result = self
    result.operations.merge(other.operations) { own, _ in own }
    for (name, needs) in other.bodyNeeds where operations[name] == nil {
      result.bodyNeeds[name] = needs
    }
    return result
  }
}
