import SessionMachine
import WireText

// FED-6: a sign-in with a provider's native sheet. To a flow it is the trip to a page like any other: the
// client begins and completes it by other operations, and the page's address names the sheet.

/// The address of a "page" that is a native sheet: `portico-sheet:`, the provider, `/`, and the nonce for
/// the sheet's request.
package enum SheetPage {
  package static let scheme: StaticString = "portico-sheet:"
}

extension Operation {
  static var beginSheet: Operation? { named(Bytes(ascii: "beginNativeFederation")) }
  static var completeSheet: Operation? { named(Bytes(ascii: "completeNativeFederation")) }
}

extension ClientProcess {
  /// Whether a call begins a sign-in for which the device has a sheet.
  func isBySheet(_ name: Bytes, _ parameters: JSON.Value) -> Bool {
    guard "beginFederation" ~= name, let provider = parameters.text("provider") else {
      return false
    }
    for sheet in profile.sheets where sheet == provider { return true }
    return false
  }

  /// The answer that a flow expects of `beginFederation`, when a sheet is to be shown; else nil.
  func sheetPage(_ open: OpenCall, _ status: Int, _ value: JSON.Value) -> ClientAnswer? {
    guard status == 200, "beginFederation" ~= open.call.name, let nonce = value.text("nonce"),
      let provider = open.parameters.root.text("provider")
    else { return nil }
    var page = Bytes(ascii: SheetPage.scheme)
    page.append(contentsOf: provider)
    page.append(UInt8(ascii: "/"))
    page.append(contentsOf: nonce)
    var writer = JSONWriter()
    writer.open("{")
    writer.member("authorization_url", page)
    writer.close("}")
    return .received(status: 200, body: writer.bytes)
  }

  /// The server takes no tokens of this provider's sheet: leaves for its page after all.
  ///
  /// - Returns: whether that is so.
  mutating func withoutSheet(_ index: Int) -> Bool {
    guard "beginFederation" ~= calls[index].call.name,
      "beginNativeFederation" ~= calls[index].operation?.name
    else { return false }
    calls[index].operation = Operation.named(calls[index].call.name)
    prepare(index)
    return true
  }
}

extension Challenges {
  /// Whether the third-party sign-in that was begun last is one with a sheet.
  var usesSheet: Bool { find(.federation, handle: nil)?.isSheet == true }
}

extension Additions {
  /// - Returns: false if the sheet has not given an id token, and the caller has none either.
  mutating func add(fromSheet given: Bytes?, _ parameters: JSON.Value) -> Bool {
    guard let given = given.flatMap({ JSON($0) })?.root else {
      return parameters.member("id_token") != nil
    }
    add("id_token", given)
    add("authorization_code", given)
    add("name", given)
    return true
  }

  private mutating func add(_ name: StaticString, _ given: JSON.Value) {
    guard let value = given.text(name) else { return }
    without.append(name)
    members.append((name, value))
  }
}
