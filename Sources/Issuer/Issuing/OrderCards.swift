import Cards
import CardSecrets
import Foundation
import Postgres
import Validation

extension Issuing {
    /// Accepts an order for cards of many customers if all entries are valid. The cards are issued later, in
    /// ``workOnBulkOrders(telling:)``.
    ///
    /// - Parameter pins: the PINs whose forms are in the applications, in the same order.
    public func orderCards(
        _ applications: Draft<BulkApplication>, pins: [PIN?], for brand: String, request: IdempotentRequest<BulkOrder>
    ) async throws(IssuingFailure) -> Answered<BulkOrder> {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, unfinished) = try tx.run(
                request.claim(brand), request.find(brand, at: now), BulkOrderStatements.unfinished(.text(brand)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            let errors = applications.errors(among: try applicants(for: applications.value, of: brand, in: tx))
            guard errors.isEmpty else { throw .refused(.invalidFields(errors)) }
            guard unfinished.allSatisfy({ $0 < BulkOrder.maximumUnfinished }) else {
                throw .refused(.bulkOrder(.tooMany))
            }
            let order = BulkOrder(
                id: entropy.id(), status: .accepted,
                numberOfCards: applications.value.entries.count, createdAt: now)
            let sealed = KeptApplications(applications.value, pins: pins).sealed(for: order.id, by: vault)
            let answer = request.answer(order)
            _ = try tx.commit(
                BulkOrderStatements.accept(order, of: brand, sealed), request.keep(answer, for: brand, at: now))
            return .now(order, answer)
        }
    }

    /// An order with its present status. An order of another brand is not found, as if it did not exist.
    public func bulkOrder(_ id: BulkOrderID, of brand: String) async throws(IssuingFailure) -> BulkOrder {
        let found = try await reading(BulkOrderStatements.find(.id(id), .text(brand)))
        guard let order = found.first else { throw .refused(.bulkOrder(.notFound)) }
        return order
    }

    /// All named customers who belong to the brand, with the programs that each is eligible for now.
    func applicants(
        for applications: BulkApplication, of brand: String, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> [CustomerID: BulkApplication.Applicant] {
        let ids = SQLValue.ids(Array(applications.customers))
        let (customers, programs, issued) = try tx.run(
            CustomerStatements.findManyInBrand(ids, .text(brand)), ProgramStatements.ofBrand(.text(brand)),
            ProgramStatements.issuedToMany(ids))
        var counts: [CustomerID: [String: Int]] = [:]
        for issued in issued { counts[issued.customer, default: [:]][issued.program] = issued.cards }
        let applicants = customers.map { customer in
            BulkApplication.Applicant(
                customer: customer,
                eligible: programs.compactMap {
                    EligibleProgram($0, for: customer, issuedCards: counts[customer.id]?[$0.name] ?? 0)
                })
        }
        return Dictionary(applicants.map { ($0.customer.id, $0) }) { first, _ in first }
    }
}

/// The form in which an order is stored until the service works on it. All of it is secret, because it contains PINs.
struct KeptApplications: Codable {
    private let entries: [BulkApplication.Entry]
    private let pins: [String?]

    init(_ applications: BulkApplication, pins: [PIN?]) {
        precondition(pins.count == applications.entries.count, "Every application has its place among the PINs.")
        entries = applications.entries
        self.pins = pins.map { $0?.reveal { $0 } }
    }

    var applications: BulkApplication { BulkApplication(entries) }

    func pin(at index: Int) -> PIN? { pins[index].flatMap { PIN($0) } }

    func sealed(for order: BulkOrderID, by vault: CardVault) -> SealedSecret {
        guard let json = try? JSONEncoder().encode(self) else {
            preconditionFailure("Texts, numbers and truths can be encoded.")
        }
        return vault.seal(Secret(Array(json)), at: BulkOrderStatements.place(of: order))
    }

    /// - Throws: `damaged` if the opened contents are not applications with a PIN, or none, for each.
    init(opening sealed: SealedSecret, of order: BulkOrderID, by vault: CardVault) throws(IssuingFailure) {
        let json = try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.open(sealed, at: BulkOrderStatements.place(of: order)).withBytes { Data($0) }
        }
        guard let kept = try? JSONDecoder().decode(KeptApplications.self, from: json),
            !kept.entries.isEmpty, kept.entries.count == kept.pins.count,
            kept.pins.allSatisfy({ $0.map { PIN($0) != nil } ?? true })
        else { throw .damaged("what bulk order \(order) was kept as") }
        self = kept
    }
}
