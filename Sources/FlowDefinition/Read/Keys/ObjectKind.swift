import FlowMachine

/// One of the kinds of maps with fixed keys. Its name is that of the definition in the JSON Schema.
///
/// A kind refers to its table, so that tables can refer to one another.
package struct ObjectKind: Equatable, Sendable {
  package let name: String
  private let makeTable: @Sendable () -> ObjectTable

  package var table: ObjectTable { makeTable() }

  private init(_ name: String, _ table: @autoclosure @escaping @Sendable () -> ObjectTable) {
    self.name = name
    makeTable = table
  }

  package static func == (left: ObjectKind, right: ObjectKind) -> Bool { left.name == right.name }

  package static let flow: ObjectKind = .init("flow", .flow)
  package static let `extension`: ObjectKind = .init("extension", .extension)
  static let addition: ObjectKind = .init("addition", .addition)
  static let migration: ObjectKind = .init("migration", .migration)
  static let configuration: ObjectKind = .init("configuration", .configuration)
  static let fact: ObjectKind = .init("fact", .fact)
  static let computedValue: ObjectKind = .init("computedValue", .computedValue)
  static let range: ObjectKind = .init("range", .range)
  static let signal: ObjectKind = .init("signal", .signal)
  static let property: ObjectKind = .init("property", .property)
  static let request: ObjectKind = .init("request", .request)
  static let http: ObjectKind = .init("http", .http)
  static let variant: ObjectKind = .init("variant", .variant)
  static let savedPath: ObjectKind = .init("savedPath", .savedPath)
  static let failureClass: ObjectKind = .init("failureClass", .failureClass)
  static let backoff: ObjectKind = .init("backoff", .backoff)
  static let failure: ObjectKind = .init("failure", .failure)
  static let answer: ObjectKind = .init("answer", .answer)
  static let state: ObjectKind = .init("state", .state)
  static let screen: ObjectKind = .init("screen", .screen)
  static let region: ObjectKind = .init("region", .region)
  static let timer: ObjectKind = .init("timer", .timer)
  static let visibility: ObjectKind = .init("visibility", .visibility)
  static let transition: ObjectKind = .init("transition", .transition)
  static let overlay: ObjectKind = .init("overlay", .overlay)
  static let action: ObjectKind = .init("action", .action)
  static let root: ObjectKind = .init("root", .root)
  static let perform: ObjectKind = .init("perform", .perform)
  static let textCase: ObjectKind = .init("textCase", .textCase)
  static let validator: ObjectKind = .init("validator", .validator)
  static let plural: ObjectKind = .init("plural", .plural)

  /// The kinds of elements, in the order of their numbers in the compiled form.
  package static let elements: [ObjectKind] = ElementKind.allCases.map { kind in
    ObjectKind("\(kind.name)", kind.table)
  }

  package static let allCases: [ObjectKind] =
    [
      flow, `extension`, addition, migration, configuration, fact, computedValue, range, signal,
      property, request,
      http, variant, savedPath, failureClass, backoff, failure, answer, state, screen, region,
      timer, visibility, transition, overlay, action, root, perform,
    ] + elements + [textCase, validator, plural]
}
