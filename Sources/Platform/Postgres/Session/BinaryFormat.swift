import Foundation

/// The binary forms in which Postgres sends and receives values: big-endian numbers, microseconds since 2000, arrays as
/// a header and length-prefixed elements (the `_recv` and `_send` functions in `src/backend/utils/adt`).
enum BinaryFormat {
    /// 2000-01-01T00:00:00Z, the start of Postgres' time, in microseconds since 1970.
    private static let epoch = 946_684_800e6

    static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    static func bytes(of uuid: UUID) -> [UInt8] {
        withUnsafeBytes(of: uuid.uuid, Array.init)
    }

    /// 4713 BC to AD 294276, in microseconds from 2000 (`MIN_TIMESTAMP` and `END_TIMESTAMP` in `datatype/timestamp.h`).
    static let years: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

    /// A date that Postgres cannot hold becomes a number outside of ``years``. It becomes neither Postgres' infinity
    /// nor a trap.
    static func microseconds(of date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1e6 - epoch).rounded()) ?? .max - 1
    }

    static func array(of type: SQLType, _ elements: [[UInt8]?]) -> [UInt8] {
        var wire: [UInt8] = []
        wire.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        wire += bytes(of: Int32(elements.isEmpty ? 0 : 1))
        wire += bytes(of: Int32(elements.contains(nil) ? 1 : 0))
        wire += bytes(of: type.rawValue)
        guard !elements.isEmpty else { return wire }
        wire += bytes(of: Int32(elements.count))
        wire += bytes(of: Int32(1))
        for element in elements {
            wire += bytes(of: Int32(element?.count ?? -1))
            wire += element ?? []
        }
        return wire
    }

    /// `nil` if the size is not that of the number.
    static func number<Number: FixedWidthInteger>(_ wire: UnsafeRawBufferPointer) -> Number? {
        guard wire.count == MemoryLayout<Number>.size else { return nil }
        return Number(bigEndian: wire.loadUnaligned(as: Number.self))
    }

    static func boolean(_ wire: UnsafeRawBufferPointer) -> Bool? {
        wire.count == 1 ? wire[0] != 0 : nil
    }

    /// The value of a column. libpq puts a zero byte behind it, and no text of Postgres contains one.
    static func text(_ wire: UnsafeRawBufferPointer) -> String? {
        guard let start = wire.baseAddress else { return "" }
        return String(validatingCString: start.assumingMemoryBound(to: CChar.self))
    }

    /// An element of an array, which the next element follows at once.
    ///
    /// Bound to bytes, the text is validated as a whole and not character by character.
    static func element(_ wire: UnsafeRawBufferPointer) -> String? {
        wire.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
    }

    static func uuid(_ wire: UnsafeRawBufferPointer) -> UUID? {
        guard wire.count == 16 else { return nil }
        return UUID(uuid: wire.loadUnaligned(as: uuid_t.self))
    }

    /// `nil` for Postgres' two infinities, which have no `Date`.
    ///
    /// A time of whole milliseconds or microseconds is read as the same `Date` that was stored, to the last bit: both
    /// are the nearest binary fraction to the seconds since 1970. So rounding it down never loses a millisecond.
    static func date(_ wire: UnsafeRawBufferPointer) -> Date? {
        guard let microseconds: Int64 = number(wire), microseconds != .max, microseconds != .min else { return nil }
        return Date(timeIntervalSince1970: (Double(microseconds) + epoch) / 1e6)
    }

    /// The elements of a one-dimensional array; `nil` for anything else and if one of them is NULL.
    static func elements<Element>(
        _ wire: UnsafeRawBufferPointer, of type: SQLType, _ decode: (UnsafeRawBufferPointer) -> Element?
    ) -> [Element]? {
        var rest = wire[...]
        func take(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count >= 0, rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        }
        func takeNumber() -> Int32? {
            take(4).flatMap(number)
        }
        guard let dimensions = takeNumber(), takeNumber() != nil, takeNumber() == Int32(type.rawValue) else {
            return nil
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = takeNumber(), count >= 0, takeNumber() != nil else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(min(Int(count), rest.count))
        for _ in 0..<count {
            guard let size = takeNumber(), let bytes = take(Int(size)), let element = decode(bytes) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
