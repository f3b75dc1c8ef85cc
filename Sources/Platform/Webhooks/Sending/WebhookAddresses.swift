import Foundation

/// Finds the addresses of a URL's host, and refuses those that webhooks must not be sent to.
///
/// The subscriber chooses the URL, and this service runs inside a network that trusts it. It must not send requests to
/// places that the subscriber cannot reach (server-side request forgery). So every address of the host must be public,
/// at subscribing and again at each attempt. The connection uses a checked address, because another look-up may give
/// another one.
public struct WebhookAddresses: Sendable {
    /// Allows plain http and every address.
    public let goesAnywhere: Bool
    /// Whether a URL is one of this service itself. Such a URL is allowed at any address, and without TLS.
    var isOwn: @Sendable (WebhookURL) -> Bool = { _ in false }
    var resolve: @Sendable (_ host: String, _ owner: String) async throws -> [HostAddress]

    struct NotAllowed: Error {}

    init(goesAnywhere: Bool, resolver: NameResolver = NameResolver()) {
        self.goesAnywhere = goesAnywhere
        resolve = resolver.addresses
    }

    /// Whether a URL that a subscriber gives may be plain http.
    public func isPlainAllowed(in text: String?) -> Bool {
        goesAnywhere || text.flatMap { WebhookURL($0) }.map(isOwn) == true
    }

    /// What the host of a URL must have; completes the sentence that begins with the name of the URL's field.
    public var hostRule: String {
        "must have a host with \(goesAnywhere ? "an address" : "public addresses and no others")"
    }

    /// Throws unless the URL's host has addresses and all of them are allowed.
    ///
    /// - Throws: ``NameResolver/Failure`` if too many names are being looked up, or another error, which only means
    ///   that the URL cannot be used.
    public func check(_ url: WebhookURL, for owner: String) async throws {
        _ = try await of(url, for: owner)
    }

    /// - Returns: at least one address.
    func of(_ url: WebhookURL, for owner: String) async throws -> [HostAddress] {
        let goesThere = goesAnywhere || isOwn(url)
        guard goesThere || url.isEncrypted else { throw NotAllowed() }
        let addresses = try await resolve(url.host, owner)
        guard goesThere || addresses.allSatisfy({ PublicAddress.isPublic($0.bytes) }) else { throw NotAllowed() }
        return addresses
    }
}

/// An address of a host.
struct HostAddress: Equatable, Sendable {
    /// 4 of IPv4 or 16 of IPv6, in network order.
    let bytes: [UInt8]
    /// The address as text, in the form that a connection takes.
    let text: String

    struct NotFound: Error {}

    /// Every address the system knows for a host, the preferred one first; spellings of IPv4 that only C understands
    /// are resolved like names. It blocks until a name server answers, so only ``NameResolver`` calls it.
    static func all(of host: String) throws -> [HostAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { throw NotFound() }
        defer { freeaddrinfo(list) }
        var found: [HostAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            // Each address is listed once for every kind of socket.
            if let address = entry.flatMap(HostAddress.init), !found.contains(address) { found.append(address) }
        }
        guard !found.isEmpty else { throw NotFound() }
        return found
    }

    init(bytes: [UInt8], text: String) {
        self.bytes = bytes
        self.text = text
    }

    private init?(_ entry: UnsafeMutablePointer<addrinfo>) {
        let (family, socket, size) = (entry.pointee.ai_family, entry.pointee.ai_addr, entry.pointee.ai_addrlen)
        guard [AF_INET, AF_INET6].contains(family), let socket else { return nil }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(socket, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Leave out the zone of a link-local address (RFC 4007, section 11).
        let address = text.prefix { $0 != "%" }
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        guard inet_pton(family, String(address), &bytes) == 1 else { return nil }
        self.bytes = bytes
    }
}
