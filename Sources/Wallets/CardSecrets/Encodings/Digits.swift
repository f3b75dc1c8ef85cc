/// Whether the byte is 0 to 9. `Character.isNumber` also accepts other Unicode digits, which card networks do not.
package func isASCIIDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}

/// The digit that makes a card number pass the Luhn check when appended to `body` (ISO/IEC 7812-1, annex B).
func luhnCheckDigit(of body: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    for (position, byte) in body.reversed().enumerated() {
        let digit = Int(byte - UInt8(ascii: "0"))
        let weighted = position.isMultiple(of: 2) ? digit * 2 : digit
        sum += weighted > 9 ? weighted - 9 : weighted
    }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
}

/// Half-bytes packed from the left, as card data is laid out for a block cipher. Packing wipes them.
struct Nibbles {
    private var values: [UInt8]

    /// The capacity is reserved in advance, because a growing array leaves copies of the digits behind.
    init(capacity: Int) {
        values = []
        values.reserveCapacity(capacity)
    }

    mutating func append(_ value: UInt8) {
        precondition(value < 16 && values.count < values.capacity)
        values.append(value)
    }

    mutating func append(digits: some Sequence<UInt8>) {
        for byte in digits { append(byte & 0x0F) }
    }

    mutating func fill(with value: UInt8, to count: Int) {
        while values.count < count { append(value) }
    }

    /// Packs two nibbles into each byte; their number must be even.
    consuming func packed() -> [UInt8] {
        precondition(values.count.isMultiple(of: 2))
        defer { values.wipe() }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
