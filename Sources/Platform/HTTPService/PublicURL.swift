import Foundation
import HTTPContract
import HTTPTypes

/// The service's address for its users: the first part of addresses in responses.
public struct PublicURL: Sendable {
    /// Without a slash at its end.
    package let text: String

    /// Nil unless the text is an http or https URL with only a host and, optionally, a port and a path.
    public init?(_ text: String) {
        let pattern = /https?:\/\/(?<authority>[^\/]+)(\/[A-Za-z0-9._~\/-]*)?/.matchingSemantics(.unicodeScalar)
        guard let match = text.wholeMatch(of: pattern), RequestAddress.isAuthority(match.authority) else { return nil }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The address that the caller used. Its scheme is that of the connection, because this service cannot know whether
    /// a proxy ends TLS.
    package init(of request: Request) throws(RequestError) {
        guard let authority = request.head.authority, RequestAddress.isAuthority(authority) else {
            throw RequestError(.hostNotValid, "The Host header is needed: a name or an address, and perhaps a port.")
        }
        text = "\(request.head.scheme ?? "http")://\(authority)"
    }

    /// The address that the caller used, for addresses that are secret: over TLS, or with a `Host` of the caller's own
    /// machine.
    ///
    /// For all other callers, `--public-url` is needed: a service behind a proxy that ends TLS would otherwise send its
    /// callers to plain http. `Forwarded` and similar headers are not read, because any caller can send them.
    package init(confidentiallyOf request: Request) throws(RequestError) {
        try self.init(of: request)
        guard request.head.scheme == "https" || isLoopback else {
            throw RequestError(
                .hostNotValid,
                "This service does not know its public address, so it returns addresses of secure views only to "
                    + "requests to localhost or a loopback address. Start it with --public-url or TESSERA_PUBLIC_URL, "
                    + "or with --tls.")
        }
    }

    /// Whether the URL leads to the caller's own machine (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291).
    private var isLoopback: Bool {
        let name = host
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether the service is reached without a proxy that ends TLS: the host is this machine, an IP address, or a name
    /// without a dot, like those of containers.
    package var isWithinReach: Bool {
        isLoopback || !host.contains(".") || host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }

    /// The name or the address. An IPv6 address keeps its brackets.
    package var host: String {
        let authority = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        return authority.lowercased().replacing(/:[0-9]{1,5}$/, with: "")
    }

    /// The same host with another port.
    package func at(port: Int) -> PublicURL {
        PublicURL(unchecked: text.replacing(/:[0-9]{1,5}$/, with: "") + ":\(port)")
    }

    private init(unchecked text: String) { self.text = text }
}
