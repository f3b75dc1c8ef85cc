import NIOCore
import Validation

/// Why a connection ends: its bytes are not a message.
struct UnreadableBytes: Error {
    /// It never shows the bytes, which may be a card's number.
    let reason: String
}

extension ByteBuffer {
    /// Takes the next message, without the length in front of it. Nil if it has not arrived as a whole. Without bytes,
    /// it is no message and only keeps the connection alive.
    mutating func readISO8583Frame() throws(UnreadableBytes) -> [UInt8]? {
        guard let length = getInteger(at: readerIndex, as: UInt16.self) else { return nil }
        guard length <= ISO8583Message.largestSize else { throw UnreadableBytes(reason: Self.reason(ofLength: length)) }
        guard let bytes = getBytes(at: readerIndex + 2, length: Int(length)) else { return nil }
        moveReaderIndex(forwardBy: 2 + bytes.count)
        return bytes
    }

    private static func reason(ofLength length: UInt16) -> String {
        let bytes = [UInt8(length >> 8), UInt8(length & 0xFF)]
        if bytes.allSatisfy(\.isASCIIDigit) { return "the length of a message is two binary bytes; digits arrived" }
        // The record of a handshake, of version 3.x (RFC 8446, section 5.1).
        if bytes == [0x16, 0x03] { return "the peer speaks TLS, and this listener does not" }
        return "a message has \(length) bytes; at most \(ISO8583Message.largestSize) are accepted"
    }
}

extension ByteBufferAllocator {
    /// A message with its length in front of it.
    func buffer(iso8583 message: [UInt8]) -> ByteBuffer {
        var buffer = buffer(capacity: 2 + message.count)
        // No message is longer than `ISO8583Message.largestSize`.
        buffer.writeInteger(UInt16(clamping: message.count))
        buffer.writeBytes(message)
        return buffer
    }
}
