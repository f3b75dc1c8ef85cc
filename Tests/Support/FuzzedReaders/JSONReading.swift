import CardAPI
import HTTPContract

/// Bodies in JSON, and what the journal and the log show of them.
enum JSONReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        // One operation for each length, because there are many.
        _ = Operations.all[bytes.count % Operations.all.count].masked(body: bytes)
        readBodies(bytes)
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        guard (try? JSONValue(parsing: value.jsonBytes)) == value else {
            return "What is written reads as another value."
        }
        guard (try? JSONValue(parsing: Array(value.indentedText.utf8))) == value else {
            return "What is written for people reads as another value."
        }
        let canonical = value.canonicalBytes
        guard (try? JSONValue(parsing: canonical))?.canonicalBytes == canonical else {
            return "The canonical form has another canonical form."
        }
        _ = value.holdsCardNumber
        _ = Masking.received(value.jsonText)
        _ = Masking.answer(bytes)
        return nil
    }

    /// One body of each kind of member.
    private static func readBodies(_ bytes: [UInt8]) {
        _ = try? CreateCardBody.read(bytes)
        _ = try? OrderCardsBody.read(bytes)
        _ = try? SetCardControlsBody.read(bytes)
        _ = try? CreateWalletBody.read(bytes)
        _ = try? CreateTransferBody.read(bytes)
        _ = try? VerificationBody.read(bytes)
        _ = try? SubscribeWebhookBody.read(bytes)
    }
}
