/// One allowed change of a payment's status. Everything that no row allows is refused.
public struct PaymentTransition: Hashable, Sendable {
    public enum Occasion: String, CaseIterable, Sendable {
        case approval, decline, lostAnswer, authentication, capture, void, refund, expiry
    }

    public let from: PaymentStatus
    public let occasion: Occasion
    public let to: PaymentStatus

    /// The whole life of a payment. Where an occasion leads to two statuses, the amounts decide: a payment stays where
    /// it is until nothing of it is left.
    public static let table: [PaymentTransition] = [
        row(.created, .approval, .authorized),
        row(.created, .decline, .declined),
        row(.created, .lostAnswer, .declined),
        row(.pendingAuthentication, .authentication, .created),
        row(.pendingAuthentication, .decline, .declined),
        row(.pendingAuthentication, .expiry, .expired),
        row(.authorized, .capture, .captured),
        row(.authorized, .void, .authorized),
        row(.authorized, .void, .voided),
        row(.authorized, .expiry, .expired),
        row(.captured, .capture, .captured),
        row(.captured, .void, .captured),
        row(.captured, .void, .voided),
        row(.captured, .void, .refunded),
        row(.captured, .refund, .captured),
        row(.captured, .refund, .refunded),
        row(.captured, .expiry, .captured),
        row(.captured, .expiry, .refunded),
    ]

    /// The statuses in which an occasion may happen, in the order of the table.
    public static func statuses(allowing occasion: Occasion) -> [PaymentStatus] {
        PaymentStatus.allCases.filter { status in
            table.contains { $0.from == status && $0.occasion == occasion }
        }
    }

    static func allows(_ from: PaymentStatus, _ occasion: Occasion, _ to: PaymentStatus) -> Bool {
        table.contains(row(from, occasion, to))
    }

    private static func row(_ from: PaymentStatus, _ occasion: Occasion, _ to: PaymentStatus) -> PaymentTransition {
        PaymentTransition(from: from, occasion: occasion, to: to)
    }
}
