import FlowMachine
import WireText

/// A text as a QR code: `{"size":29,"path":"M0 0h7v1h-7z…"}`, the path of an SVG whose unit is a module. Fails for a text
/// that is too long.
@_expose(wasm, "portico_qr") @_cdecl("portico_qr")
public func qr(_ count: Int32) -> Int32 {
  guard let text = instance.part(count: count) else { return instance.misused(outside) }
  guard let code = QRCode(text) else { return instance.fail(InputError.wrongValue) }
  var writer = JSONWriter()
  writer.open("{")
  writer.member("size", Int64(code.size))
  writer.member("path", code.path)
  writer.close("}")
  return instance.done(writer.bytes)
}
