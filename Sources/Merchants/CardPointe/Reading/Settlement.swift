import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Ledger
import Payments
import Postgres

/// The settlement with a merchant: its batches and their sums.
extension CardPointe {
    /// The maximum number of captures and refunds in a report, and the number that is read at once.
    private static let (limit, pageLimit) = (50_000, 1000)

    /// The longest time that a report without a date covers.
    private static let longest: TimeInterval = 30 * 86_400

    /// The time that a report is about.
    enum ReportTime {
        /// Captures and refunds that were settled on this day.
        case day(Range<Date>)
        /// Of a batch: captures and refunds that were made on this day.
        case batch(Range<Date>)
        /// Captures and refunds that were not reported before.
        case new
    }

    /// The settled batches of a merchant; nil if there are none.
    func settlement(_ settled: [SteppedPayment], _ account: CardPointeAccount) throws -> JSONValue? {
        guard !settled.isEmpty else { return nil }
        let batches = try Dictionary(grouping: settled) { stepped in
            HostBatch(id: Batch.id(of: stepped.step.at), processor: try PaymentAnswer(stepped.payment).note.processor)
        }
        return .array(
            try batches.sorted { $0.key < $1.key }.map { batch, settled in
                [
                    "batchid": .string(batch.id), "hostbatch": .string(batch.id), "hoststat": "GB",
                    "merchid": .string(account.merchant.rawValue), "respproc": .string(batch.processor.rawValue),
                    "txns": .array(try settled.map(Self.transaction)),
                ]
            })
    }

    /// The part of a merchant's batch that goes to one processor.
    private struct HostBatch: Hashable, Comparable {
        let id: String
        let processor: Processor

        static func < (one: HostBatch, other: HostBatch) -> Bool {
            (one.id, one.processor.rawValue) < (other.id, other.processor.rawValue)
        }
    }

    private static func transaction(_ stepped: SteppedPayment) throws -> JSONValue {
        let (payment, step) = (stepped.payment, stepped.step)
        let sign = step.kind == .refund ? "-" : ""
        return [
            "retref": .string(step.kind == .refund ? step.reference : payment.reference),
            "authcode": .string(step.kind == .refund ? "REFUND" : payment.approvalCode ?? ""),
            "cardtype": .string(payment.scheme.rawValue), "setlstat": "Y",
            "setlamount": .string(sign + step.amount.majorUnits),
            "salesdoc": .string(step.externalReference ?? payment.externalReference ?? ""),
        ]
    }

    /// The funding of the merchant for a day.
    func funding(_ settled: [SteppedPayment], _ account: CardPointeAccount) throws -> JSONValue {
        guard let last = settled.last?.step.settledAt else { return ["errormsg": "No deposits match your request"] }
        let day = GatewayDate.day(last)
        let fundings: [JSONValue] = try Sums.byCurrency(settled).map { sums in
            [
                "fundingid": .string(day), "fundingmasterid": .string(day),
                "merchid": .string(account.merchant.rawValue),
                "netsales": .string(sums.sales), "totalfunding": .string(sums.total), "fundingdate": .string(day),
                "currency": .string(sums.currency.code), "adjustment": "0", "interchangefee": "0",
                "servicecharge": "0", "fee": "0", "reversal": "0", "otheradjustment": "0", "thirdparty": "0",
            ]
        }
        return [
            "merchid": .string(account.merchant.rawValue), "fundingdate": .string(day), "fundingmasterid": .string(day),
            "fundings": .array(fundings), "txns": .array(try settled.map { try Self.fundedTransaction($0, day) }),
        ]
    }

