import Foundation
import Identifiers
import Ledger
import Testing
import TestSupport

@testable import Payments

@Suite("Changes of a payment")
struct PaymentMachineTests {
    /// The columns: the payment before, as status and the amounts authorized, captured, refunded and voided; the part
    /// of the captures that is not cleared; the change; and either the payment after with its steps or the refusal. An
    /// exclamation mark shows a last capture.
    static let table = textTable("""
        CREATED                0   0   0   0 |   0 | approve 100       | AUTHORIZED 100 0 0 0     |
        CREATED                0   0   0   0 |   0 | approve 60        | AUTHORIZED 60 0 0 0      |
        CREATED                0   0   0   0 |   0 | decline           | DECLINED 0 0 0 0         |
        CREATED                0   0   0   0 |   0 | lose              | DECLINED 0 0 0 0         | VOID 100
        CREATED                0   0   0   0 |   0 | capture           | wrongStatus              |
        CREATED                0   0   0   0 |   0 | void              | wrongStatus              |
        CREATED                0   0   0   0 |   0 | refund            | wrongStatus              |
        CREATED                0   0   0   0 |   0 | expire            | wrongStatus              |
        CREATED                0   0   0   0 |   0 | authenticate      | wrongStatus              |
        PENDING_AUTHENTICATION 0   0   0   0 |   0 | authenticate      | CREATED 0 0 0 0          |
        PENDING_AUTHENTICATION 0   0   0   0 |   0 | decline           | DECLINED 0 0 0 0         |
        PENDING_AUTHENTICATION 0   0   0   0 |   0 | expire            | EXPIRED 0 0 0 0          |
        PENDING_AUTHENTICATION 0   0   0   0 |   0 | approve 100       | wrongStatus              |
        AUTHORIZED           100   0   0   0 |   0 | capture           | CAPTURED 100 100 0 0     | CAPTURE 100!
        AUTHORIZED           100   0   0   0 |   0 | capture 70        | CAPTURED 100 70 0 30     | CAPTURE 70!, VOID 30
        AUTHORIZED           100   0   0   0 |   0 | capture 70 more   | CAPTURED 100 70 0 0      | CAPTURE 70
        AUTHORIZED           100   0   0   0 |   0 | capture 100 more  | CAPTURED 100 100 0 0     | CAPTURE 100!
        AUTHORIZED           100   0   0   0 |   0 | capture 101       | moreThanAuthorized 100   |
        AUTHORIZED           100   0   0  40 |   0 | capture           | CAPTURED 100 60 0 40     | CAPTURE 60!
        AUTHORIZED           100   0   0  40 |   0 | capture 61        | moreThanAuthorized 60    |
        AUTHORIZED             0   0   0   0 |   0 | capture           | moreThanAuthorized 0     |
        AUTHORIZED           100   0   0   0 |   0 | capture 0         | amountNotAccepted 100    |
        AUTHORIZED           100   0   0   0 |   0 | void              | VOIDED 100 0 0 100       | VOID 100
        AUTHORIZED           100   0   0   0 |   0 | void 40           | AUTHORIZED 100 0 0 40    | VOID 40
        AUTHORIZED           100   0   0  40 |   0 | void 60           | VOIDED 100 0 0 100       | VOID 60
        AUTHORIZED           100   0   0  40 |   0 | void 61           | moreThanAuthorized 60    |
        AUTHORIZED           100   0   0   0 |   0 | refund            | wrongStatus              |
        AUTHORIZED           100   0   0   0 |   0 | expire            | EXPIRED 100 0 0 100      | VOID 100
        AUTHORIZED           100   0   0   0 |   0 | approve 100       | wrongStatus              |
        AUTHORIZED             0   0   0   0 |   0 | expire            | EXPIRED 0 0 0 0          |
        CAPTURED             100  50   0   0 |  50 | capture           | CAPTURED 100 100 0 0     | CAPTURE 50!
        CAPTURED             100  50   0   0 |  50 | capture 51        | moreThanAuthorized 50    |
        CAPTURED             100 100   0   0 | 100 | capture           | moreThanAuthorized 0     |
        CAPTURED             100 100   0   0 | 100 | void              | VOIDED 100 0 0 100       | VOID 100
        CAPTURED             100 100   0   0 | 100 | void 30           | CAPTURED 100 70 0 30     | VOID 30
        CAPTURED             100 100   0   0 |   0 | void              | alreadySettled           |
        CAPTURED             100  50   0   0 |   0 | void              | alreadySettled           |
        CAPTURED             100  50   0   0 |   0 | void 50           | CAPTURED 100 50 0 50     | VOID 50
        CAPTURED             100  50   0   0 |  50 | void 60           | CAPTURED 100 40 0 60     | VOID 60
        CAPTURED             100 100  10   0 | 100 | void 1            | alreadySettled           |
        CAPTURED             100  50  50   0 |   0 | void 50           | REFUNDED 100 50 50 50    | VOID 50
        CAPTURED             100 100   0   0 | 100 | refund            | REFUNDED 100 100 100 0   | REFUND 100
        CAPTURED             100 100   0   0 |   0 | refund 30         | CAPTURED 100 100 30 0    | REFUND 30
        CAPTURED             100 100  30   0 |   0 | refund 71         | moreThanCaptured 70      |
        CAPTURED             100 100  30   0 |   0 | refund            | REFUNDED 100 100 100 0   | REFUND 70
        CAPTURED             100  50   0   0 |   0 | refund            | CAPTURED 100 50 50 0     | REFUND 50
        CAPTURED             100  50  50   0 |   0 | refund            | moreThanCaptured 0       |
        CAPTURED             100  50   0   0 |   0 | expire            | CAPTURED 100 50 0 50     | VOID 50
        CAPTURED             100  50  50   0 |   0 | expire            | REFUNDED 100 50 50 50    | VOID 50
        DECLINED               0   0   0   0 |   0 | capture           | wrongStatus              |
        VOIDED               100   0   0 100 |   0 | void              | wrongStatus              |
        VOIDED               100   0   0 100 |   0 | capture           | wrongStatus              |
        REFUNDED             100 100 100   0 |   0 | refund            | wrongStatus              |
        EXPIRED              100   0   0 100 |   0 | capture           | wrongStatus              |
        """)

