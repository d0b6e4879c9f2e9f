// IdentityHTTP: the HTTP interface of the identity server.
//
// Owns: routes, the parsing and bounding of requests, cookies, origins, the failure form, health,
// metrics; the mapping between the wire's bodies and the domain's operations. Must not: decide who
// may do what (IdentityDomain does), or know SQL, JWT or how a password is hashed.
//
// `Transport/` knows Hummingbird and turns a request into an `APICall` and an `APIAnswer` into a
// response. `Operations/` knows neither sockets nor headers: one small function for each operation.
