package import FlowMachine
import FlowRuntime
package import StandardFlows

/// The flow that an app runs: one of Portico's own, or one compiled by `portico compile`.
public struct AppFlow: Sendable {
  package let flow: Flow
  /// Why it cannot be run, for an entry to show; nil for a flow that can. Then `flow` is a shipped one, which nobody runs.
  package let problem: String?

  /// The flow's name; `refused` for one that cannot be run.
  public var name: String { problem == nil ? flow.name.string : "refused" }

  /// - Parameter compiled: the bytes of a `.flow` file.
  /// - Throws: `AppFlowError` if they are not a flow, are damaged, or come from a newer compiler.
  public init(compiled: [UInt8]) throws(AppFlowError) {
    do {
      flow = try Flow(decoding: compiled, phones: .standard)
      problem = nil
    } catch {
      throw AppFlowError(description: "The compiled flow cannot be used: \(error).")
    }
  }

  /// A flow in a source file written by `portico compile --as swift`, which calls this.
  ///
  /// If the source was edited, or comes from a newer `portico`, an entry with this flow is `refused`, and says why: compile it
  /// again.
  public init(generated source: StaticString) {
    do throws(AppFlowError) {
      self = try AppFlow(compiled: StandardFlow.bytes(in: source))
    } catch {
      flow = AppFlow.account.flow
      problem = "\(error) Compile it again with the `portico` of this version."
    }
  }

  /// From the tap on the icon to home: permissions, session, sign-in, profile, experiment.
  public static let entry = AppFlow(StandardFlow.entry)
  /// Sign-in with address and password, registration, reset, deletion.
  public static let account = AppFlow(StandardFlow.account)
  /// Sign-in with a phone number.
  public static let phone = AppFlow(StandardFlow.phone)
  /// Sign-in to a market nearby.
  public static let market = AppFlow(StandardFlow.market)
  /// The launch of an app with its own sequence of steps.
  public static let bootstrap = AppFlow(StandardFlow.bootstrap)
  /// An onboarding with an experiment.
  public static let onboarding = AppFlow(StandardFlow.onboarding)

  /// The account centre: name, address, password, two steps, devices, linked accounts, deletion.
  public static let settings = AppFlow(StandardFlow.settings)

  /// A flow that ships with this version of Portico.
  package init(_ standard: StandardFlow) {
    do throws(AppFlowError) {
      self = try AppFlow(compiled: standard.bytes)
    } catch {
      // The bytes are part of this library, and its tests load each of them.
      preconditionFailure("\(standard.name): \(error)")
    }
  }
}

/// Why bytes are not a runnable flow.
public struct AppFlowError: Error, Equatable, CustomStringConvertible {
  /// What is wrong with them.
  public let description: String
}
