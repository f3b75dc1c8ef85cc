import NIOCore

/// Why a connection ends: its bytes are not a message.
struct UnreadableBytes: Error {
    /// It never shows the bytes, which may be a card's number.
    let reason: String
}

extension ByteBuffer {
    /// Takes the next message, without the length in front of it. Nil if it has not arrived as a whole.
    mutating func readISO8583Frame() throws(UnreadableBytes) -> [UInt8]? {
        guard let length = getInteger(at: readerIndex, as: UInt16.self) else { return nil }
        let accepted = 1...ISO8583Message.largestSize
        guard accepted.contains(Int(length)) else {
            throw UnreadableBytes(reason: "a message has \(length) bytes; 1 to \(accepted.upperBound) are accepted")
        }
        guard let bytes = getBytes(at: readerIndex + 2, length: Int(length)) else { return nil }
        moveReaderIndex(forwardBy: 2 + bytes.count)
        return bytes
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
