import Foundation

/// The id with this number in a test. The same number is the same id.
func uuid(_ number: Int, of kind: UInt8) -> UUID {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    return UUID(uuid: (
        kind, 0, 0, 0, 0, 0, 0x40, 0, bytes[0] | 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6],
        bytes[7]
    ))
}
