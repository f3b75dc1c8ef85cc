import Foundation

/// Random numbers from a seed (SplitMix64), so that a failed run can be repeated.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 and above, and below the limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// The ids of a test, made of numbers: the same number is the same id.
func uuid(_ number: Int, of kind: UInt8) -> UUID {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    return UUID(uuid: (
        kind, 0, 0, 0, 0, 0, 0x40, 0, bytes[0] | 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6],
        bytes[7]
    ))
}
