import FlowMachine

extension RelativeDay {
  /// `today`, or so many days, months or years before or after it, as in `today - 18 years`; nil for anything else.
  init?(spelled text: String) {
    guard text != "today" else {
      self.init(0, .days)
      return
    }
    guard let match = text.wholeMatch(of: /today ([+-]) ([0-9]{1,6}) (day|month|year)s?/),
      let count = Int64(match.2),
      let unit = Unit.allCases.first(where: { "\($0)" == match.3 + "s" })
    else { return nil }
    self.init(match.1 == "-" ? -count : count, unit)
  }

  /// As documents spell it.
  var spelled: String {
    guard count != 0 else { return "today" }
    let name = "\(unit)"
    return "today \(count < 0 ? "-" : "+") \(count.magnitude) "
      + (count.magnitude == 1 ? String(name.dropLast()) : name)
  }

  /// The next one: a day, a month or a year later; nil at the end of what can be written.
  var next: RelativeDay? { RelativeDay(count + 1, unit) }

  /// The day from which on it is later than a certain day.
  ///
  /// - Returns: The first such day from 1970 to 9999, in the form of `CalendarDate.number`; nil if there is none.
  func isAfter(_ other: Int64) -> Int64? {
    func today(_ days: Int64) -> Int64 { CalendarDate.today(at: days * 86_400_000, offset: 0) }
    // It is never earlier on a later day.
    var (first, last): (Int64, Int64) = (0, 2_932_896)
    guard day(from: today(last)) > other else { return nil }
    while first < last {
      let middle = (first + last) / 2
      if day(from: today(middle)) > other { last = middle } else { first = middle + 1 }
    }
    return today(first)
  }
}
