#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A one-time code in cells, one for each digit.
///
/// A transparent text field over the cells takes everything that is typed, pasted or filled in from a message, and the cells
/// draw the digits. VoiceOver sees the field only.
struct CodeInput: View {
  let element: Element
  @Binding var text: String
  let code: CodeEntry
  let focus: FocusState<Bool>.Binding
  let look: InputLook
  @Environment(\.dynamicTypeSize) private var size

  /// More cells than this are narrower than a finger on the narrowest telephone.
  private static let mostCells = 8

  var body: some View {
    if size.isAccessibilitySize || code.length > Self.mostCells {
      // Cells for these letters are wider than the screen.
      field.textFieldStyle(.plain).inputBox(look)
    } else {
      cells.overlay {
        field.textFieldStyle(.plain).foregroundStyle(Color.clear).tint(.clear)
          // A tap on any cell reaches the field.
          .frame(maxWidth: .infinity, maxHeight: .infinity)
      }
    }
  }

  private var field: some View {
    TextField(element.text, text: $text, prompt: Text(""))
      .focused(focus)
      .font(.title2.monospacedDigit())
      .digits()
      .accessibilityLabel(element.text)
      .accessibilityIdentifier(element.name)
      .runsLeftToRight(true)
  }

  private var cells: some View {
    HStack(spacing: 8) {
      ForEach(code.cells.indices, id: \.self) { place in
        Text(code.cells[place].map(String.init) ?? " ")
          .font(.title2.monospacedDigit())
          .inputBox(look(at: place))
      }
    }
    .runsLeftToRight(true)
    .accessibilityHidden(true)
  }

  private func look(at place: Int) -> InputLook {
    let isNext = place == (code.next ?? code.length - 1)
    return InputLook(hasFocus: look.hasFocus && isNext, isWrong: look.isWrong, isCell: true)
  }
}

extension View {
  /// The keyboard of digits, and the code that the system finds in a message.
  @ViewBuilder fileprivate func digits() -> some View {
    #if os(iOS) || os(visionOS)
    textContentType(.oneTimeCode).keyboardType(.numberPad)
    #else
    self
    #endif
  }
}
#endif
