import HTTPContract
import Ledger
import Payments

/// The state of an intent's money: a word, the amounts of each step so far, and those that are still available.
enum PaymentStatusView {
    static func json(of payment: Payment?, in currency: Currency) -> JSONValue {
        func amount(_ part: (Payment) -> Money) -> JSONValue {
            .string((payment.map(part) ?? .zero(currency)).majorUnits)
        }
        return [
            "status": .string(PaymentWord(payment).rawValue),
            "balances": [
                "total_authorized": amount(\.authorized), "total_voided": amount(\.voided),
                "available_to_void": amount(\.left), "total_captured": amount(\.captured),
                "available_to_capture": amount(\.left), "total_refunded": amount(\.refunded),
                "available_to_refund": amount(\.leftToRefund),
            ],
        ]
    }
}
