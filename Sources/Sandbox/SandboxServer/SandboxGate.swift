import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes

/// Decides whether a request may reach the sandbox, before its tenant is looked up.
struct SandboxGate: Sendable {
    let token: SandboxToken?
    private let names: Set<String>

    /// The challenge in the response to a request without the token.
    static let challenge = #"Bearer realm="sandbox""#

    init(token: SandboxToken?, names: [String]) {
        self.token = token
        self.names = Set(names.map { $0.lowercased() })
    }

    func check(_ request: Request) throws(Problem) {
        try refuseWebPages(request)
        guard let token else { return }
        guard request.headers[.authorization].map(token.isShown) == true else {
            throw Problem(
                .unauthorized,
                "The sandbox asks for its token: Authorization: Bearer …, with the value of the service's "
                    + "--sandbox-token.")
        }
    }

    /// Web pages are refused because a page could make a browser on this machine or in its network send requests.
    ///
    /// When a page sends a POST, the browser names the page's origin. When a page reads, the browser may omit it if the
    /// page's own name was made to resolve to this service (DNS rebinding); then that name is the `Host`. The addresses
    /// of the caller and of the service do not help, because behind a container's published port both belong to the
    /// container network.
    private func refuseWebPages(_ request: Request) throws(Problem) {
        guard request.headers[.origin] == nil else {
            throw Problem(
                .operationNotAllowed,
                "The sandbox does not answer web pages; send the request without the Origin header.")
        }
        let host = HostName(request.head.authority ?? "")
        guard host.isNobodys || names.contains(host.text) else {
            throw Problem(
                .operationNotAllowed,
                "The sandbox does not answer to the name '\(host.text.prefix(100))'; use localhost or its address, "
                    + "or add the name with --sandbox-name.")
        }
    }
}
