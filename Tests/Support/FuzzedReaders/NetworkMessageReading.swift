import Authorizing
import Issuing
import NIOCore
import NetworkServer

@testable import ISO8583

/// The bytes of a connection from a card network: messages with their lengths, and their meaning for the issuer.
enum NetworkMessageReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        _ = ChipData(bytes)
        _ = SubElements(String(decoding: bytes, as: UTF8.self))
        if let broken = brokenPromise(ofMessage: bytes) { return broken }
        var stream = ByteBuffer(bytes: bytes)
        while let frame = try? stream.readISO8583Frame() {
            if let broken = brokenPromise(ofMessage: frame) { return broken }
        }
        return nil
    }

    private static func brokenPromise(ofMessage bytes: [UInt8]) -> String? {
        do throws(ISO8583Failure) {
            let (message, failure) = try ISO8583Message.read(bytes)
            _ = failure.map { "\($0)" }
            _ = try message.answer("30")?.encoded()
            guard failure == nil else { return nil }
            guard try ISO8583Message(decoding: message.encoded()) == message else {
                return "A message that is written reads as another message."
            }
            switch ISO8583Mapping.meaning(of: message) {
            case .message(let incoming): _ = try? incoming.message.fields.read()
            case .answer(let answer): _ = try answer.encoded()
            case .nothing: break
            }
        } catch {
            _ = "\(error)"
        }
        return nil
    }
}
