import Foundation
import Identifiers
import Postgres
import Validation

extension Payments {
    /// Every statement of payments, for the tests that prepare each one and read its plan.
    public static var statements: [AnyStatement] {
        PaymentStatements.all + StepStatements.all + SendingStatements.all + FindStatements.all
            + MerchantKeyStatements.all
    }

    /// Adds a merchant, or replaces its data.
    public func add(_ merchant: Merchant) async throws(PaymentFailure) {
        _ = try await writing(Self.adding(merchant))
    }

    /// The query that does so, for a caller's transaction. It locks the merchant.
    package static func adding(_ merchant: Merchant) -> Query<Void> { PaymentStatements.keep(merchant) }

    public func merchant(_ id: MerchantID) async throws(PaymentFailure) -> Merchant? {
        try await reading(PaymentStatements.merchant(.merchant(id))).first
    }

    /// The first merchants by their numbers.
    public func merchants(limit: Int32) async throws(PaymentFailure) -> [Merchant] {
        try await reading(PaymentStatements.merchants(.integer(limit)))
    }

    public func payment(_ id: PaymentID) async throws(PaymentFailure) -> Payment? {
        try await reading(FindStatements.byID(.payment(id))).first
    }

    /// The instrument that a payment is charged to, without security code and cryptogram; nil if there is no such
    /// payment.
    public func instrument(of id: PaymentID) async throws(PaymentFailure) -> PaymentInstrument? {
        try await instruments(of: [id])[id]
    }

    /// The same for a list of payments, in one query.
    public func instruments(of ids: [PaymentID]) async throws(PaymentFailure) -> [PaymentID: PaymentInstrument] {
        var found: [PaymentID: PaymentInstrument] = [:]
        for (id, sealed) in try await reading(FindStatements.instruments(.payments(ids))) {
            found[id] = try open(sealed, of: id).withoutSensitiveData
        }
        return found
    }

    /// The payment with a reference of its own. A step's reference finds none; see ``step(reference:)``.
    public func payment(reference: String) async throws(PaymentFailure) -> Payment? {
        try await reading(FindStatements.byReference(.text(reference))).first
    }

    /// The capture, void or refund with a reference, and its payment.
    public func step(reference: String) async throws(PaymentFailure) -> SteppedPayment? {
        try await reading(FindStatements.stepByReference(.text(reference))).first
    }

    /// The steps of a payment, the oldest first; none if there is no such payment.
    public func steps(of id: PaymentID) async throws(PaymentFailure) -> [PaymentStep] {
        try await steps(of: [id])[id] ?? []
    }

    /// The same for a list of payments, in one query. A payment without steps is absent.
    public func steps(of ids: [PaymentID]) async throws(PaymentFailure) -> [PaymentID: [PaymentStep]] {
        Dictionary(grouping: try await reading(FindStatements.steps(.payments(ids))), by: \.payment)
    }

    /// Payments of a merchant at a gateway, the newest first.
    public func payments(_ filter: PaymentFilter) async throws(PaymentFailure) -> [Payment] {
        try await filter.selection.isImpossible ? [] : reading(FindStatements.list(filter))
    }

    /// The newest payments at a gateway under each of several external references, in one query.
    ///
    /// - Parameter limit: for each of the references; clamped to ``PaymentFilter/limits``.
    public func payments(
        under references: [(merchant: MerchantID, reference: String)], at gateway: Gateway, limit: Int
    ) async throws(PaymentFailure) -> [Payment] {
        guard !references.isEmpty else { return [] }
        let limit = min(max(limit, PaymentFilter.limits.lowerBound), PaymentFilter.limits.upperBound)
        return try await reading(
            FindStatements.ofReferences(
                .textArray(references.map(\.merchant.rawValue)), .textArray(references.map(\.reference)),
                .gateway(gateway), .bigint(Int64(limit))))
    }

    /// Captures and refunds of a merchant at a gateway that the clearing house has taken, the oldest first.
    ///
    /// - Parameters:
    ///   - last: the list continues behind this one; nil begins it.
    ///   - limit: clamped to ``PaymentFilter/limits``.
    public func settledSteps(
        of merchant: MerchantID, at gateway: Gateway, _ time: SettlementTime, behind last: PaymentStep? = nil,
        limit: Int
    ) async throws(PaymentFailure) -> [SteppedPayment] {
        let limit = min(max(limit, PaymentFilter.limits.lowerBound), PaymentFilter.limits.upperBound)
        return try await reading(FindStatements.settled(merchant, at: gateway, time, behind: last, limit: limit))
    }

    /// The time up to which the list of a merchant's captures and refunds is complete. While one is due and not yet
    /// settled, it may still appear with a time before now.
    public func settledUntil(of merchant: MerchantID) async throws(PaymentFailure) -> Date {
        let now = clock.now()
        let isClearing = try await reading(SendingStatements.isClearing(.merchant(merchant), .timestamp(now))).first
        return isClearing == true ? now - times.leaseSeconds : now + 0.001
    }

    func reading<Output>(_ query: Query<Output>) async throws(PaymentFailure) -> [Output] {
        try await translating(PaymentFailure.init) { () async throws(PostgresFailure) in
            try await database.read(query)
        }
    }

    func writing<Output>(_ query: Query<Output>) async throws(PaymentFailure) -> [Output] {
        try await translating(PaymentFailure.init) { () async throws(PostgresFailure) in
            try await database.write(query)
        }
    }
}
