// ServerCommands: the commands of the identity server, and the place where its parts meet.
//
// Owns: what `portico serve` may be asked for and when it refuses to start, the composition of the
// domain with its adapters, and the loops beside the requests (delivery, tidying, keys); in Admin, what
// an operator does beside a running server; in Page, the files of the page, and what a browser may do with them; in
// Play, the server that `portico play` starts for itself. Must not: hold rules of identity, or speak HTTP or SQL.

package import ArgumentParser

package enum ServerCommands {
  /// Every command of the server.
  package static let all: [any ParsableCommand.Type] =
    [ServeCommand.self, BrandCommand.self, ExperimentsCommand.self] + AdminCommands.all
}
