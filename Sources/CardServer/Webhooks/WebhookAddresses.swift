import Cards
import Foundation

/// Where the host of a URL leads at this moment, if webhooks may go there.
///
/// Whoever may subscribe chooses the URL, and this service stands where its network trusts it: it must not be made to
/// knock at doors that the subscriber cannot reach (server-side request forgery). So every address of the host must be
/// public, at subscribing and again at each attempt; and the connection goes to an address that was looked at, since a
/// name may lead elsewhere when it is asked a second time.
struct WebhookAddresses: Sendable {
    let goesAnywhere: Bool
    var resolve: @Sendable (_ host: String, _ brand: String) async throws -> [HostAddress]

    struct NotAllowed: Error {}

    init(goesAnywhere: Bool, resolver: NameResolver = NameResolver()) {
        self.goesAnywhere = goesAnywhere
        resolve = resolver.addresses
    }

    /// - Parameter brand: whose webhooks they are.
    /// - Returns: at least one address.
    func of(_ url: WebhookURL, for brand: String) async throws -> [HostAddress] {
        guard goesAnywhere || url.isEncrypted else { throw NotAllowed() }
        let addresses = try await resolve(url.host, brand)
        guard goesAnywhere || addresses.allSatisfy({ PublicAddress.isPublic($0.bytes) }) else { throw NotAllowed() }
        return addresses
    }
}

/// An address of a host.
struct HostAddress: Equatable, Sendable {
    /// 4 of IPv4 or 16 of IPv6, in network order.
    let bytes: [UInt8]
    /// As a connection takes it.
    let text: String

    struct NotFound: Error {}

    /// Every address the system knows for a host, the preferred one first; spellings of IPv4 that only C understands
    /// are resolved like names. Blocks for as long as a name server says nothing; ``NameResolver`` calls it.
    static func all(of host: String) throws -> [HostAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { throw NotFound() }
        defer { freeaddrinfo(list) }
        var found: [HostAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            // Each comes once for every kind of socket.
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
        // Without the network that a link-local address is of (RFC 4007, section 11).
        let address = text.prefix { $0 != "%" }
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        guard inet_pton(family, String(address), &bytes) == 1 else { return nil }
        self.bytes = bytes
    }
}
