import Cards
import Identifiers

/// A line of a bureau's status file: where the plastic of one card is.
struct BureauReport: Hashable, Sendable {
    enum Status: String, CaseIterable, Sendable {
        /// The plastic left the bureau.
        case dispatched = "DISPATCHED"
        /// The post brought it back.
        case returned = "RETURNED"
        /// It does not exist any more, or was never usable.
        case destroyed = "DESTROYED"
    }

    static let heading = "cardReference,status"

    let card: CardID
    let status: Status
    /// From 1, of the file. The heading is line 1.
    let line: Int

    /// Reads a line without its LF.
    ///
    /// - Throws: the fault, which repeats nothing of the line, because somebody may have written a card's number there.
    init(_ row: ArraySlice<UInt8>, line: Int) throws(BureauFault) {
        let fields = String(decoding: row.last == UInt8(ascii: "\r") ? row.dropLast() : row, as: UTF8.self)
            .split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 2 else {
            throw BureauFault(line: line, error: "must have the two columns \(Self.heading)")
        }
        guard let card = CardID(String(fields[0])) else {
            throw BureauFault(line: line, error: "must begin with the reference of a card of an order file, a UUID")
        }
        guard let status = Status(rawValue: String(fields[1])) else {
            let known = Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw BureauFault(line: line, error: "must have one of the statuses \(known)")
        }
        (self.card, self.status, self.line) = (card, status, line)
    }
}

/// A line of a bureau's status file that was not done.
public struct BureauFault: Error, Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// Completes the sentence that begins with the line.
    public let error: String
}
