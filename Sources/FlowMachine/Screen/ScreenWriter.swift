// The screen as JSON, for hosts that are not written in Swift. Empty members are omitted; equal
// values give equal bytes, so that a host can tell that there is nothing to draw.

package import WireText

extension ScreenValue {
  /// One line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  package func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.member("rightToLeft", isRightToLeft)
    if let root {
      writer.name("root")
      writer.open("{")
      writer.member("view", root.view)
      writer.member("content", root.showsContent)
      writer.close("}")
    }
    if let screen {
      writer.name("screen")
      screen.write(to: &writer)
    }
    writer.name("overlays")
    writer.open("[")
    for overlay in overlays { overlay.write(to: &writer) }
    writer.close("]")
    writer.close("}")
  }
}

extension ScreenValue.Surface {
  func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.member("name", name)
    writer.member("view", view)
    writer.name("style")
    writer.value(style.name)
    writer.member("title", title)
    writer.member("back", hasBack)
    if isDismissable { writer.member("dismissable", true) }
    writer.member("active", isActive)
    writer.name("elements")
    writer.open("[")
    for element in elements { element.write(to: &writer) }
    writer.close("]")
    writer.close("}")
  }
}

extension ScreenValue.Element {
  func write(to writer: inout JSONWriter) {
    writer.open("{")
    // Distinguishes elements without a name, over all screens of the flow.
    writer.member("id", Int64(id))
    writer.name("kind")
    writer.value(kind.name)
    writer.text("name", name)
    if let styleName {
      writer.name("style")
      writer.value(styleName)
    }
    writer.text("text", text)
    writer.text("hint", hint)
    writer.text(kind == .image ? "image" : "view", appName)
    if kind == .steps {
      writer.member("of", Int64(steps.count))
      writer.member("at", Int64(steps.reached))
    }
    if kind == .avatar { writer.text("initials", initials) }
    value.write(to: &writer)
    writer.text("problem", problem)
    writer.text("country", country)
    if kind.takesInput {
      writer.member("enabled", isEnabled)
      if isBusy { writer.member("busy", true) }
      if isSearchable { writer.member("searchable", true) }
      if isSubmitting { writer.member("submits", true) }
      if length > 0 { writer.member("length", Int64(length)) }
      writer.text("least", least)
      writer.text("most", most)
    }
    writeOptions(to: &writer)
    writer.close("}")
  }

  private func writeOptions(to writer: inout JSONWriter) {
    guard kind.input.hasOptions else { return }
    writer.name("options")
    writer.open("[")
    for option in options {
      writer.open("{")
      writer.member("text", option.text)
      writer.text("detail", option.detail)
      writer.text("image", option.image)
      writer.close("}")
    }
    writer.close("]")
  }

  /// The style's name in documents; nil if the kind has no styles.
  package var styleName: StaticString? {
    let names = kind.styles
    return names.indices.contains(Int(style)) ? names[Int(style)] : nil
  }
}

extension ScreenValue.Style {
  /// The style's name in JSON.
  package var name: StaticString {
    switch self {
    case .screen: "screen"
    case .modal: "modal"
    case .overlay: "overlay"
    case .alert: "alert"
    case .sheet: "sheet"
    }
  }
}

extension JSONWriter {
  /// A member that is omitted if it is empty.
  fileprivate mutating func text(_ name: StaticString, _ text: [UInt8]) {
    if !text.isEmpty { member(name, text) }
  }
}
