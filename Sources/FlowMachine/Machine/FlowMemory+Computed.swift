import Statechart

// Facts whose values follow from others.

extension FlowMemory {
  /// Computes them again, in the order of their rows.
  @inline(__always) mutating func computeIfNeeded(_ state: inout ChartState) {
    if flow.rows.computed.count > 0 { compute(&state) }
  }

  @inline(never) private mutating func compute(_ state: inout ChartState) {
    var fact = noID
    var isFound = false
    for index in 0..<flow.rows.computed.count {
      let row = flow.rows.computed[index]
      if row.fact != fact {
        if fact != noID, !isFound { put(fact, .absent, &state) }
        fact = row.fact
        isFound = false
      }
      guard !isFound, holds(row.condition, state) else { continue }
      isFound = true
      put(fact, value(of: row, state.cells), &state)
    }
    if fact != noID, !isFound { put(fact, .absent, &state) }
  }

  private func value(of row: ComputedRow, _ cells: [Int64]) -> FactValue {
    guard flow.rows.facts[row.fact].type != .text else {
      let text = TemplateExpansion.text(of: row.template, flow, self, cells)
      return text.count <= FlowLimits.textBytes ? .text(text) : .absent
    }
    let number = number(of: row.template, cells)
    guard number != absent else { return .absent }
    return .number(flow.rows.facts[row.fact].type == .flag && number != 0 ? 1 : number)
  }

  /// The value of an expression, or `absent`: a fact in it is absent, it divides by zero, or a value
  /// in it has more than 64 bits.
  private func number(of template: TemplateID, _ cells: [Int64]) -> Int64 {
    var stack: [Int64] = []
    for index in flow.rows.templates[template].indices {
      let segment = flow.rows.segments[index]
      var value: Int64
      switch segment.kind {
      case .constant: value = flow.chart.constants[segment.operand]
      case .fact: value = cells[Int(segment.operand)]
      case .flag:
        value = cells[Int(segment.operand)] == 1 ? 1 : 0
        let row = flow.rows.facts[segment.operand]
        if row.type == .list {
          value =
            cells[Int(segment.operand)] == absent ? absent : ListValue.count(texts[Int(row.slot)])
        }
      case .arithmetic:
        guard let right = stack.popLast(), let left = stack.popLast(),
          let operation = Arithmetic(rawValue: segment.operand)
        else { return absent }
        value = operation.value(left, right)
      default: return absent
      }
      guard value != absent else { return absent }
      stack.append(value)
    }
    return stack.last ?? absent
  }
}

/// What an expression does with two numbers.
package enum Arithmetic: UInt16, BitwiseCopyable, Sendable {
  case add, subtract, multiply, divide, remainder, least, greatest

  /// - Returns: `absent` if the result does not fit into 64 bits or the divisor is zero. A quotient
  ///   is rounded towards zero.
  package func value(_ left: Int64, _ right: Int64) -> Int64 {
    let (value, isOver) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      case .least: (min(left, right), false)
      case .greatest: (max(left, right), false)
      }
    return isOver ? absent : value
  }
}