    private static func fundedTransaction(
        _ stepped: SteppedPayment, _ day: String
    ) throws -> JSONValue {
        let (payment, step) = (stepped.payment, stepped.step)
        let processor = try PaymentAnswer(payment).note.processor
        let isRefund = step.kind == .refund
        return [
            "fundingtxnid": .string(step.reference), "fundingid": .string(day),
            "retref": .string(isRefund ? step.reference : payment.reference),
            "parentretref": isRefund ? .string(payment.reference) : nil, "authcode": .text(payment.approvalCode),
            "authdate": .string(GatewayDate.day(payment.createdAt)), "batchid": .string(Batch.id(of: step.at)),
            "cardproc": .string(processor.rawValue), "cardbrand": .string(payment.scheme.rawValue),
            "cardnumber": .string("XXXXXXXXXXXX" + payment.lastFour), "date": .string(GatewayDate.day(step.at)),
            "amount": .string((isRefund ? "-" : "") + step.amount.majorUnits),
            "currency": .string(step.amount.currency.code), "type": .string(isRefund ? "REFUND" : "SALE"),
            "status": "Settled", "interchangeunitfee": "0", "interchangepercentfee": "0",
        ]
    }

    /// The captured amount, and the rest of it after refunds, in one currency.
    struct Sums {
        let currency: Currency
        let sales: String
        let total: String

        /// In the order of the currencies' codes.
        static func byCurrency(_ settled: [SteppedPayment]) throws -> [Sums] {
            try Dictionary(grouping: settled) { $0.step.amount.currency }
                .sorted { $0.key.code < $1.key.code }.map { try Sums($1, in: $0) }
        }

        init(_ settled: [SteppedPayment], in currency: Currency) throws {
            self.currency = currency
            var (sales, refunds) = (Money.zero(currency), Money.zero(currency))
            for stepped in settled {
                if stepped.step.kind == .refund {
                    refunds = try refunds + stepped.step.amount
                } else {
                    sales = try sales + stepped.step.amount
                }
            }
            self.sales = sales.majorUnits
            total = try (sales - refunds).majorUnits
        }
    }

    /// The captures and refunds of a report, and the end of its time, at which the next report without a date begins;
    /// nil if this one had a date.
    struct Settled {
        let steps: [SteppedPayment]
        let until: Date?
    }

    /// Reads the settled captures and refunds. A payment that was cleared late is in the report of the day on which it
    /// was.
    func settled(_ time: ReportTime, _ service: String, _ account: CardPointeAccount) async throws -> Settled {
        switch time {
        case .day(let day): return Settled(steps: try await steps(.taken(day), account), until: nil)
        case .batch(let day):
            // A capture or refund of a day is due at the end of that day or of the next one.
            let steps = try await steps(.due(day.lowerBound..<day.upperBound + 86_400), account)
            return Settled(steps: steps.filter { day.contains($0.step.at) }, until: nil)
        case .new:
            let merchant = SQLValue.text(account.merchant.rawValue)
            let until = try await payments.settledUntil(of: account.merchant)
            let before = try await database.read(CallerStatements.reported(merchant, .text(service))).first
            let start = max(before ?? .distantPast, clock.now() - Self.longest)
            let steps = try await steps(.taken(start..<max(start, until)), account)
            return Settled(steps: steps, until: max(start, until))
        }
    }

    /// Remembers that a report was made, so that the next one without a date goes on behind it.
    func remember(_ settled: Settled, _ service: String, _ account: CardPointeAccount) async throws {
        guard let until = settled.until else { return }
        _ = try await database.write(
            CallerStatements.report(.text(account.merchant.rawValue), .text(service), .timestamp(until)))
    }

    private func steps(_ time: SettlementTime, _ account: CardPointeAccount) async throws -> [SteppedPayment] {
        var steps: [SteppedPayment] = []
        while true {
            let page = try await payments.settledSteps(
                of: account.merchant, at: .cardPointe, time, behind: steps.last?.step, limit: Self.pageLimit)
            steps += page
            guard page.count == Self.pageLimit else { return steps }
            guard steps.count < Self.limit else {
                throw RequestError(
                    .fieldsNotAcceptable,
                    "The report has more than \(Self.limit) captures and refunds; ask for one date or batchid.")
            }
        }
    }
}
