extension PhoneTable {
  /// The table in `standardText`. A host that needs it keeps it: loading reads 70 KB once.
  package static func standard() -> PhoneTable? { PhoneTable(bytes(of: standardText)) }
}
