/// A client that a caller claims to be, at one door.
package struct ClaimedClient: Hashable, Sendable {
    /// In bytes. Longer ids are compared by their beginning.
    private static let longestID = 128

    /// Where the client is known, such as a gateway: clients of two doors may have the same id.
    let door: String
    let id: String

    package init(_ id: String, at door: String) {
        (self.door, self.id) = (door, String(decoding: id.utf8.prefix(Self.longestID), as: UTF8.self))
    }
}

/// The caller whose secret is checked.
struct SecretCaller {
    let address: ClientAddress
    /// Nil if the secret itself says who the caller is.
    let client: ClaimedClient?
}

/// Decides which callers have sent too many wrong secrets.
///
/// A limit says how many an address may send in a minute; a client at that address may send half of them. Then the
/// address, or the client at it, is paused. Anybody can claim to be a client, so it is not paused at other addresses.
struct WrongSecrets {
    typealias Instant = ContinuousClock.Instant

    /// Who is paused.
    enum Subject: String, CaseIterable {
        case address
        /// A client at an address.
        case client
    }

    /// A pause that is not over.
    struct Pause: Equatable {
        let subject: Subject
        let left: Duration
    }

    /// What happened to a wrong secret.
    enum Outcome: Equatable {
        /// It counts. `begun` are the pauses that begin with it.
        case counted(begun: [Pause])
        /// A pause began while the secret was compared, so the caller must not learn that it was wrong.
        case paused(Pause)
    }

    private struct ClientAtAddress: Hashable {
        let client: ClaimedClient
        let address: ClientAddress

        /// Nil if the caller claims to be no client.
        init?(_ caller: SecretCaller) {
            guard let client = caller.client else { return nil }
            (self.client, address) = (client, caller.address)
        }
    }

    /// Of an address, in a minute.
    private let limit: Int
    private var addresses: SecretTallies<ClientAddress>
    private var clients: SecretTallies<ClientAtAddress>

    /// - Parameters:
    ///   - limit: at least 1.
    ///   - capacity: how many addresses, and how many clients at addresses, are remembered.
    init(limit: Int, capacity: Int = 10_000) {
        self.limit = limit
        // Two tables, so that an address that claims to be many clients does not displace itself.
        (addresses, clients) = (SecretTallies(capacity: capacity), SecretTallies(capacity: capacity))
    }

    /// How many addresses and clients are remembered.
    var count: Int { addresses.count + clients.count }

    func pause(of caller: SecretCaller, at now: Instant) -> Pause? {
        if let left = addresses.pause(of: caller.address, at: now) { return Pause(subject: .address, left: left) }
        guard let client = ClientAtAddress(caller), let left = clients.pause(of: client, at: now) else { return nil }
        return Pause(subject: .client, left: left)
    }

    mutating func addWrong(of caller: SecretCaller, at now: Instant) -> Outcome {
        if let pause = pause(of: caller, at: now) { return .paused(pause) }
        var begun: [Pause] = []
        if let left = addresses.add(caller.address, at: now, limit: limit) {
            begun.append(Pause(subject: .address, left: left))
        }
        if let client = ClientAtAddress(caller), let left = clients.add(client, at: now, limit: (limit + 1) / 2) {
            begun.append(Pause(subject: .client, left: left))
        }
        return .counted(begun: begun)
    }

    /// Forgets the wrong secrets of a client that has proved itself. Those of its address still count, because somebody
    /// with one client could otherwise guess the secrets of others.
    ///
    /// - Returns: the pause that began while the secret was compared. The caller must not learn that it was right.
    mutating func addRight(of caller: SecretCaller, at now: Instant) -> Pause? {
        if let pause = pause(of: caller, at: now) { return pause }
        if let client = ClientAtAddress(caller) { clients.forget(client) }
        return nil
    }
}
