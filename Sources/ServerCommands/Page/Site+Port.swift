// StudioHTTP: the browser host, served beside the API.
//
// Owns: the files of the page as they were at the start, how they are compressed, named and cached,
// and what a browser may do with them; in development, flows out of their documents as these are
// edited. Must not: answer for the API, or read a file while it serves real people.

package import IdentityHTTP

extension Site {
  /// For the server: whatever is no path of the API.
  package var port: PagePort { PagePort { self.answer($0) } }
}
