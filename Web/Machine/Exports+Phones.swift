import FlowMachine
import PhoneNumbers
import Statechart
import WireText

// Phone numbers (PHN-2, PHN-3). The table is a separate file. A call that needs it while it is
// missing returns `needsPhones`, and leaves the instance in an unusable state: the host restores
// the earlier memory, passes the table in, and repeats the call.

/// The table, and whether a call needed it while it was missing.
struct PhoneInstance {
  var table: PhoneTable?
  var isMissed = false

  /// The table; records if it is missing.
  mutating func wanted() -> PhoneTable? {
    if table == nil { isMissed = true }
    return table
  }
}

// Separate from `instance`, which a step changes while it asks for numbers. Unsafe only by name: a
// WebAssembly instance has one thread.
nonisolated(unsafe) var phones = PhoneInstance()

/// Takes the table of phone numbers, which `scripts/web` puts beside the page as `phones.txt`.
///
/// - Returns: with 0, `{"version":"8.12.57"}`; `badInput` if the bytes are not such a table, or
///   have another version than the machine was built for.
@_expose(wasm, "portico_phones") @_cdecl("portico_phones")
public func takePhones(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  guard let table = PhoneTable(bytes), table.version == PhoneRules.whenNeeded.version else {
    return instance.fail(
      .badInput, "phoneTable", "the bytes are no table of telephone numbers for this machine")
  }
  phones.table = table
  instance.countries = nil
  var writer = JSONWriter()
  writer.open("{")
  writer.member("version", table.version)
  writer.close("}")
  return instance.done(writer.bytes)
}

/// The regions with a calling code, which the host has to name: `["AC","AD",…]`.
@_expose(wasm, "portico_regions") @_cdecl("portico_regions")
public func regions() -> Int32 {
  guard let table = phones.wanted() else { return instance.done([]) }
  return instance.done(list(of: table.regions))
}

/// Builds the country picker from `{"names":[["AF","Afghanistan"],…],"device":"DE"}`: the names in
/// the order of the list, as `Intl.DisplayNames` and `Intl.Collator` produce them, each with the
/// title of its section as a third text if the host knows better than the first letter; `device` is
/// the device's region, and `preferred` may list regions that are also shown at the top.
///
/// - Returns: with 0, `{"preselected":"DE","sections":[{"title":"A","rows":[{"region":"AF",
///   "name":"Afghanistan","code":"+93","flag":"🇦🇫"},…]},…]}`. The preferred section has no title;
///   `preselected` is missing if nothing is known.
@_expose(wasm, "portico_countries") @_cdecl("portico_countries")
public func countries(_ count: Int32) -> Int32 {
  guard let table = phones.wanted() else { return instance.done([]) }
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  guard let json = JSON(bytes)?.root else { return instance.fail(InputError.notJSON) }
  var names: [CountryName] = []
  for row in json.elements("names") {
    guard let region = region(row[0]), let name = row[1]?.text else {
      return instance.fail(InputError.wrongValue)
    }
    names.append(CountryName(region, name, section: row[2]?.text))
  }
  let preferred = json.elements("preferred").compactMap { region($0) }
  let picker = CountryPicker(
    table, names: names, preferred: preferred, device: region(json["device"]))
  instance.countries = picker
  var writer = JSONWriter()
  writer.open("{")
  if let preselected = picker.preselected { writer.member("preselected", preselected.text) }
  writer.name("sections")
  writer.open("[")
  for section in picker.sections {
    writer.open("{")
    if let title = section.title { writer.member("title", title) }
    writer.name("rows")
    writer.open("[")
    for row in section.rows { write(row, to: &writer) }
    writer.close("]")
    writer.close("}")
  }
  writer.close("]")
  writer.close("}")
  return instance.done(writer.bytes)
}

/// Searches the country picker by a part of a name, ISO code or calling code: returns the regions
/// in display order, `["DE",…]`. Spaces only match everything.
@_expose(wasm, "portico_find_countries") @_cdecl("portico_find_countries")
public func findCountries(_ count: Int32) -> Int32 {
  guard let picker = instance.countries else {
    return instance.misused("there is no picker; call portico_countries first")
  }
  guard let text = instance.part(count: count) else { return instance.misused(outside) }
  return instance.done(list(of: picker.rows(matching: text).map { $0.region }))
}

private func region(_ value: JSON.Value?) -> RegionCode? {
  value?.text.flatMap { RegionCode($0) }
}

private func list(of regions: [RegionCode]) -> [UInt8] {
  var writer = JSONWriter()
  writer.open("[")
  for region in regions { writer.value(region.text) }
  writer.close("]")
  return writer.bytes
}

private func write(_ row: CountryRow, to writer: inout JSONWriter) {
  writer.open("{")
  writer.member("region", row.region.text)
  writer.member("name", row.name)
  writer.member("code", row.dialled)
  writer.member("flag", row.flag)
  writer.close("}")
}

extension PhoneRules {
  /// The phone rules of a flow's fields. While the table is missing, their results are invalid
  /// (`PhoneInstance.isMissed`).
  static let whenNeeded = PhoneRules(
    version: Text(ascii: PhoneTable.standardVersion),
    kept: { text, country in
      phones.wanted().map { PhoneEntry($0).kept(text, country: country) } ?? text
    },
    shown: { text, country in
      phones.wanted().map { PhoneEntry($0).shown(text, country: country) } ?? text
    },
    accepts: { text in phones.wanted().map { PhoneEntry($0).accepts(text) } ?? false },
    country: { text in phones.wanted().map { PhoneEntry($0).country(of: text) } ?? [] })
}