    @Test("Each change of the table has its result or its refusal", arguments: table)
    func life(row: [String]) throws {
        let before = try Self.payment(row[0])
        let withdrawable = PaymentsFixture.euros(try #require(Int64(row[1])))
        var outcome = (payment: "", steps: "")
        do throws(PaymentRefusal) {
            let change = try Self.change(before, row[2].split(separator: " ").map(String.init), withdrawable)
            let payment = change.payment
            let amounts = [payment.authorized, payment.captured, payment.refunded, payment.voided]
            outcome.payment = ([payment.status.rawValue] + amounts.map { String($0.minorUnits) })
                .joined(separator: " ")
            outcome.steps = change.steps.map { step in
                "\(step.kind.rawValue) \(step.amount.minorUnits)\(step.isFinal ? "!" : "")"
            }.joined(separator: ", ")
            #expect(
                (before.captured.minorUnits - change.withdrawn.minorUnits) <= payment.captured.minorUnits,
                "It withdraws exactly what is not captured any more.")
        } catch {
            outcome = (Self.text(error), "")
        }
        #expect(outcome.payment == row[3])
        #expect(outcome.steps == (row.count > 4 ? row[4] : ""))
    }

    @Test("These tests have every transition of the table, and no other occurs")
    func transitions() throws {
        var seen: Set<PaymentTransition> = []
        for row in Self.table {
            let before = try Self.payment(row[0])
            let words = row[2].split(separator: " ").map(String.init)
            guard let after = PaymentStatus(rawValue: String(row[3].prefix { $0 != " " })),
                let occasion = Self.occasions[words[0]]
            else { continue }
            seen.insert(PaymentTransition(from: before.status, occasion: occasion, to: after))
        }
        #expect(seen == Set(PaymentTransition.table))
        #expect(Set(PaymentTransition.table).count == PaymentTransition.table.count)
    }

    private static let occasions: [String: PaymentTransition.Occasion] = [
        "approve": .approval, "decline": .decline, "lose": .lostAnswer, "authenticate": .authentication,
        "capture": .capture, "void": .void, "refund": .refund, "expire": .expiry,
    ]

    private static func payment(_ text: String) throws -> Payment {
        let words = text.split(separator: " ").map(String.init)
        let amounts = words.dropFirst().compactMap { Int64($0) }.map(PaymentsFixture.euros)
        return Payment(
            id: PaymentID(rawValue: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, reference: "000000000001",
            externalReference: nil, nonce: nil, amount: PaymentsFixture.euros(100), authorized: amounts[0],
            captured: amounts[1], refunded: amounts[2], voided: amounts[3],
            status: try #require(PaymentStatus(rawValue: words[0])), declineReason: nil, approvalCode: nil, wallet: nil,
            lastFour: "1111", scheme: .visa, capturesAtOnce: false, canApproveInPart: true,
            createdAt: PaymentsFixture.start, authorizedAt: nil, capturedAt: nil, settledAt: nil, expiresAt: nil,
            metadata: nil, isTrial: false, capturedBy: nil, stepCount: 0)
    }

    private static func change(
        _ payment: Payment, _ words: [String], _ withdrawable: Money
    ) throws(PaymentRefusal) -> PaymentChange {
        let amount = words.count > 1 ? Int64(words[1]).map(PaymentsFixture.euros) : nil
        let now = PaymentsFixture.start
        switch words[0] {
        case "approve":
            return PaymentChange(try payment.approved(amount ?? payment.amount, code: "A", at: now, until: now + 1))
        case "decline": return PaymentChange(try payment.declined(.doNotHonor))
        case "lose": return try payment.withoutAnswer()
        case "authenticate": return PaymentChange(try payment.authenticated(.authenticated))
        case "capture": return try payment.capturing(amount, isFinal: words.last != "more", at: now)
        case "void": return try payment.voiding(amount, withdrawable: withdrawable)
        case "refund": return try payment.refunding(amount)
        default: return try payment.expiring()
        }
    }

    private static func text(_ refusal: PaymentRefusal) -> String {
        switch refusal {
        case .wrongStatus: "wrongStatus"
        case .moreThanAuthorized(let left): "moreThanAuthorized \(left.minorUnits)"
        case .moreThanCaptured(let left): "moreThanCaptured \(left.minorUnits)"
        case .amountNotAccepted(let limit): "amountNotAccepted \(limit.minorUnits)"
        case .alreadySettled: "alreadySettled"
        default: "\(refusal)"
        }
    }
}
