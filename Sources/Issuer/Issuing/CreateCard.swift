import Cards
import CardSecrets
import Ledger
import Postgres
import Validation

extension Issuing {
    /// Issues a card of a program to a customer who is eligible for it and has cards of it left.
    ///
    /// The application is checked against this customer and this program, and all errors are returned at once. The row
    /// that counts the customer's cards enforces the limit, even if many requests arrive at once.
    ///
    /// An invalid application is refused before the customer has to authenticate: the corrected application is another
    /// request and needs another event.
    ///
    /// - Parameter pin: the PIN whose form is in the application; used only if the application is accepted.
    public func createCard(
        _ application: Draft<CardApplication>, pin: PIN?, evidence: AuthenticationEvidence,
        request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(
            application, pin: pin, lookup: CustomerStatements.find(.id(evidence.customer)),
            evidence: evidence, request: request)
    }

    /// Does the same for a business, by the same rules.
    public func createCard(
        _ application: Draft<CardApplication>, pin: PIN?, for customer: NamedCustomer, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await createCard(
            application, pin: pin, lookup: customer.lookup, evidence: .vouched(for: customer.unproven),
            request: request)
    }

    private func createCard(
        _ application: Draft<CardApplication>, pin: PIN?, lookup: Query<Customer>, evidence: AuthenticationEvidence,
        request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        let customer = evidence.customer
        return try await drawingAgain { () async throws(IssuingFailure) in
            try await database.transaction { tx throws(IssuingFailure) in
                let now = clock.now()
                let gate = gate(evidence)
                let (claimed, found, policies, events, devices, customers, offered, accounts) = try tx.run(
                    request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device,
                    lookup, ProgramStatements.offeredByName(.id(customer), .text(application.value.programName)),
                    AccountStatements.choose(of: AccountHolder(customer), in: application.value.currency))
                guard let person = customers.first else { throw .refused(.customer(.notFound)) }
                if let earlier = try request.earlierAnswer(claimed: claimed, found: found) {
                    return .before(earlier)
                }
                var eligible = Self.eligible(offered, person)
                if eligible.isEmpty {
                    // The refusal names every program that would be accepted.
                    eligible = Self.eligible(try tx.run(ProgramStatements.offered(.id(customer))), person)
                }
                let (order, allowableCards) = try Self.order(application, pin: pin, of: person, among: eligible)
                let passage = try gate.pass((policies, events, devices), in: tx)
                guard allowableCards != 0 else { throw .refused(.application(.cardLimitExceeded)) }
                let account = try IssuingFailure.requiring(accounts.first, "the number of an account")
                let new = try NewCard(order, account: account.id, by: self)
                let answer = request.answer(new.card)
                // A bulk order counts before it opens accounts, too, so that the two never wait for each other.
                _ = try tx.commit(
                    CardStatements.countIssued(
                        .id(customer), .text(order.program.name),
                        .integer(order.program.cardsPerCustomer)),
                    account.isOpen
                        ? nil
                        : AccountStatements.open(
                            account.id, of: AccountHolder(customer), in: order.currency, at: now),
                    CardStatements.claimPAN(of: new), CardStatements.release(new.panHashes.others),
                    CardStatements.issue(new), recordingPIN(of: new),
                    passage.use, request.keep(answer, for: customer, at: now))
                tell(passage)
                return .now(new.card, answer)
            }
        }
    }

    private static func eligible(_ offered: [ProgramStatements.Offered], _ customer: Customer) -> [EligibleProgram] {
        offered.compactMap { EligibleProgram($0.program, for: customer, issuedCards: $0.issuedCards) }
    }

    /// The order that follows from a valid application, and how many such cards the customer may still have.
    private static func order(
        _ application: Draft<CardApplication>, pin: PIN?, of customer: Customer, among eligible: [EligibleProgram]
    ) throws(IssuingFailure) -> (order: NewCard.Order, allowableCards: Int) {
        let errors = application.errors(for: customer, eligible: eligible)
        let chosen = eligible.first { $0.program.name == application.value.programName }
        guard errors.isEmpty, let chosen,
            let order = NewCard.Order(application.value, pin: pin, for: customer, of: chosen.program)
        else { throw .refused(.invalidFields(errors)) }
        return (order, chosen.allowableCards)
    }
}
