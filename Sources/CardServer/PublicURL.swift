import CardAPI
import Foundation
import Hummingbird

/// How the service is reached from outside: what an address in an answer begins with.
public struct PublicURL: Sendable {
    /// Without a slash at its end.
    let text: String

    /// Nil unless it is http or https with a host, perhaps a port and a path, and nothing else.
    public init?(_ text: String) {
        let pattern = /https?:\/\/(?<authority>[^\/]+)(\/[A-Za-z0-9._~\/-]*)?/
        guard let match = text.wholeMatch(of: pattern), RequestAddress.isAuthority(match.authority) else { return nil }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// As the caller reached it. Good for a service that is asked directly; one behind a proxy that ends TLS cannot
    /// know, and is told by `--public-url`.
    init(of request: Request) throws(Problem) {
        guard let authority = request.head.authority, RequestAddress.isAuthority(authority) else {
            throw Problem(.hostShouldBeValid, "The Host header is needed: a name or an address, and perhaps a port.")
        }
        text = "http://\(authority)"
    }

    /// The same host, asked at another port.
    func at(port: Int) -> PublicURL {
        PublicURL(unchecked: text.replacing(/:[0-9]{1,5}$/, with: "") + ":\(port)")
    }

    private init(unchecked text: String) { self.text = text }
}
