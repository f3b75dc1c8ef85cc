import NIOCore
import Synchronization

/// The connections that a listener has room for, in total and for each client address.
///
/// If there is no room, a new connection takes the slot of one that waits for its client: one from its own address or,
/// if there is none, one from the address with the most connections. So a client that opens connections and leaves them
/// waiting loses them, and the service still answers all others, including the platform's probes. A new connection is
/// refused only if a request is being worked on for every one of these connections.
package final class ConnectionSlots: Sendable {
    /// The event for a connection that must close, at once or after its present response.
    package struct SlotIsTaken: Sendable {}

    /// The slot of a connection while it is open.
    package final class Slot: Sendable {
        fileprivate let channel: any Channel
        fileprivate let address: ClientAddress
        private let turn = Atomic(true)

        fileprivate init(_ channel: any Channel, _ address: ClientAddress) {
            self.channel = channel
            self.address = address
        }

        /// Whether the connection waits for its client, because the service is working on no request of it.
        package var isClientsTurn: Bool {
            get { turn.load(ordering: .relaxed) }
            set { turn.store(newValue, ordering: .relaxed) }
        }
    }

    private let total: Int
    private let perAddress: Int
    private let state = Mutex(State())

    convenience init(_ limits: ListenerLimits) {
        self.init(total: limits.connections, perAddress: limits.connectionsPerAddress)
    }

    package init(total: Int, perAddress: Int) {
        (self.total, self.perAddress) = (total, perAddress)
    }

    /// Takes a slot for a connection; nil if there is no room.
    package func take(for channel: any Channel) -> Slot? {
        let slot = Slot(channel, ClientAddress(channel.remoteAddress))
        let (isTaken, previous) = state.withLock { $0.take(slot, total: total, perAddress: perAddress) }
        previous?.channel.pipeline.fireUserInboundEventTriggered(SlotIsTaken())
        return isTaken ? slot : nil
    }

    package func leave(_ slot: Slot) { state.withLock { $0.remove(slot) } }

    /// Gives no more slots. Each connection ends after its present response.
    func close() {
        for slot in state.withLock({ $0.close() }) {
            slot.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private struct State {
        private var count = 0
        private var slots: [ClientAddress: Ring] = [:]
        private var isClosed = false

        mutating func close() -> [Slot] {
            isClosed = true
            return slots.values.flatMap(\.slots)
        }

        mutating func take(_ slot: Slot, total: Int, perAddress: Int) -> (isTaken: Bool, previous: Slot?) {
            if isClosed { return (false, nil) }
            let own = slots[slot.address]?.count ?? 0
            guard own >= perAddress || count >= total else {
                add(slot)
                return (true, nil)
            }
            let crowded = own > 0 ? slot.address : slots.max { $0.value.count < $1.value.count }?.key
            guard let crowded, let previous = slots[crowded]?.nextOnClientsTurn() else { return (false, nil) }
            remove(previous)
            add(slot)
            return (true, previous)
        }

        mutating func remove(_ slot: Slot) {
            guard slots[slot.address]?.remove(slot) == true else { return }
            count -= 1
            if slots[slot.address]?.count == 0 { slots[slot.address] = nil }
        }

        private mutating func add(_ slot: Slot) {
            slots[slot.address, default: Ring()].add(slot)
            count += 1
        }
    }

    /// The slots of one address, with an index that starts over at the end, so that the slots are chosen in turn.
    private struct Ring {
        private(set) var slots: [Slot] = []
        private var indices: [ObjectIdentifier: Int] = [:]
        private var hand = 0

        var count: Int { slots.count }

        mutating func add(_ slot: Slot) {
            indices[ObjectIdentifier(slot)] = slots.count
            slots.append(slot)
        }

        mutating func remove(_ slot: Slot) -> Bool {
            guard let index = indices.removeValue(forKey: ObjectIdentifier(slot)) else { return false }
            let last = slots.removeLast()
            if last !== slot {
                slots[index] = last
                indices[ObjectIdentifier(last)] = index
            }
            return true
        }

        mutating func nextOnClientsTurn() -> Slot? {
            for _ in slots.indices {
                hand = hand + 1 < slots.count ? hand + 1 : 0
                if slots[hand].isClientsTurn { return slots[hand] }
            }
            return nil
        }
    }
}
