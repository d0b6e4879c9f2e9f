/// Flows of any size, whose states are the product of what they have.
enum LargeFlows {
  /// Regions beside the screens, each of which asks a server again and again.
  ///
  /// - Parameter isCoupled: whether each starts only when the one before it has succeeded once.
  static func regions(_ count: Int, isCoupled: Bool = false) -> String {
    let numbers = Array(1...count)
    let facts = numbers.map { "  seen\($0): {type: flag}" }
    let requests = numbers.map { "  load\($0): {operation: load, repeat: safe}" }
    let regions = numbers.map { number in
      let when = isCoupled && number > 1 ? "seen\(number - 1)" : "in(home)"
      return """
          side\(number):
            initial: wait\(number)
            states:
              wait\(number): {always: [{when: \(when), to: ask\(number)}]}
              ask\(number):
                enter: [{request: load\(number)}]
                always:
                  - {when: load\(number).succeeded, to: rest\(number), do: [{set: {seen\(number): true}}]}
                  - {when: load\(number).failed, to: pause\(number)}
              pause\(number): {after: {10s: ask\(number)}}
              rest\(number): {after: {1m: wait\(number)}}
        """
    }
    return """
      flow: regions
      version: 1
      languages: [en]
      goals: [home]
      facts:
      \(facts.joined(separator: "\n"))
      requests:
      \(requests.joined(separator: "\n"))
      initial: start
      regions:
      \(regions.joined(separator: "\n"))
      screens:
        start: {elements: [{button: go, label: t}], on: {go: home}}
        home: {elements: [{button: out, label: t}], on: {out: start}}
      texts: {en: {t: T}}

      """
  }

  /// Pages with a question each, whose answers are kept until later pages ask for them.
  ///
  /// - Parameter isCoupled: whether one page asks for all of them together, in place of one for each.
  static func choices(_ count: Int, isCoupled: Bool = false) -> String {
    let numbers = Array(1...count)
    let facts = numbers.map { "  chosen\($0): {type: flag}" }
    let pages = numbers.map { number in
      let next = number < count ? "page\(number + 1)" : "review1"
      return """
          page\(number):
            back: true
            elements: [{button: yes\(number), label: t}, {button: no\(number), label: t}]
            on:
              yes\(number): {to: \(next), do: [{set: {chosen\(number): true}}]}
              no\(number): {to: \(next), do: [{set: {chosen\(number): false}}]}
        """
    }
    let reviews = numbers.map { number in
      let next = number < count ? "review\(number + 1)" : "end"
      return """
          review\(number):
            elements: [{button: next\(number), label: t}]
            on: {next\(number): [{when: chosen\(number), to: more\(number)}, {to: \(next)}]}
          more\(number): {elements: [{button: on\(number), label: t}], on: {on\(number): \(next)}}
        """
    }
    let all = numbers.map { "chosen\($0)" }.joined(separator: " and ")
    let review = """
        review1:
          elements: [{button: finish, label: t}, {button: again, label: t}]
          on: {finish: [{when: \(all), to: end}, {to: page1}], again: page1}
      """
    return """
      flow: choices
      version: 1
      languages: [en]
      goals: [end]
      facts:
      \(facts.joined(separator: "\n"))
      initial: page1
      screens:
      \(pages.joined(separator: "\n"))
      \(isCoupled ? review : reviews.joined(separator: "\n"))
        end: {elements: [{heading: t}]}
      texts: {en: {t: T}}

      """
  }
}
