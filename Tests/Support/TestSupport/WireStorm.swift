/// The faults that a ``FaultyWire`` draws from a seed.
///
/// Of 32 round trips, six lose their connection, five of them after Postgres got the request; six are late or in
/// pieces; and one freezes the wire. Of 16 new connections, one is refused.
public struct WireStorm: Sendable {
    private var numbers: SeededNumbers

    public init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
    }

    mutating func fault() -> FaultyWire.Fault {
        switch numbers.below(32) {
        case 0: .cutBeforeSync
        case 1, 2: .cutBeforeAnswer
        case 3: .cutBeforeDelivery(milliseconds: Int32(numbers.below(20) + 1))
        case 4: .closedBeforeAnswer
        case 5: .closedBehindSync
        case 6: .pieces(of: 1)
        case 7, 8, 9: .pieces(of: numbers.below(40) + 2)
        case 10, 11: .delay(milliseconds: Int32(numbers.below(15) + 1))
        case 12: .freeze(milliseconds: Int32(numbers.below(40) + 1))
        default: .pieces(of: 65_536)
        }
    }

    mutating func refusesConnection() -> Bool { numbers.below(16) == 0 }
}
