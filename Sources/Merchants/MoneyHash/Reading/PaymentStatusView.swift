import HTTPContract
import Ledger
import Payments

/// Where an intent's money is: a word, and how much of it is left for what.
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
