import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes

/// Decides whether a request may reach the sandbox, before its tenant is looked up.
struct SandboxGate: Sendable {
    let token: SandboxToken?
    /// Whether the console is served. Its page asks for the token, so it must be readable without one.
    var hasConsole = false
    private let names: Set<String>

    /// The challenge in the response to a request without the token.
    static let challenge = #"Bearer realm="sandbox""#

    init(token: SandboxToken?, names: [String]) {
        self.token = token
        self.names = Set(names.map { $0.lowercased() })
    }

    func check(_ request: Request, _ context: ServiceContext) async throws {
        try refuseOtherPages(request)
        guard let token, !isOpen(request) else { return }
        let shown = [request.credentials("bearer"), request.headers[.sandboxToken]].compactMap(\.self)
        if !shown.isEmpty, try await context.base.proving(nil, { shown.first(where: token.isEqual) }) != nil { return }
        throw Problem(
            .unauthorized,
            "The sandbox asks for its token: Authorization: Bearer …, or Sandbox-Token: …, with the value of the "
                + "service's --sandbox-token.")
    }

    /// Whether a request needs no token. The files of the console hold no data. A webhook that comes to a receiver of
    /// the sandbox has no token, but is signed.
    private func isOpen(_ request: Request) -> Bool {
        let path = request.target.path
        if request.method == .get, hasConsole { return path == "/" || path.hasPrefix("/console/") }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let inside = segments.first == "tenants" ? segments.dropFirst(2) : segments
        return request.method == .post && inside.count == 3 && inside.starts(with: ["sandbox", "receivers"])
    }

    /// Web pages other than the sandbox's own are refused, because a page could make a browser on this machine or in
    /// its network send requests.
    ///
    /// When a page sends a POST, the browser names the page's origin. The sandbox's own console has the origin that the
    /// request itself is sent to (RFC 6454, section 7). When a page reads, the browser may omit the origin if the
    /// page's own name was made to resolve to this service (DNS rebinding); then that name is the `Host`. The addresses
    /// of the caller and of the service do not help, because behind a container's published port both belong to the
    /// container network.
    private func refuseOtherPages(_ request: Request) throws(Problem) {
        let authority = request.head.authority ?? ""
        let host = HostName(authority)
        guard host.isNobodys || names.contains(host.text) else {
            throw Problem(
                .operationNotAllowed,
                "The sandbox has no host name '\(host.text.prefix(100))'; use localhost or its address, "
                    + "or add the name with --sandbox-name.")
        }
        guard let origin = request.headers[.origin] else { return }
        guard origin == "\(request.head.scheme ?? "http")://\(authority.lowercased())" else {
            throw Problem(
                .operationNotAllowed,
                "The sandbox refuses requests of web pages other than its console; send the request without the "
                    + "Origin header.")
        }
    }
}
