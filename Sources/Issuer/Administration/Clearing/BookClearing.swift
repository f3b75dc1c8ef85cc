import Authorizing
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

/// What is known about the lines of a batch before it is booked.
struct ClearingFacts: Sendable {
    let authorizations: [AuthorizationID: ClearingFileStatements.ClearedAuthorization]
    /// By their references.
    let messages: [String: ClearingFileStatements.EarlierMessage]
    /// The references that lines of files have had before.
    let taken: Set<String>
    /// The losses that were accepted for lines of other files, by their references.
    let losses: [String: ClearingLoss]
}

extension Administration {
    /// How many authorizations are cleared at once.
    private static let lanes = 4

    /// Books the lines of a batch that are not booked yet. Lines of one authorization are booked in their order.
    ///
    /// - Returns: a finding for each line, in the order of the file.
    func book(
        _ batch: [ClearingFile.Line], with facts: ClearingFacts
    ) async throws(ClearingFailure) -> [ClearingFinding] {
        var (groups, seen) = ([AuthorizationID: [(line: ClearingFile.Line, isTaken: Bool)]](), facts.taken)
        var (order, findings) = ([AuthorizationID](), [ClearingFinding]())
        for line in batch {
            if let loss = facts.losses[line.reference.text] {
                let found = facts.authorizations[line.authorization]
                findings.append(ClearingFinding(line: line, found: found, paidBefore: loss))
                continue
            }
            if groups[line.authorization] == nil { order.append(line.authorization) }
            let isTaken = !seen.insert(line.reference.text).inserted
            groups[line.authorization, default: []].append((line, isTaken))
        }
        let results = await withTaskGroup(of: Result<[ClearingFinding], ClearingFailure>.self) { group in
            var waiting = order[...]
            func begin() {
                guard let id = waiting.popFirst(), let lines = groups[id] else { return }
                group.addTask {
                    do throws(ClearingFailure) {
                        return .success(try await book(lines, of: facts.authorizations[id], with: facts))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            for _ in 0..<Self.lanes { begin() }
            var results: [Result<[ClearingFinding], ClearingFailure>] = []
            for await result in group {
                results.append(result)
                // What was booked meanwhile is found by its reference at the next load.
                if case .success = result { begin() } else { waiting = [] }
            }
            return results
        }
        for result in results { findings += try result.get() }
        return findings.sorted { $0.line.number < $1.line.number }
    }

    /// Books the lines of one authorization.
    private func book(
        _ lines: [(line: ClearingFile.Line, isTaken: Bool)], of found: ClearingFileStatements.ClearedAuthorization?,
        with facts: ClearingFacts
    ) async throws(ClearingFailure) -> [ClearingFinding] {
        guard var found else {
            return lines.map { ClearingFinding(line: $0.line, found: nil, isBooked: false, kind: .unknown) }
        }
        let booked = lines.filter { line, isTaken in
            let message = facts.messages[line.reference.text]
            return ClearingVerdict(on: line, of: found.authorization, isTaken: isTaken, after: message) == .isBooked
        }
        var sum = ClearingSum(of: found.authorization, without: booked.map(\.line))
        var findings: [ClearingFinding] = []
        for (index, (line, isTaken)) in lines.enumerated() {
            var verdict = ClearingVerdict(
                on: line, of: found.authorization, isTaken: isTaken, after: facts.messages[line.reference.text])
            if verdict == .mustBook {
                verdict = try await clear(line, of: found)
                // The status decides about the next line.
                if index < lines.count - 1 { found = try await current(found) }
            }
            let isBooked = verdict == .isBooked
            var kind: ClearingBreak.Kind?
            if case .differs(let known) = verdict { kind = known }
            if isBooked, sum.differs(with: line) { kind = .amount }
            findings.append(ClearingFinding(line: line, found: found, isBooked: isBooked, kind: kind))
        }
        return findings
    }

    private func current(
        _ found: ClearingFileStatements.ClearedAuthorization
    ) async throws(ClearingFailure) -> ClearingFileStatements.ClearedAuthorization {
        let read = try await translating(ClearingFailure.issuing) { () async throws(IssuingFailure) in
            try await reading(AuthorizationStatements.find(found.authorization.id, of: found.authorization.holder))
        }
        return ClearingFileStatements.ClearedAuthorization(
            authorization: read.first ?? found.authorization, scheme: found.scheme, pan: found.pan)
    }

    /// Sends a clearing to the use case of messages, in the name of the payment.
    private func clear(
        _ line: ClearingFile.Line, of found: ClearingFileStatements.ClearedAuthorization
    ) async throws(ClearingFailure) -> ClearingVerdict {
        do throws(IssuingFailure) {
            let authorization = found.authorization
            let pan = try IssuingFailure.guarding { () throws(VaultFailure) in
                try issuing.vault.open(
                    found.pan, customer: authorization.holder.rawValue, card: authorization.card.rawValue)
            }
            let message = NetworkMessage(fields: Self.fields(of: line, clearing: authorization.payment), pan: pan)
            switch try await issuing.authorize(message).answer.code {
            case .approved: return .isBooked
            case .duplicate: return .differs(.doubled)
            default: return .differs(.unbooked)
            }
        } catch {
            switch error {
            // One damaged card or account must not stop a file of a million lines.
            case .refused, .damaged, .vault(.doesNotOpen): return .differs(.unbooked)
            case .database(let failure) where failure.constraint != nil: return .differs(.unbooked)
            default: throw .issuing(error)
            }
        }
    }

    private static func fields(
        of line: ClearingFile.Line, clearing payment: Authorization.Payment
    ) -> MessageFields {
        var fields = MessageFields()
        fields.kind = .value(.clearing)
        (fields.reference, fields.lifecycle) = (.value(line.reference), .value(payment.reference))
        fields.type = .value(payment.type)
        (fields.amount, fields.currency) = (line.amount.minorUnits, .value(line.amount.currency))
        fields.category = .value(payment.merchant.category)
        fields.country = .value(payment.merchant.country)
        (fields.merchantName, fields.city) = (payment.merchant.name, payment.merchant.city)
        (fields.merchantID, fields.terminalID) = (payment.merchant.id, payment.merchant.terminalID)
        (fields.entryMode, fields.cardPresence) = (.value(payment.entryMode), .value(payment.cardPresence))
        fields.isLast = line.isFinal
        return fields
    }
}
