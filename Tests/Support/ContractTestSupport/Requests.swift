import CardAPI
import CardClient
import Foundation
import HTTPContract
import Testing
import Validation

// Short forms of the requests that the tests send.

extension CreateCardBody {
    /// A valid application for a customer of the program's region.
    package static func ordering(_ program: String, currency: String? = nil, pin: String? = nil) -> CreateCardBody {
        let isUS = program.hasSuffix("-US")
        var body = CreateCardBody()
        body.programName = program
        body.currency = currency ?? (isUS ? "USD" : "EUR")
        body.cardPin = pin
        body.deliveryAddress = program.contains("PHYSICAL") ? (isUS ? .saltLakeCity : .sofia) : nil
        body.termsAndConditionsAccepted = isUS ? true : nil
        body.eDisclosureAccepted = isUS ? true : nil
        return body
    }

    package static let virtual = ordering("SKRILL-VIRTUAL-MC-EEA")
    package static let physical = ordering("SKRILL-PHYSICAL-MC-EEA")
    /// Its card starts as DIGITAL.
    package static let digital = ordering("DEMO-PHYSICAL-VISA-EEA")
}

extension DeliveryAddressBody {
    /// The address from the sample in the documentation.
    package static var sofia: DeliveryAddressBody {
        var address = DeliveryAddressBody()
        address.address1 = "Tsarigradsko Shose 73"
        address.city = "Sofia"
        address.countryCode = "BG"
        address.postalCode = "1000"
        return address
    }

    package static var saltLakeCity: DeliveryAddressBody {
        var address = DeliveryAddressBody()
        address.address1 = "350 S State Street"
        address.city = "Salt Lake City"
        address.countryCode = "US"
        address.state = "UT"
        address.postalCode = "84111"
        return address
    }
}

extension UpdateCardBody {
    package static func status(_ status: String, because reason: String = "The customer asked") -> UpdateCardBody {
        var body = UpdateCardBody()
        body.status = status
        body.statusReason = reason
        return body
    }

    package static func pin(_ pin: String) -> UpdateCardBody {
        var body = UpdateCardBody()
        body.pin = pin
        return body
    }
}

extension ActivateCardBody {
    package static func showing(_ plastic: PlasticBody, cvv: String? = nil) -> ActivateCardBody {
        var body = ActivateCardBody()
        body.lastFourDigits = String(plastic.pan.suffix(4))
        body.cvv = cvv ?? plastic.cvv
        return body
    }
}

extension ReplaceCardBody {
    package static func because(_ reason: String) -> ReplaceCardBody {
        var body = ReplaceCardBody()
        body.reason = reason
        return body
    }
}

extension SetPINBody {
    package static func pin(_ pin: String) -> SetPINBody {
        var body = SetPINBody()
        body.pin = pin
        return body
    }
}

extension TokenGrant {
    /// The grant for renewing a token.
    package static func renewing(_ token: TokenBody, scope: String? = nil) throws -> TokenGrant {
        .refreshToken(try #require(token.refreshToken), scope: scope)
    }
}

extension CardListQuery {
    package static func including(_ inclusions: String...) -> CardListQuery {
        var query = CardListQuery()
        query.inclusions = inclusions
        return query
    }
}

/// The data on a plastic card.
package struct PlasticBody: Decodable {
    package let pan: String
    package let cvv: String
    package let expiry: CardBody.Expiry
    package let cardHolderName: String

    /// A wrong security code.
    package var wrongCVV: String { cvv == "000" ? "001" : "000" }
}

extension LiveService {
    package func plastic(of card: CardBody) async throws -> PlasticBody {
        try await sandbox("GET", "/cards/\(card.cardId)/plastic").decoded()
    }

    /// Simulates a card event.
    package func happens(_ event: String, to card: CardBody) async throws -> CardBody {
        try await sandbox("POST", "/cards/\(card.cardId)/events", #"{"type":"\#(event)"}"#).decoded()
    }

    /// Puts money on a customer's account.
    package func load(_ amount: Int, _ currency: String, for person: Person) async throws -> TransactionBody {
        let body = #"{"amount": \#(amount), "currencyCode": "\#(currency)"}"#
        return try await sandbox("POST", "/customers/\(person.rawValue)/load", body).decoded(expecting: 201)
    }

    /// Pays with a card, and lets the merchant collect the money.
    ///
    /// - Returns: the id of the authorization.
    package func purchase(_ minorUnits: Int, with card: CardBody) async throws -> String {
        let payments = "/cards/\(card.cardId)/payments"
        let payment: PlayedPayment = try await sandbox("POST", payments, #"{"amount":\#(minorUnits)}"#)
            .decoded(expecting: 201)
        let clearing = #"{"kind":"CLEARING","authorizationId":"\#(payment.authorizationId)"}"#
        let cleared: PlayedPayment = try await sandbox("POST", payments, clearing).decoded(expecting: 201)
        #expect(cleared.authorizationId == payment.authorizationId)
        return payment.authorizationId
    }

    private struct PlayedPayment: Decodable {
        let authorizationId: String
    }

    package func actions(_ card: CardBody, _ cards: CustomerOperations) async throws -> [String] {
        var query = CardQuery()
        query.inclusions = ["AVAILABLE_ACTIONS"]
        return try await cards.get(card.cardId, query).availableActions?.map(\.action) ?? []
    }
}

/// Expects that a call is refused with this code and message.
package func expectProblem<Answer: Sendable>(
    _ code: ErrorCode, _ message: String, at sourceLocation: SourceLocation = #_sourceLocation,
    from call: () async throws -> Answer
) async {
    do {
        let answer = try await call()
        Issue.record("\(code.rawValue) was expected, and the answer was \(answer)", sourceLocation: sourceLocation)
    } catch {
        let problem = (error as? WalletError)?.knownProblem
        #expect(problem == Problem(code, message), "not \(error)", sourceLocation: sourceLocation)
    }
}

/// Expects that a call is refused for these fields.
package func expectFieldErrors<Answer: Sendable>(
    _ expected: String, at sourceLocation: SourceLocation = #_sourceLocation,
    from call: () async throws -> Answer
) async {
    do {
        let answer = try await call()
        Issue.record("\(expected) was expected, and the answer was \(answer)", sourceLocation: sourceLocation)
    } catch {
        let problem = (error as? WalletError)?.knownProblem
        #expect(problem?.code == .fieldErrors, sourceLocation: sourceLocation)
        let found = problem?.fieldErrors.map { "\($0.field) \($0.error)" }.joined(separator: "; ")
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

extension Operations {
    /// A value for each path parameter: the card's id for every id, and otherwise the documented example. That is
    /// Ivana's id for `customerId`.
    package static func anyIDs(_ card: String) -> [String: String] {
        let examples = OpenAPIDocument.cardService().pathParameters.map { parameter in
            (parameter.name, parameter.kind == .identifier ? card : parameter.example ?? card)
        }
        return Dictionary(uniqueKeysWithValues: examples)
    }
}
