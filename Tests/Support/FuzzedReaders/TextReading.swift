import CardSecrets
import Foundation
import Gateways
import HTTPContract
import HTTPService
import Validation
import Webhooks

/// Short texts: times, ids, addresses, encodings, and card numbers that must be found in them.
enum TextReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), StreamSafeText.isSafe(text) else { return nil }
        _ = RequestAddress.isAuthority(text)
        _ = HostName(text).isNobodys
        _ = PublicURL(text)?.isWithinReach
        _ = ReturnURL.isPage(text)
        _ = ReturnURL.listed(text)
        _ = WebhookURL(text)
        _ = BasicCredentials(text)?.readings
        _ = TraceParent(text)?.traceID
        _ = Spelling.suggestion(for: text, among: ["cardPin", "programName", "mobile"])
        _ = Timestamp.milliseconds(text)
        return times(text) ?? cardNumbers(text) ?? encodings(text)
    }

    private static func times(_ text: String) -> String? {
        if let time = Timestamp(text), Timestamp(time.description) != time {
            return "A time that is written reads as another time."
        }
        if let id = UUID(spelled: text), id.spelled != text.lowercased() { return "An id has two spellings." }
        return nil
    }

    private static func cardNumbers(_ text: String) -> String? {
        _ = CardNumber.mayBeIn(text)
        _ = CardNumber.isPrinted(in: text)
        _ = CardNumber.hidden(inIdentifier: text)
        _ = Masking.path(text)
        _ = Masking.loggable(path: text)
        return CardNumber.isIn(CardNumber.hidden(in: text)) ? "A hidden card number is still there." : nil
    }

    private static func encodings(_ text: String) -> String? {
        if let bytes = Base64url.decode(text), Base64url.encode(bytes) != text { return "Base64url has two spellings." }
        if let bytes = EncodedBytes.base64(text), EncodedBytes.base64(bytes) != text {
            return "Base64 has two spellings."
        }
        if let bytes = EncodedBytes.hexadecimal(text), EncodedBytes.hexadecimal(bytes) != text.lowercased() {
            return "Hexadecimal digits read as other bytes."
        }
        _ = try? EncodedBytes.decode(text, count: 4)
        _ = try? EncodedBytes.decodeBase64(text, limitBytes: 1024)
        return Base32.decode(text).map { Base32.decode(Base32.encode($0)) == $0 } == false
            ? "Base32 reads as other bytes." : nil
    }
}
