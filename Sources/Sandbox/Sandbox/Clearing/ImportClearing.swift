import Authorizing
import Cards
import Identifiers
import Issuing
import Ledger
import Validation

/// The outcome of each line of a clearing file.
public struct ClearingReport: Sendable {
    /// In the order of the file.
    public let lines: [Line]

    public struct Line: Sendable {
        public let line: ClearingFile.Line
        public let outcome: Outcome
        /// Nil if the line agrees with the authorization.
        public let difference: Difference?
        /// As it is afterwards; nil if no authorization has this id.
        public let authorization: Authorization?
    }

    public enum Outcome: String, CaseIterable, Sendable {
        case booked = "BOOKED"
        /// An earlier message had the same reference and the same content.
        case alreadyBooked = "ALREADY_BOOKED"
        case notBooked = "NOT_BOOKED"
    }

    public enum Difference: String, CaseIterable, Sendable {
        /// All clearings of the authorization together, also earlier ones, collect more than was authorized, or less
        /// although the last one is in the file. A clearing is never refused for its amount, so it is booked.
        case amount = "AMOUNT"
        case authorizationUnknown = "AUTHORIZATION_UNKNOWN"
        case currency = "CURRENCY"
        /// There is nothing to collect: it was declined, reversed, settled, or is a refund.
        case status = "STATUS"
        /// Another message had this reference.
        case referenceTaken = "REFERENCE_TAKEN"
        /// The issuer could not book it, for example because there is no exchange rate any more. It may be sent again.
        case malfunction = "MALFUNCTION"
    }
}

extension Sandbox {
    /// Books each line of a clearing file as the clearing of its authorization, one after the other and each in its own
    /// transaction, by the same use case as a single clearing.
    ///
    /// The same file again books nothing again. If the service fails halfway, send the file again.
    public func book(_ file: ClearingFile) async throws(IssuingFailure) -> ClearingReport {
        let found = try await reading(ClearingStatements.authorizations(file.lines.map(\.authorization)))
        let authorizations = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        let answered = Set(try await reading(ClearingStatements.answered(file.lines.map(\.reference))))
        var report: [ClearingReport.Line] = []
        // An earlier line of the file may have settled it.
        var current = authorizations
        for line in file.lines {
            let isKnown = answered.contains(line.reference.text)
            let booked = try await book(line, of: current[line.authorization], isKnown: isKnown)
            current[line.authorization] = booked.authorization
            report.append(booked)
        }
        let sums = try await reading(ClearingStatements.collected(by: Array(authorizations.keys)))
        let collected = Dictionary(sums.map { ($0.id, $0.amount) }) { first, _ in first }
        let ended = Set(report.filter { $0.outcome != .notBooked && $0.line.isFinal }.map(\.line.authorization))
        return ClearingReport(
            lines: report.map { line in
                let id = line.line.authorization
                return line.comparing(authorizations[id], collected[id] ?? 0, hasEnded: ended.contains(id))
            })
    }

    private func book(
        _ line: ClearingFile.Line, of authorization: Authorization?, isKnown: Bool
    ) async throws(IssuingFailure) -> ClearingReport.Line {
        func refused(_ difference: ClearingReport.Difference) -> ClearingReport.Line {
            ClearingReport.Line(
                line: line, outcome: .notBooked, difference: difference, authorization: authorization)
        }
        guard let authorization else { return refused(.authorizationUnknown) }
        guard authorization.amount.currency == line.amount.currency else { return refused(.currency) }
        // A line that was answered before gets the same answer, whatever the status is now.
        guard isKnown || authorization.state.isCollectable else { return refused(.status) }
        let played: PlayedMessage
        do throws(IssuingFailure) {
            played = try await clear(line, of: authorization)
        } catch {
            // A message without an amount, such as a verification, has no money to collect.
            guard case .refused = error else { throw error }
            return refused(.status)
        }
        switch played.answered.answer.code {
        case .approved:
            return ClearingReport.Line(
                line: line, outcome: played.answered.isRepeated ? .alreadyBooked : .booked, difference: nil,
                authorization: played.authorization ?? authorization)
        case .duplicate: return refused(.referenceTaken)
        default: return refused(.malfunction)
        }
    }

    private func clear(
        _ line: ClearingFile.Line, of authorization: Authorization
    ) async throws(IssuingFailure) -> PlayedMessage {
        var order = PaymentOrder()
        order.kind = MessageKind.clearing.rawValue
        order.authorization = authorization.id.description
        (order.fields.amount, order.fields.currency) = (line.amount.minorUnits, .value(line.amount.currency))
        (order.fields.reference, order.fields.isLast) = (.value(line.reference), line.isFinal)
        do throws(PhoneFailure) {
            return try await play(order, with: authorization.card)
        } catch {
            switch error {
            case .failed(let failure): throw failure
            case .refused(let refusal): throw .damaged("a clearing has no phone: \(refusal.message)")
            }
        }
    }
}

extension ClearingReport.Line {
    /// The same line, marked as different if all clearings of its authorization together do not collect the authorized
    /// amount.
    fileprivate func comparing(
        _ authorization: Authorization?, _ collected: Int64, hasEnded: Bool
    ) -> ClearingReport.Line {
        guard outcome != .notBooked, let authorized = authorization?.amount.minorUnits else { return self }
        guard collected > authorized || (collected < authorized && hasEnded) else { return self }
        return ClearingReport.Line(line: line, outcome: outcome, difference: .amount, authorization: self.authorization)
    }
}

extension AuthorizationState {
    /// Whether a clearing can be expected. A clearing that comes after the hold has expired also collects.
    fileprivate var isCollectable: Bool {
        guard !isRefund else { return false }
        switch status {
        case .approved, .settledInPart, .expired, .released: return true
        case .declined, .failed, .reversed, .settled, .releaseFailed, .unknown: return false
        }
    }
}
