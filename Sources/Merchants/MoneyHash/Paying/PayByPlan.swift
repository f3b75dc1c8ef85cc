import CardSecrets
import Foundation
import Gateways
import HTTPContract
import Ledger
import Payments
import Postgres

/// A plan by which a bank takes an amount from its customer: in equal parts, without interest. The merchant gets the
/// whole amount at once.
struct InstallmentPlan: Hashable, Sendable {
    let months: Int

    static let all = [3, 6, 12].map { InstallmentPlan(months: $0) }

    var id: String { ShortID.of("plan", String(months)) }

    /// As `state_details` and transactions have it.
    func json(of amount: Money) -> JSONValue {
        // A part is rounded up: the first parts are the larger ones, so no rest is left after the last.
        let part = Money(
            minorUnits: (amount.minorUnits + Int64(months) - 1) / Int64(months), currency: amount.currency)
        return [
            "id": .string(id), "installment_period": .number(String(months)),
            "amount": [
                "value": .string(part.majorUnits + part.currency.code), "currency": .string(part.currency.code),
                "formatted": part.number,
            ],
            "interest_rate": .null, "upfront_fees": .null, "issuer_code": .null,
        ]
    }
}

/// The form of the request with the plan that the customer has chosen.
enum PlanForm {
    static let form = RequestForm(
        name: "MoneyHashPlan",
        members: [
            RequestMember(
                "plan_id", .text(limit: 64), isRequired: true, example: "ePgw3gN",
                "One of the plans in state_details."),
            RequestMember(
                "issuer_code", .text(limit: 64), isNullable: true, example: "TESSERA", "Of the plan, if it has one."),
            SecurityCode.member,
        ])
}

extension MoneyHash {
    /// How long a card is kept while its customer chooses a plan.
    private static let choiceSeconds = 15.0 * 60

    /// Keeps a card, sealed and without its security code, until the customer has chosen a plan.
    func keep(_ instrument: PaymentInstrument, for found: FoundIntent) async throws -> FoundIntent {
        let intent = found.intent
        try found.state(at: clock.now()).require(.card)
        let sealed = vault.seal(instrument.kept(withCryptogram: false), at: Self.place(of: intent))
        let kept = try await database.write(
            IntentStatements.keepCard(
                .text(intent.id), .integer(intent.attempt), .text(intent.method?.rawValue), .bytes(sealed.bytes),
                .integer(sealed.keyVersion), .timestamp(clock.now() + Self.choiceSeconds), .timestamp(clock.realNow())))
        let current = try await self.intent(intent.id)
        guard !kept.isEmpty else { throw busy(current, .card) }
        return current
    }

    /// Charges the kept card. The security code comes with the plan, because it may not be stored.
    func submitPlan(_ members: RequestMembers, for found: FoundIntent) async throws -> FoundIntent {
        let state = found.state(at: clock.now())
        try state.require(.payment)
        guard state == .installmentPlans, let kept = found.keptCard(at: clock.now()) else {
            throw MoneyHashError.invalid(
                "intent", "The intent's state is \(state.rawValue); send a card for BANK_INSTALLMENTS first.")
        }
        var sent = members
        let plan = sent.text("plan_id").flatMap { id in InstallmentPlan.all.first { $0.id == id } }
        if let name = sent.text("plan_id"), plan == nil { sent.report("plan_id", FieldProblem.notAChoice(name)) }
        let code = SecurityCode.read(&sent)
        try sent.check()
        let opened = try vault.open(kept.sealed, at: Self.place(of: found.intent))
        guard let card = PaymentInstrument(kept: opened) else {
            throw PaymentFailure.damaged("the card of intent \(found.intent.id)")
        }
        let instrument = PaymentInstrument(pan: card.pan, expiry: card.expiry, kind: .card(cvv2: code))
        return try await pay(found) { _ in Charge(instrument: instrument, plan: plan) }
    }

    private static func place(of intent: Intent) -> String {
        "merchants.moneyhash_intent.sealed_instrument \(intent.id) \(intent.attempt)"
    }
}
