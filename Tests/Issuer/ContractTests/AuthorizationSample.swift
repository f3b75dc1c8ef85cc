import CardAPI
import Cards
import ContractTestSupport
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import Testing
import TestSupport
import Validation

@testable import Authorizing

/// An authorization that a test stores without a network: 12.34 EUR by chip in a café in Germany, approved.
struct AuthorizationSample {
    enum Outcome {
        case approved
        case declined(ResponseCode)
        /// The authorization of a refund.
        case refund
        /// An immediate payment, which makes a transaction.
        case paid
    }

    var outcome = Outcome.approved
    var message = MessageFields()
    /// Converts the merchant's currency to the account's.
    var rate: ExchangeRate?
    var tariff = Tariff.free
    /// Seconds from the time of the test's clock to the arrival of the message.
    var seconds = 0.0

    init() {
        message.kind = "AUTHORIZATION"
        message.amount = 1234
        message.currency = "EUR"
        message.category = "5812"
        message.country = "DE"
        message.merchantName = "Café"
        message.entryMode = "CHIP"
        message.cardPresence = "PRESENT"
    }

    /// Makes an id from a number. Different numbers make different ids.
    static func id(_ number: Int) throws -> UUID {
        try #require(UUID(spelled: "1fdc330b-5fa4-4cb9-b9d8-" + String(String(1_000_000_000_000 + number).suffix(12))))
    }
}

extension LiveService {
    /// Stores an authorization of a card, and returns its id.
    @discardableResult
    func authorize(
        _ card: CardBody, _ number: Int, _ change: (inout AuthorizationSample) throws -> Void = { _ in }
    ) async throws -> String {
        var sample = AuthorizationSample()
        sample.message.reference = "message-\(number)"
        sample.message.lifecycle = "payment-\(number)"
        sample.seconds = Double(number)
        try change(&sample)
        let (authorization, step) = try sample.authorization(of: card, number, at: fixture.issuing.clock.now())
        let (queries, issuing) = (try sample.queries(for: authorization, step), fixture.issuing)
        try await fixture.issuing.database.transaction { (tx: Transaction<IssuingFailure>) throws(IssuingFailure) in
            guard let journal = queries.journal else { return _ = try tx.commit(queries.begin) }
            let (_, tickets) = try tx.run(
                queries.lock, issuing.ticketForNewTransaction(of: authorization.holder))
            let (_, completed) = try tx.run(journal.post, journal.complete(tickets.first?.numbers()))
            _ = try tx.commit(queries.begin, issuing.telling(new: completed.first, tickets.first))
        }
        return authorization.id.rawValue.spelled
    }
}

extension AuthorizationSample {
    fileprivate func authorization(
        of card: CardBody, _ number: Int, at now: Date
    ) throws -> (authorization: Authorization, step: Step) {
        let request = try message.read()
        let currency = try #require(Currency(card.currency))
        let pricing = Pricing(currency: currency, rate: rate, tariff: tariff)
        let price = try? pricing.quote(request.amount, isWithdrawal: request.type == .atmWithdrawal)
        let step = try step(price, in: currency)
        let authorization = Authorization(
            id: AuthorizationID(rawValue: try Self.id(number)),
            holder: try #require(AccountHolder(card.customerId)),
            account: try #require(card.accountId.flatMap { AccountID($0) }),
            card: try #require(CardID(card.cardId)), payment: request.payment(after: nil),
            answer: answer, state: step.state, amount: request.amount, price: price, rate: rate, slip: nil, changes: 0,
            createdAt: now + seconds, changedAt: now + seconds)
        return (authorization, step)
    }

    private func step(_ price: Quote?, in currency: Currency) throws -> Step {
        switch outcome {
        case .approved: try AuthorizationState.approve(#require(price))
        case .declined: AuthorizationState.decline(in: currency)
        case .refund: AuthorizationState.approveRefund(in: currency)
        case .paid: try AuthorizationState.pay(#require(price), by: .visa, isApproved: true)
        }
    }

    private var answer: Authorization.Answer {
        if case .declined(let code) = outcome {
            return Authorization.Answer(code: code, approvalCode: nil, decidedBy: .issuer)
        }
        return Authorization.Answer(code: .approved, approvalCode: "123456", decidedBy: .issuer)
    }

    fileprivate struct Queries {
        let lock: Query<Account>
        let journal: (
            post: Query<Account>, complete: @Sendable (TransactionNumbers?) -> Query<AccountTransaction>
        )?
        let begin: Query<Void>
    }

    fileprivate func queries(for authorization: Authorization, _ step: Step) throws -> Queries {
        let (holder, account) = (authorization.holder, authorization.account)
        let id = JournalID(rawValue: authorization.id.rawValue)
        let journal = step.effects.postings.isEmpty ? nil : try Journal(id: id, step.effects.postings)
        return Queries(
            lock: AccountStatements.lock(account, of: holder),
            journal: journal.map { journal in
                (
                    post: JournalStatements.post(journal, on: account, of: holder, at: authorization.createdAt),
                    complete: { numbers in
                        TransactionStatements.complete(
                            id, of: holder, as: .payment, instrument: PayingInstrumentID(authorization.card),
                            numbers: numbers)
                    }
                )
            },
            begin: AuthorizationStatements.begin(authorization, journal: journal?.id))
    }
}
