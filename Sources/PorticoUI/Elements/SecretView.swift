#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A secret that its owner is to see: as text that can be copied, or as a QR code.
struct SecretView: View {
  let entry: AppEntry
  let element: Element
  @State private var secret: ShownSecret?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if let secret {
        if secret.modules.isEmpty {
          Text(element.text).font(.subheadline)
          Text(secret.text).font(.body.monospaced()).textSelection(.enabled)
        } else {
          QRView(modules: secret.modules).accessibilityLabel(element.text)
        }
      }
    }
    .task(id: element.id) { secret = await entry.secret(element) }
  }
}

/// The dark modules of a QR code with the quiet zone around them; always dark on light, which readers need.
private struct QRView: View {
  let modules: [[Bool]]

  var body: some View {
    VStack(spacing: 0) {
      ForEach(modules.indices, id: \.self) { row in
        HStack(spacing: 0) {
          ForEach(modules[row].indices, id: \.self) { column in
            Rectangle().fill(modules[row][column] ? Color.black : Color.white)
              .frame(width: 4, height: 4)
          }
        }
      }
    }
    .padding(16)
    .background(Color.white)
  }
}
#endif
