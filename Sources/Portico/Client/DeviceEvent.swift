/// Something that an app or its client reports to a flow unasked. Anything that the flow does not
/// declare is ignored.
public enum DeviceEvent: Equatable, Sendable {
  /// A fact of place `device`; `null` clears it.
  case fact(String, JSONValue)
  /// A signal, with its number or text if it has one.
  case signal(String, JSONValue = .null)
}
