#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A calendar day, as text `1990-12-31`. None is chosen at first.
struct DayField: View {
  let element: Element
  @Binding var day: String
  let least: String
  let most: String
  @Environment(\.porticoWords) private var words

  var body: some View {
    if let date = Self.date(day) {
      DatePicker(
        element.text,
        selection: Binding(
          get: { date },
          set: { chosen in MainActor.assumeIsolated { day = Self.text(chosen) } }),
        in: range, displayedComponents: .date
      )
      .labelsHidden()
      .accessibilityIdentifier(element.name)
      .takesProblemFocus(element)
    } else {
      Button {
        // The picker opens at the last valid day, if there is one.
        day = [most, least, "2000-01-01"].first { !$0.isEmpty } ?? ""
      } label: {
        HStack(spacing: 8) {
          Image(systemName: "calendar").accessibilityHidden(true)
          Text(words.chooseDate)
        }
        .frame(maxWidth: .infinity)
      }
      .buttonStyle(.bordered)
      .accessibilityLabel("\(element.text), \(words.chooseDate)")
      .accessibilityIdentifier(element.name)
      .takesProblemFocus(element)
    }
  }

  private var range: ClosedRange<Date> {
    let first = Self.date(least) ?? .distantPast
    return first...max(Self.date(most) ?? .distantFuture, first)
  }

  /// Days begin in the user's time zone, as the picker counts them.
  private nonisolated static var calendar: Calendar { Calendar(identifier: .gregorian) }

  private nonisolated static func date(_ day: String) -> Date? {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return calendar.date(
      from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
  }

  private nonisolated static func text(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let numbers = [(parts.year ?? 1, 4), (parts.month ?? 1, 2), (parts.day ?? 1, 2)]
    return numbers.map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}
#endif
