#if canImport(SwiftUI)
import DeviceContract
import Foundation
import SwiftUI

/// Runs the contract once, prints the result, and exits.
@main
struct DeviceHost: App {
  var body: some Scene {
    WindowGroup {
      Text("Checking this device…").task {
        print(await deviceContractReport(folder: NSTemporaryDirectory()))
        exit(0)
      }
    }
  }
}
#endif
