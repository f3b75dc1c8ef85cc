import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Issuing
import Ledger

extension CardBody {
    /// A card as its customer sees it.
    ///
    /// - Parameter tokenizations: the card's tokenizations; shown only if `inclusions` has them.
    package init(_ card: Card, including inclusions: [String] = [], tokenizations: [Tokenization] = []) {
        self.init(
            cardId: card.id.description, status: card.standing.status.rawValue,
            expiry: Expiry(month: card.expiry.month, year: card.expiry.year), bin: card.bin, lastFour: card.lastFour,
            customerId: card.customer.description, cardType: card.cardType.rawValue, programName: card.program,
            currency: card.currency, mobile: card.mobile,
            deliveryAddress: card.deliveryAddress.map(DeliveryAddressBody.init),
            createdDate: Timestamp(card.createdAt), accountId: card.account.description,
            scheme: card.scheme.rawValue, activationDate: card.activatedAt.map(Timestamp.init),
            isPinSet: card.isPINSet, externalId: card.externalID,
            tokenizations: inclusions.contains(Vocabulary.tokenizations)
                ? tokenizations.map { TokenizationBody($0) } : nil,
            availableActions: inclusions.contains(Vocabulary.availableActions)
                ? CardAction.available(on: card).map { Action($0.rawValue) } : nil)
    }
}

extension DetailsBody {
    /// The only place where card secrets become text on their way to the cardholder.
    init(_ details: CardDetails) {
        self.init(
            pan: details.pan?.reveal { $0 }, cvv: details.cvv?.reveal { $0 },
            expiry: details.expiry.map { CardBody.Expiry(month: $0.month, year: $0.year) },
            cardHolderName: details.cardholderName, pin: details.pin?.reveal { $0 })
    }
}

extension DeliveryAddressBody {
    package init(_ address: DeliveryAddress) {
        self.init()
        address1 = address.address1
        address2 = address.address2
        address3 = address.address3
        city = address.city
        countryCode = address.countryCode
        state = address.state
        postalCode = address.postalCode
    }
}

extension DeliveryAddress.Draft {
    package init(_ body: DeliveryAddressBody) {
        self.init(
            address1: body.address1, address2: body.address2, address3: body.address3, city: body.city,
            countryCode: body.countryCode, state: body.state, postalCode: body.postalCode)
    }
}

extension ProgramBody {
    init(_ eligible: EligibleProgram) {
        self.init(eligible.program, allowableCards: eligible.allowableCards)
    }

    package init(_ program: Program, allowableCards: Int? = nil) {
        self.init(
            cardType: program.cardType.rawValue, scheme: program.scheme.rawValue, name: program.name,
            currencies: program.currencies, allowableCards: allowableCards ?? program.cardsPerCustomer,
            isDigital: program.isDigital)
    }
}
