import Authorizing
import Cards
import Ledger
import Testing

/// A payment that every check passes: 12.34 EUR by chip in a café, from an account with 50.00 EUR.
enum Sample {
    static let requestor = "50110030273"

    static func money(_ minorUnits: Int64, _ code: String = "EUR") throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code)))
    }

    static func month(_ year: Int = 2029, _ month: Int = 3) throws -> YearMonth {
        try #require(YearMonth(year: year, month: month))
    }

    static var fields: MessageFields {
        var fields = MessageFields()
        fields.kind = "AUTHORIZATION"
        fields.reference = "message-1"
        fields.lifecycle = "payment-1"
        fields.amount = 1234
        fields.currency = "EUR"
        fields.category = "5812"
        fields.country = "DE"
        fields.merchantName = "Café"
        fields.entryMode = "CHIP"
        fields.cardPresence = "PRESENT"
        fields.verification.cryptogram = .valid
        return fields
    }

    static func request(_ change: (inout MessageFields) -> Void = { _ in }) throws -> NetworkRequest {
        var fields = fields
        change(&fields)
        return try fields.read()
    }

    static func pricing(
        _ rate: (Int64, Int64)? = nil, atmFee: Int64 = 0, foreignExchangeFee: Int64? = nil
    ) throws -> Pricing {
        let share = try foreignExchangeFee.map { try #require(BasisPoints($0)) }
        let rate = try rate.map { try #require(ExchangeRate(numerator: $0.0, denominator: $0.1)) }
        return Pricing(
            currency: try money(0).currency, rate: rate, tariff: Tariff(atmFee: atmFee, foreignExchangeFee: share))
    }

    static func quote(_ minorUnits: Int64) throws -> Quote {
        try pricing().quote(money(minorUnits), isWithdrawal: false)
    }

    static func facts(_ change: (inout MessageFields) -> Void = { _ in }) throws -> Facts {
        let card = CardFacts(status: .active, scheme: .visa, expiry: try month())
        let account = AccountFacts(available: try money(5000), pricing: try pricing())
        return Facts(request: try request(change), card: card, account: account, month: try month(2026, 11))
    }

    /// The same payment by phone: with a token and its cryptogram.
    static func phoneFacts(_ change: (inout MessageFields) -> Void = { _ in }) throws -> Facts {
        var facts = try facts { fields in
            fields.entryMode = "CONTACTLESS"
            fields.token = .init(requestorID: requestor, wallet: "APPLE_PAY", counter: 17)
            change(&fields)
        }
        facts.token = .known(TokenFacts(status: .active, wallet: .applePay))
        return facts
    }
}

extension Decision {
    /// The approval; the test fails if the decision is another one.
    var approval: Approval {
        get throws {
            guard case .approved(let approval) = outcome else { throw Unexpected(outcome: outcome) }
            return approval
        }
    }

    struct Unexpected: Error {
        let outcome: Outcome
    }
}
