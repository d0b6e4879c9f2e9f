import Foundation
import IdentityHTTP

/// What Linux tells of this process, under the names that Prometheus' own libraries use. Empty on
/// other systems.
enum ProcessFigures {
  static var families: [MetricFamily] {
    guard let status = fields("/proc/self/stat"), status.count > 23 else { return [] }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    let page = Double(sysconf(Int32(_SC_PAGESIZE)))
    // proc(5), counted behind the name: 14 utime, 15 stime, 22 starttime, 24 rss.
    let seconds = (number(status[11]) + number(status[12])) / ticks
    var families = [
      MetricFamily(
        "process_cpu_seconds_total", .counter, "CPU time used.", [.init(seconds)]),
      MetricFamily(
        "process_resident_memory_bytes", .gauge, "Memory in use.",
        [.init(number(status[21]) * page)]),
    ]
    if let boot = bootTime {
      families.append(
        MetricFamily(
          "process_start_time_seconds", .gauge, "Start time since 1970.",
          [.init(boot + number(status[19]) / ticks)]))
    }
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      families.append(
        MetricFamily("process_open_fds", .gauge, "Open files.", [.init(Double(open.count))]))
    }
    if let most = mostFiles {
      families.append(
        MetricFamily("process_max_fds", .gauge, "Maximum number of open files.", [.init(most)]))
    }
    return families
  }

  /// The soft limit.
  private static var mostFiles: Double? {
    let limits = try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
    let line = limits?.split(separator: "\n").first { $0.hasPrefix("Max open files ") }
    return line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
  }

  /// Behind the name, which stands in brackets and may hold anything.
  private static func fields(_ path: String) -> [Substring]? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  private static func number(_ text: Substring) -> Double { Double(text) ?? 0 }

  /// Seconds since 1970.
  private static let bootTime: Double? = {
    let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8)
    return text?.split(separator: "\n").first { $0.hasPrefix("btime ") }
      .flatMap { Double($0.dropFirst(6)) }
  }()
}
