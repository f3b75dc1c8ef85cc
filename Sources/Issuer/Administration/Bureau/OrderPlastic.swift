import Cards
import CardSecrets
import Crypto
import Foundation
import Issuing
import Postgres
import Validation

extension Administration {
    /// Puts cards whose plastic is in no file yet into the next file, the earliest ones first. The cards are `ISSUED`
    /// or `DIGITAL`; a locked or suspended one waits until it is free.
    ///
    /// The cards name the file in the same transaction, so each card is in one file. The file is written afterwards, as
    /// often as necessary.
    ///
    /// - Parameter limit: one of ``BureauFile/cardLimits``.
    /// - Returns: nil if no card waits.
    public func orderPlastic(atMost limit: Int) async throws(BureauFailure) -> BureauFile? {
        let (limits, now) = (BureauFile.cardLimits, clock.now())
        let limit = min(max(limit, limits.lowerBound), limits.upperBound)
        return try await database.transaction { tx throws(BureauFailure) -> BureauFile? in
            let due = try tx.run(BureauStatements.due(limit: limit))
            guard !due.isEmpty, let number = try tx.run(BureauStatements.nextNumber()).first else { return nil }
            let cards = try tx.run(BureauStatements.claim(due, for: number)).first ?? 0
            // Somebody else has claimed them meanwhile, or they have ended.
            guard cards > 0 else { throw .busy }
            let file = BureauFile(number: number, cards: cards, madeAt: now)
            _ = try tx.commit(
                BureauStatements.begin(file),
                issuing.recording(.plasticOrdered, about: number, detail: "\(cards) cards"))
            return file
        }
    }

    /// The file to write next: one that was ordered and never written, or else a new one. So a command that ended
    /// before it wrote its file is repeated.
    ///
    /// - Returns: nil if no card waits.
    public func nextBureauFile(atMost limit: Int) async throws(BureauFailure) -> BureauFile? {
        if let unwritten = try await unwrittenBureauFile() { return unwritten }
        return try await orderPlastic(atMost: limit)
    }

    /// The earliest file that was never written: a command ended between the order and the file.
    public func unwrittenBureauFile() async throws(BureauFailure) -> BureauFile? {
        try await files(BureauStatements.unwritten()).first
    }

    /// The latest files, the newest first.
    public func bureauFiles() async throws(BureauFailure) -> [BureauFile] {
        try await files(BureauStatements.latest(limit: 500))
    }

    /// Writes a file for a bureau. Each card is a compact JWE (RFC 7516) of its own for the bureau's key, and nothing
    /// else in the file is a secret. The trail knows of the file, and of the key, before anybody gets it.
    ///
    /// - Throws: ``BureauFailure/busy`` if somebody else has written the file meanwhile.
    /// - Returns: the file and its bytes: a line that begins it, one for each card that still waits for plastic, and a
    ///   line that ends it.
    public func writeBureauFile(
        _ number: Int, to key: DevicePublicKey
    ) async throws(BureauFailure) -> (file: BureauFile, bytes: [UInt8]) {
        guard var file = try await files(BureauStatements.find(number)).first else { throw .noFile(number) }
        var (text, count, place) = ("", 0, Int64(0))
        while true {
            let page = try await waiting(in: number, after: place)
            for waiting in page {
                count += 1
                place = waiting.insertion
                text += try sealed(waiting, file: number, line: count, to: key) + "\n"
            }
            if page.count < BureauStatements.pageSize { break }
        }
        let keyDigest = EncodedBytes.hexadecimal(SHA256.hash(data: key.der))
        let heading = #"{"file":\#(number),"madeAt":"\#(timestamp(file.madeAt))","key":"\#(keyDigest)"}"#
        let bytes = Array("\(heading)\n\(text){\"endOfFile\":\(number),\"cards\":\(count)}\n".utf8)
        let writing = BureauFile.Writing(at: clock.now(), cards: count, digest: Array(SHA256.hash(data: bytes)))
        let earlier = file.writing
        try await database.transaction { tx throws(BureauFailure) in
            // Only one of two writings at once leaves the service.
            let kept = try tx.run(BureauStatements.keep(writing, after: earlier, of: number))
            guard !kept.isEmpty else { throw .busy }
            _ = try tx.commit(
                issuing.recording(
                    .plasticOrderWritten, about: number,
                    detail: "\(writing.cards) cards, SHA-256 \(EncodedBytes.hexadecimal(writing.digest)), "
                        + "key \(keyDigest)"))
        }
        file.writing = writing
        return (file, bytes)
    }

    private func sealed(
        _ waiting: BureauCard.Waiting, file: Int, line: Int, to key: DevicePublicKey
    ) throws(BureauFailure) -> String {
        let card = try translating({ BureauFailure($0, of: waiting.card, file: file) }) { () throws(IssuingFailure) in
            try BureauCard(waiting, file: file, line: line, opening: issuing.vault)
        }
        return SessionKeySealing.seal(plaintextJSON(card), to: key, using: issuing.entropy)
    }

    private func waiting(in file: Int, after place: Int64) async throws(BureauFailure) -> [BureauCard.Waiting] {
        try await translating(BureauFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(BureauStatements.page(of: file, after: place))
        }
    }

    private func files(_ query: Query<BureauFile>) async throws(BureauFailure) -> [BureauFile] {
        try await translating(BureauFailure.issuing) { () async throws(IssuingFailure) in try await reading(query) }
    }
}

extension BureauFailure {
    /// The failure to read a card of a file.
    fileprivate init(_ failure: IssuingFailure, of card: Card, file: Int) {
        switch failure {
        case .vault(let damage):
            // Without its key, no card can be read.
            if case .doesNotOpen = damage {
                self = .damagedCard(card.id, file: file, reason: "\(damage)")
            } else {
                self = .issuing(failure)
            }
        case .damaged(let damage): self = .damagedCard(card.id, file: file, reason: "The stored data lacks \(damage).")
        default: self = .issuing(failure)
        }
    }
}
