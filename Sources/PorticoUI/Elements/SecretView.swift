#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// A secret that its owner is to see: as text that can be copied, or as a QR code.
public struct SecretView: View {
  private let entry: AppEntry
  private let element: Element
  @State private var secret: ShownSecret?

  /// - Parameters:
  ///   - entry: the entry that shows the element, which reads the secret.
  ///   - element: as the entry shows it now.
  public init(entry: AppEntry, element: Element) {
    self.entry = entry
    self.element = element
  }

  /// The secret, once it is read.
  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if let secret {
        if secret.modules.isEmpty {
          Text(element.text).font(.subheadline).foregroundStyle(.secondary)
          Text(secret.text).font(.body.monospaced()).textSelection(.enabled)
            .runsLeftToRight(true)
        } else {
          QRView(modules: secret.modules)
            .accessibilityElement(children: .ignore)
            .accessibilityAddTraits(.isImage)
            .accessibilityLabel(element.text)
        }
      }
    }
    .task(id: element.id) { secret = await entry.secret(element) }
  }
}

/// The dark modules of a QR code with the quiet zone around them; always dark on light, which readers need.
private struct QRView: View {
  /// In points; a picture of 45 modules is then as wide as half a telephone.
  private static let side: CGFloat = 4

  let modules: [[Bool]]

  var body: some View {
    let length = Self.side * CGFloat(modules.count)
    Path { path in
      for (row, line) in modules.enumerated() {
        for (column, isDark) in line.enumerated() where isDark {
          path.addRect(
            CGRect(
              x: CGFloat(column) * Self.side, y: CGFloat(row) * Self.side, width: Self.side,
              height: Self.side))
        }
      }
    }
    .fill(Color.black)
    .frame(width: length, height: length)
    .padding(16)
    .background(Color.white, in: Rectangle())
  }
}
#endif
