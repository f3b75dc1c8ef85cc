import Authorizing
import Foundation
import Issuing
import TestSupport

/// A random history of one account. It draws messages, and has the answers of a model of the issuer.
///
/// The same seed draws the same messages, independently of the service's answers.
package struct PaymentHistory: Sendable {
    package private(set) var model = PlainIssuer()
    /// The codes that the model has answered so far.
    package private(set) var codes: Set<String> = []
    private var numbers: SeededNumbers
    private let name: String
    private var sent: [PlainIssuer.PlainMessage] = []

    /// - Parameter name: the prefix of references and lifecycles, which a network makes unique for all cards.
    package init(seed: UInt64, name: String = "") {
        (numbers, self.name) = (SeededNumbers(seed: seed), name)
    }

    /// The lifecycle of the latest message; nil before the first one.
    package var lifecycle: String? { sent.last?.lifecycle }

    package mutating func below(_ limit: Int) -> Int { numbers.below(limit) }

    /// Puts money on the account, and returns the amount.
    package mutating func load() -> Int64 {
        let amount = Int64(numbers.below(6000) + 1)
        model.load(amount)
        return amount
    }

    package mutating func expire(at now: Date) { model.expire(at: now) }

    /// The next message, and the code that it must get.
    package mutating func message(at now: Date) -> (message: PlainIssuer.PlainMessage, code: String) {
        let message = draw()
        sent.append(message)
        let code = model.answer(message, at: now)
        codes.insert(code)
        return (message, code)
    }

    /// A new message, a repeated earlier one, or another message with an earlier one's reference. Some payments begin
    /// with their last message.
    private mutating func draw() -> PlainIssuer.PlainMessage {
        if !sent.isEmpty, numbers.below(12) == 0 {
            var again = sent[numbers.below(sent.count)]
            if numbers.below(4) == 0 { again.amount += 1 }
            return again
        }
        let kinds = MessageKind.allCases + [.authorization, .authorization, .clearing, .clearing]
        let kind = kinds[numbers.below(kinds.count)]
        let isFree = kind == .balanceInquiry || kind == .accountVerification
        return PlainIssuer.PlainMessage(
            reference: "\(name)R\(sent.count)", kind: kind, lifecycle: lifecycle(for: kind),
            amount: isFree ? 0 : Int64(numbers.below(2500) + 1), isLast: numbers.below(2) == 0,
            canApproveInPart: numbers.below(4) == 0)
    }

    private mutating func lifecycle(for kind: MessageKind) -> String {
        let begins: [MessageKind] = [
            .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification,
        ]
        let known = Array(sent.map(\.lifecycle).suffix(40))
        let isNew = begins.contains(kind) || known.isEmpty || numbers.below(15) == 0
        let lifecycle = isNew ? "\(name)L\(sent.count)" : known[numbers.below(known.count)]
        // Some messages arrive after their reversal.
        guard begins.contains(kind), numbers.below(6) == 0,
            let early = sent.last(where: { $0.kind == .reversal && model.authorizations[$0.lifecycle] == nil })
        else { return lifecycle }
        return early.lifecycle
    }

    /// The model's authorizations with all stored values, one text for each.
    ///
    /// - Parameter lifecycle: nil for all.
    package func authorizations(of lifecycle: String? = nil) -> [String] {
        let wanted = model.authorizations.filter { lifecycle == nil || $0.key == lifecycle }
        return wanted.flatMap { lifecycle, list in list.map { "\(lifecycle) \($0.summary)" } }.sorted()
    }

    /// Selects the same texts of a customer, the first parameter. The second one is a lifecycle, or null for all.
    package static let storedAuthorizations = """
        SELECT concat_ws(' ', lifecycle, status, CASE WHEN is_refund THEN 'true' ELSE 'false' END, approved, reversed,
                         released, cleared, refunded)
        FROM issuing."authorization"
        WHERE customer_id = $1 AND ($2::text IS NULL OR lifecycle = $2)
        """
}

extension PlainIssuer.PlainAuthorization {
    fileprivate var summary: String {
        "\(status) \(isRefund) \(approved) \(reversed) \(released) \(cleared) \(refunded)"
    }
}

extension NetworkMessage {
    /// Makes it the message of a history.
    package mutating func fill(with message: PlainIssuer.PlainMessage) {
        fields.kind = .value(message.kind)
        fields.lifecycle = Sent(message.lifecycle)
        fields.amount = message.amount
        fields.isLast = message.isLast
        fields.canApproveInPart = message.canApproveInPart
    }
}
