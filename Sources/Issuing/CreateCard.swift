import Cards
import Postgres
import WalletCrypto

extension Issuing {
    /// Issues a card of a program to a customer who is eligible for it and has cards of it left.
    ///
    /// What the application lacks is judged against this customer and this program, and answered all at once. The
    /// number of cards left is counted by the row that holds it, so any number of requests at once get no more than
    /// that.
    ///
    /// - Parameter pin: in the application's words `cardPin`; ignored unless the application is accepted.
    public func createCard(
        _ application: CardApplication, pin: PIN?, for customer: CustomerID, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(
            application, pin: pin, for: customer, lookup: CustomerStatements.find(.bigint(customer.rawValue)),
            request: request)
    }

    /// The same for a business, by the same rules.
    public func createCard(
        _ application: CardApplication, pin: PIN?, for customer: NamedCustomer, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(
            application, pin: pin, for: customer.unproven, lookup: customer.lookup, request: request)
    }

    private func createCard(
        _ application: CardApplication, pin: PIN?, for customer: CustomerID, lookup: Query<Customer>,
        request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await drawingNumbers { () async throws(IssuingFailure) in
            try await database.transaction { tx throws(IssuingFailure) in
                let now = clock.now()
                let (claimed, found, customers, offered) = try tx.run(
                    request.claim(customer), request.find(customer, at: now),
                    lookup, ProgramStatements.offered(.bigint(customer.rawValue)))
                guard let person = customers.first else { throw .refused(.customerNotFound) }
                if let earlier = try request.earlierAnswer(claimed: claimed, found: found) {
                    return .before(earlier)
                }
                let order = try Self.order(application, pin: pin, of: person, among: offered)
                let new = try NewCard(order, by: self)
                let answer = request.answer(new.card)
                _ = try tx.commit(
                    CardStatements.countIssued(
                        .bigint(customer.rawValue), .text(order.program.name),
                        .integer(Int32(order.program.cardsPerCustomer))),
                    CardStatements.claimPAN(
                        .bytes(new.panHash), .bigint(customer.rawValue), .uuid(new.card.id.rawValue)),
                    CardStatements.issue(new.card, pan: new.sealedPAN, pin: new.sealedPIN),
                    request.keep(answer, for: customer, at: now))
                return .now(new.card, answer)
            }
        }
    }

    private static func order(
        _ application: CardApplication, pin: PIN?, of customer: Customer, among offered: [ProgramStatements.Offered]
    ) throws(IssuingFailure) -> NewCard.Order {
        let eligible = offered.compactMap { EligibleProgram($0.program, for: customer, issuedCards: $0.issuedCards) }
        let violations = application.violations(for: customer, eligible: eligible)
        guard violations.isEmpty, let currency = application.currency,
            let chosen = eligible.first(where: { $0.program.name == application.programName })
        else { throw .refused(.invalidFields(violations)) }
        guard chosen.allowableCards > 0 else { throw .refused(.cardLimitExceeded) }
        return NewCard.Order(
            customer: customer.id, program: chosen.program, currency: currency,
            mobile: application.mobile ?? customer.mobile, deliveryAddress: application.deliveryAddress?.address,
            externalID: application.externalID, account: nil, pin: pin)
    }
}
