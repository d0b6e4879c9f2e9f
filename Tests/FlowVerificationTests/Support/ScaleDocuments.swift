/// Documents that grow by a number, to see how the exploration grows with them.
enum ScaleDocuments {
  /// Regions beside one screen that know nothing of each other, each of three states.
  static func regions(_ count: Int) -> String {
    let numbers = 1...count
    let regions = numbers.map {
      """
        region\($0):
          initial: a\($0)
          states:
            a\($0): {on: {signal\($0): b\($0)}}
            b\($0): {on: {signal\($0): c\($0)}}
            c\($0): {on: {signal\($0): a\($0)}}
      """
    }
    return """
      flow: regions
      version: 1
      languages: [en]
      goals: [home]
      signals: {\(numbers.map { "signal\($0): {}" }.joined(separator: ", "))}
      regions:
      \(regions.joined(separator: "\n"))
      initial: home
      screens:
        home: {elements: [{heading: t}]}
      texts: {en: {t: T}}
      """
  }

  /// Screens one after the other, on each of which one of two values is chosen, and a last one with a
  /// button for each that asks what was chosen.
  static func choices(_ count: Int) -> String {
    let numbers = 1...count
    let screens = numbers.map {
      """
        screen\($0):
          elements: [{button: a, label: t}, {button: b, label: t}]
          on:
            a: {to: \($0 == count ? "review" : "screen\($0 + 1)"), do: [{set: {choice\($0): a}}]}
            b: {to: \($0 == count ? "review" : "screen\($0 + 1)"), do: [{set: {choice\($0): b}}]}
      """
    }
    let buttons = numbers.map { "{button: again\($0), label: t, when: choice\($0) == a}" }
    return """
      flow: choices
      version: 1
      languages: [en]
      goals: [end]
      facts:
      \(numbers.map { "  choice\($0): {type: choice, values: [a, b]}" }.joined(separator: "\n"))
      initial: screen1
      screens:
      \(screens.joined(separator: "\n"))
        review:
          elements: [{button: finish, label: t}, \(buttons.joined(separator: ", "))]
          on:
            finish: end
      \(numbers.map { "      again\($0): screen1" }.joined(separator: "\n"))
        end: {elements: [{heading: t}]}
      texts: {en: {t: T}}
      """
  }
}
