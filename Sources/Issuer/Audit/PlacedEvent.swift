import Crypto
import Foundation

/// An event with the number that the database gave it.
struct NumberedEvent: Sendable {
    let number: Int64
    let event: AuditEvent
}

/// A place in the chain.
struct AuditPlace: Sendable, Equatable {
    let day: AuditDay
    /// On that day, from 1.
    let position: Int64
    let hash: AuditHash

    init(day: AuditDay, position: Int64, hash: AuditHash) {
        (self.day, self.position, self.hash) = (day, position, hash)
    }

    /// The place of an event behind another place.
    ///
    /// - Parameters:
    ///   - previous: nil for the first event of all.
    ///   - today: the chain stays on the day of `previous` if that is later.
    init(of event: NumberedEvent, after previous: AuditPlace?, on today: AuditDay) {
        day = max(previous?.day ?? today, today)
        position = previous?.day == day ? (previous?.position ?? 0) + 1 : 1
        let line = AuditLine(event, day: day, position: position)
        hash = line.hash(after: previous?.hash ?? .beginning)
    }
}

/// An event with its place in the chain.
struct PlacedEvent: Sendable {
    let numbered: NumberedEvent
    let place: AuditPlace

    private var line: AuditLine { AuditLine(numbered, day: place.day, position: place.position) }

    /// Whether the event is as it was when it got its place behind this hash.
    func follows(_ hash: AuditHash) -> Bool { line.hash(after: hash) == place.hash }

    /// The line of the export: the line that is hashed, with the hash as one more member at its end.
    var exported: String { #"\#(line.text.dropLast()),"hash":"\#(place.hash)"}"# }
}

/// An event as one line of JSON, from which its hash is made. Its members are in the order of the alphabet, without
/// those that it does not have. Its form never changes.
private struct AuditLine {
    let text: String

    init(_ numbered: NumberedEvent, day: AuditDay, position: Int64) {
        let members = Members(numbered, day: day, position: position)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers can always be encoded.
        text = (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// SHA-256 of the hash before, and of the line in UTF-8.
    func hash(after previous: AuditHash) -> AuditHash {
        AuditHash(Array(SHA256.hash(data: previous.bytes + Array(text.utf8))))
    }

    private struct Members: Encodable {
        let number: Int64, position: Int64
        let act: String, outcome: String, day: String, time: String
        let subject: String?, detail: String?
        let `operator`: String?, client: String?, brand: String?, customer: String?
        let tokenId: String?, requestId: String?, address: String?, operation: String?

        init(_ numbered: NumberedEvent, day: AuditDay, position: Int64) {
            let (event, caller) = (numbered.event, numbered.event.caller)
            (number, self.position, self.day) = (numbered.number, position, day.description)
            (act, outcome, time) = (event.act, event.outcome.rawValue, Self.microseconds(event.time))
            (subject, detail) = (event.subject, event.detail)
            (`operator`, client, brand) = (caller.operatorName, caller.client, caller.brand)
            (customer, tokenId, requestId) = (caller.customer, caller.tokenID, caller.requestID)
            (address, operation) = (caller.address, caller.operation)
        }

        /// RFC 3339 in UTC with all six digits that the database stores, so that no change of a time goes unseen.
        private static func microseconds(_ time: Date) -> String {
            let all = Int64((time.timeIntervalSince1970 * 1_000_000).rounded())
            let seconds = all / 1_000_000 - (all % 1_000_000 < 0 ? 1 : 0)
            let fraction = String(all - seconds * 1_000_000 + 1_000_000).dropFirst()
            let whole = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
            return "\(whole.dropLast()).\(fraction)Z"
        }
    }
}
