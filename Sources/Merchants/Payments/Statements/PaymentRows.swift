import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

// How the values of payments are bound to statements and read from rows.

/// A payment with the further data that a decision and the issuer need. In a transaction that has read it, its row is
/// locked.
struct HeldPayment: Sendable {
    let payment: Payment
    let instrument: SealedSecret
    let merchant: Merchant
}

/// A step that the issuer does not know yet, claimed by this server.
struct UnsentStep: Sendable {
    let held: HeldPayment
    let step: PaymentStep
    /// Less than the step's, if a part was taken back.
    let amount: Money
    /// Counts this attempt.
    let attempts: Int
}

extension SQLValue {
    static func payment(_ id: PaymentID) -> SQLValue { .uuid(id.rawValue) }
    static func payments(_ ids: [PaymentID]) -> SQLValue { .uuidArray(ids.map(\.rawValue)) }
    static func merchant(_ id: MerchantID) -> SQLValue { .text(id.rawValue) }
    static func gateway(_ gateway: Gateway) -> SQLValue { .text(gateway.name) }
}

extension Row {
    static let paymentColumns = """
        p.payment_id, p.merchant_id, p.gateway, p.reference, p.external_reference, p.nonce, p.currency, p.amount,
        p.authorized, p.captured, p.refunded, p.voided, p.status, p.decline_reason, p.approval_code, p.wallet,
        p.last_four, p.scheme, p.captures_at_once, p.can_approve_in_part, p.created_at, p.authorized_at, p.captured_at,
        p.settled_at, p.expires_at, p.metadata, p.is_trial, p.captured_by, p.step_count, p.authentication, p.eci
        """

    static let stepColumns = """
        s.payment_id, s.step_number, s.kind, s.reference, s.currency, s.amount, s.nonce, s.is_final, s.made_at,
        s.settles_at, s.settled_at, s.external_reference, s.metadata
        """

    /// Of `merchants.merchant m`, for ``merchant()``. A gateway that reads who calls reads the merchant with it.
    package static let merchantColumns = "m.merchant_id, m.name, m.category, m.country, m.city, m.currency, m.day_ends"

    static let heldColumns = "\(paymentColumns), p.sealed_instrument, p.instrument_key_version, \(merchantColumns)"

    mutating func payment() throws(PostgresFailure) -> Payment {
        let (id, merchant) = (try id("payment_id", PaymentID.self), try merchantID())
        let (gateway, reference) = (try gateway(), try text("reference"))
        let (externalReference, nonce) = (try optionalText("external_reference"), try optionalText("nonce"))
        let currency = try text("currency", as: Currency.self)
        return Payment(
            id: id, merchant: merchant, gateway: gateway, reference: reference, externalReference: externalReference,
            nonce: nonce, amount: try money("amount", in: currency), authorized: try money("authorized", in: currency),
            captured: try money("captured", in: currency), refunded: try money("refunded", in: currency),
            voided: try money("voided", in: currency),
            status: try text("status", as: PaymentStatus.self),
            declineReason: try optionalText("decline_reason", as: DeclineReason.self),
            approvalCode: try optionalText("approval_code"), wallet: try optionalText("wallet", as: WalletKind.self),
            lastFour: try text("last_four"),
            scheme: try text("scheme", as: CardScheme.self), capturesAtOnce: try boolean("captures_at_once"),
            canApproveInPart: try boolean("can_approve_in_part"),
            createdAt: try timestamp("created_at"), authorizedAt: try optionalTimestamp("authorized_at"),
            capturedAt: try optionalTimestamp("captured_at"),
            settledAt: try optionalTimestamp("settled_at"), expiresAt: try optionalTimestamp("expires_at"),
            metadata: try optionalText("metadata"),
            isTrial: try boolean("is_trial"), capturedBy: try optionalTimestamp("captured_by"),
            stepCount: try integer("step_count", in: 0...Int(Int32.max)),
            authentication: try optionalText("authentication", as: PaymentAuthentication.self),
            eci: try optionalText("eci"))
    }

    mutating func step() throws(PostgresFailure) -> PaymentStep {
        let payment = try id("payment_id", PaymentID.self)
        let number = try integer("step_number", in: 1...Int(Int32.max))
        let (kind, reference) = (try text("kind", as: PaymentStep.Kind.self), try text("reference"))
        let currency = try text("currency", as: Currency.self)
        return PaymentStep(
            payment: payment, number: number, kind: kind, reference: reference,
            amount: try money("amount", in: currency),
            nonce: try optionalText("nonce"), isFinal: try boolean("is_final"), at: try timestamp("made_at"),
            settlesAt: try optionalTimestamp("settles_at"), settledAt: try optionalTimestamp("settled_at"),
            externalReference: try optionalText("external_reference"), metadata: try optionalText("metadata"))
    }

    package mutating func merchant() throws(PostgresFailure) -> Merchant {
        let merchant = Merchant(
            id: try merchantID(), name: try text("name"), category: try integer("category"),
            country: try text("country"),
            city: try text("city"), currency: try text("currency", as: Currency.self), dayEnds: try integer("day_ends"))
        guard let merchant else { throw unexpected("finds a merchant that has a value out of its range") }
        return merchant
    }

    mutating func held() throws(PostgresFailure) -> HeldPayment {
        HeldPayment(payment: try payment(), instrument: try sealedInstrument(), merchant: try merchant())
    }

    mutating func merchantID() throws(PostgresFailure) -> MerchantID {
        guard let id = MerchantID(try text("merchant_id")) else { throw unexpected("finds no merchant's id") }
        return id
    }

    mutating func gateway() throws(PostgresFailure) -> Gateway { Gateway(stored: try text("gateway")) }

    mutating func sealedInstrument() throws(PostgresFailure) -> SealedSecret {
        try sealedSecret("sealed_instrument", keyVersion: "instrument_key_version")
    }

    mutating func sealedSecret(
        _ bytes: StaticString, keyVersion: StaticString
    ) throws(PostgresFailure) -> SealedSecret {
        SealedSecret(bytes: try self.bytes(bytes), keyVersion: try integer(keyVersion))
    }
}
