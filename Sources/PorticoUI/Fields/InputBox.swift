#if canImport(SwiftUI)
import Portico
import SwiftUI

/// What the box around an input says.
struct InputLook {
  var hasFocus = false
  var isWrong = false
  /// Whether it is one of many beside each other, with room for one digit.
  var isCell = false
}

extension View {
  /// The box around an input: its border says where the focus is and that something is wrong.
  func inputBox(_ look: InputLook) -> some View { modifier(InputBox(look: look)) }
}

private struct InputBox: ViewModifier {
  let look: InputLook
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme

  func body(content: Content) -> some View {
    content
      .padding(.horizontal, look.isCell ? 2 : 12).padding(.vertical, 8)
      // A minimum: a fixed height would cut off large text.
      .frame(maxWidth: .infinity, minHeight: theme?.controlHeight ?? 44)
      .background(paper, in: shape)
      .overlay { shape.strokeBorder(border, lineWidth: look.hasFocus || look.isWrong ? 2 : 1) }
  }

  private var shape: RoundedRectangle { RoundedRectangle(cornerRadius: theme?.corner ?? 10) }

  private var paper: AnyShapeStyle {
    theme?.colors(scheme).map { AnyShapeStyle(Color(rgb: $0.surface)) }
      ?? AnyShapeStyle(.background)
  }

  private var border: AnyShapeStyle {
    if look.isWrong { return AnyShapeStyle(.red) }
    return look.hasFocus ? AnyShapeStyle(.tint) : AnyShapeStyle(.secondary)
  }
}
#endif
