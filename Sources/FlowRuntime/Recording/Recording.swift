package import FlowMachine
import WireText

/// Why a recording cannot be replayed.
package struct ReplayFailure: Error, Equatable, Sendable {
  /// Counts from 1.
  package var line: Int
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    case input(InputError)
    case flow(FlowError)
    /// An input before any launch.
    case notLaunched
  }

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

/// Replays a recording: the machine alone, without a host.
///
/// A recording contains everything that the machine was given, so the trace is byte-identical to
/// that of the recorded run.
package struct Replay: Sendable {
  package let flow: Flow
  /// The current state of the flow; nil before the first launch.
  package private(set) var machine: FlowMachine?
  private var lineCount = 0

  package init(_ flow: Flow) { self.flow = flow }

  /// Takes the next line.
  ///
  /// - Returns: the line of the trace.
  @discardableResult
  package mutating func take(_ line: Text) throws(ReplayFailure) -> Text {
    lineCount += 1
    guard let json = JSON(line, most: 4 * FlowLimits.snapshotBytes)?.root else {
      throw ReplayFailure(line: lineCount, reason: .input(.notJSON))
    }
    guard json["launch"] == nil else { return try launch(line) }
    guard var machine else { throw ReplayFailure(line: lineCount, reason: .notLaunched) }
    do throws(InputError) {
      let timed = try Self.timedInput(line, json, machine)
      let report = machine.step(timed.input, at: timed.at, entropy: timed.entropy)
      self.machine = machine
      return machine.traceLine(of: timed.input, report, at: timed.at)
    } catch {
      throw ReplayFailure(line: lineCount, reason: .input(error))
    }
  }

  /// An element is looked up by its name on the topmost surface. If it is missing, the input was
  /// refused, so that only time passed.
  private static func timedInput(
    _ line: Text, _ json: JSON.Value, _ machine: FlowMachine
  ) throws(InputError) -> TimedInput {
    do throws(InputError) {
      return try machine.timedInput(line)
    } catch .unknownName {
      let names: [StaticString] = ["tap", "type", "typeSecret"] + InputValue.names
      guard names.contains(where: { json[Text(ascii: $0)] != nil }) else { throw .unknownName }
      var wake = JSONWriter()
      wake.open("{")
      wake.member("at", json.integer("at") ?? 0)
      wake.member("entropy", json.text("entropy") ?? [])
      wake.member("wake", true)
      wake.close("}")
      return try machine.timedInput(wake.bytes)
    }
  }

  private mutating func launch(_ line: Text) throws(ReplayFailure) -> Text {
    let launch: LaunchLine
    do throws(InputError) {
      launch = try flow.launchLine(line)
    } catch {
      throw ReplayFailure(line: lineCount, reason: .input(error))
    }
    do throws(FlowError) {
      let machine = try FlowMachine.launch(flow, launch.context, record: launch.record)
      self.machine = machine
      return machine.traceLine(of: nil, StepReport(), at: launch.context.now)
    } catch {
      throw ReplayFailure(line: lineCount, reason: .flow(error))
    }
  }
}
