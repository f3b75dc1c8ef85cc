import Foundation
import NIOCore
import Synchronization

/// The connections that a listener has room for, in total and for each client address.
///
/// If there is no room, a new connection takes the place of one that waits for its client: one from its own address or,
/// if there is none, one from the address with the most connections. So a client that opens connections and leaves them
/// waiting loses them, and the service still answers all others, including the platform's probes. A new connection is
/// refused only if a request is being worked on for every one of these connections.
final class ConnectionPlaces: Sendable {
    /// The event for a connection that must close, at once or after its present response.
    struct PlaceIsTaken: Sendable {}

    /// The place of a connection while it is open.
    final class Place: Sendable {
        fileprivate let channel: any Channel
        fileprivate let address: ClientAddress
        private let turn = Atomic(true)

        fileprivate init(_ channel: any Channel, _ address: ClientAddress) {
            self.channel = channel
            self.address = address
        }

        /// Whether no request is being worked on for the connection.
        var isClientsTurn: Bool {
            get { turn.load(ordering: .relaxed) }
            set { turn.store(newValue, ordering: .relaxed) }
        }
    }

    private let total: Int
    private let perAddress: Int
    private let state = Mutex(State())

    init(_ limits: ListenerLimits) {
        total = limits.connections
        perAddress = limits.connectionsPerAddress
    }

    /// Takes a place for a connection; nil if there is no room.
    func take(for channel: any Channel) -> Place? {
        let place = Place(channel, ClientAddress(channel.remoteAddress))
        let (isTaken, previous) = state.withLock { $0.take(place, total: total, perAddress: perAddress) }
        previous?.channel.pipeline.fireUserInboundEventTriggered(PlaceIsTaken())
        return isTaken ? place : nil
    }

    func leave(_ place: Place) { state.withLock { $0.remove(place) } }

    private struct State {
        private var count = 0
        private var places: [ClientAddress: Ring] = [:]

        mutating func take(_ place: Place, total: Int, perAddress: Int) -> (isTaken: Bool, previous: Place?) {
            let own = places[place.address]?.count ?? 0
            guard own >= perAddress || count >= total else {
                add(place)
                return (true, nil)
            }
            let crowded = own > 0 ? place.address : places.max { $0.value.count < $1.value.count }?.key
            guard let crowded, let previous = places[crowded]?.nextOnClientsTurn() else { return (false, nil) }
            remove(previous)
            add(place)
            return (true, previous)
        }

        mutating func remove(_ place: Place) {
            guard places[place.address]?.remove(place) == true else { return }
            count -= 1
            if places[place.address]?.count == 0 { places[place.address] = nil }
        }

        private mutating func add(_ place: Place) {
            places[place.address, default: Ring()].add(place)
            count += 1
        }
    }

    /// The places of one address, with an index that starts over at the end, so that the places are chosen in turn.
    private struct Ring {
        private var places: [Place] = []
        private var indices: [ObjectIdentifier: Int] = [:]
        private var hand = 0

        var count: Int { places.count }

        mutating func add(_ place: Place) {
            indices[ObjectIdentifier(place)] = places.count
            places.append(place)
        }

        mutating func remove(_ place: Place) -> Bool {
            guard let index = indices.removeValue(forKey: ObjectIdentifier(place)) else { return false }
            let last = places.removeLast()
            if last !== place {
                places[index] = last
                indices[ObjectIdentifier(last)] = index
            }
            return true
        }

        mutating func nextOnClientsTurn() -> Place? {
            for _ in places.indices {
                hand = hand + 1 < places.count ? hand + 1 : 0
                if places[hand].isClientsTurn { return places[hand] }
            }
            return nil
        }
    }
}

/// The client of a connection: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
/// subscriber.
struct ClientAddress: Hashable, Sendable {
    private let network: [UInt8]

    init(_ address: SocketAddress?) {
        network =
            switch address {
            case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
            case .v6(let address): Self.network(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
            default: []
            }
    }

    /// A listener for both protocols sees an IPv4 client with a mapped address (RFC 4291, section 2.5.5.2). It is the
    /// same client.
    private static func network(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return Array(isMapped ? bytes.suffix(4) : bytes.prefix(8))
    }
}
