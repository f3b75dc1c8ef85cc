import Cards
import Foundation
import Identifiers
import Ledger
import Validation

/// Customers, programs and cards like those of the demo, without a database.
enum Sample {
    static let bulgarian = customer(10_000_001, country: "BG")
    static let american = customer(20_000_001, country: "US")

    static let virtualEEA = program("SKRILL-VIRTUAL-MC-EEA", .virtual, .mastercard, .eea)
    static let physicalEEA = program("SKRILL-PHYSICAL-MC-EEA", .physical, .mastercard, .eea)
    static let digitalEEA = program("DEMO-PHYSICAL-VISA-EEA", .physical, .visa, .eea, isDigital: true)
    static let virtualUS = program("DEMO-VIRTUAL-VISA-US", .virtual, .visa, .unitedStates)
    static let physicalUS = program("DEMO-PHYSICAL-MC-US", .physical, .mastercard, .unitedStates)

    static let sofia = DeliveryAddress.Draft(
        address1: "Tsarigradsko Shose 73", city: "Sofia", countryCode: "BG", postalCode: "1000")

    static func eligible(for customer: Customer) -> [EligibleProgram] {
        [virtualEEA, physicalEEA, digitalEEA, virtualUS, physicalUS]
            .compactMap { EligibleProgram($0, for: customer, issuedCards: 0) }
    }

    static func customer(_ number: CustomerID, country: String) -> Customer {
        Customer(
            id: number, country: country, firstName: "Ada", lastName: "Byron",
            mobile: "+1 123456789", address: nil, refusesWeakPINs: false)
    }

    static func program(
        _ name: String, _ type: Program.CardType, _ scheme: Program.Scheme, _ region: Region, isDigital: Bool = false,
        requiresApproval: Bool = false
    ) -> Program {
        Program(
            name: name, cardType: type, scheme: scheme, region: region,
            currencies: region == .eea ? ["EUR", "BGN", "PLN", "RON"] : ["USD"], isDigital: isDigital,
            requiresApproval: requiresApproval, cardsPerCustomer: 5, panPrefix: "99999900", validityMonths: 36)
    }

    static func card(
        _ standing: Standing, type: Program.CardType = .physical, isPINSet: Bool = false,
        wrongActivations: Int = 0, wrongPINs: Int = 0, wrongTriesInAll: Int = 0
    ) -> Card {
        Card(
            id: id(1), customer: bulgarian.id, standing: standing, program: "DEMO", cardType: type, scheme: .visa,
            currency: "EUR", bin: "999999", lastFour: "4242", expiry: Expiry(month: 11, year: 2029),
            mobile: "+1 123456789", deliveryAddress: nil, createdAt: Date(timeIntervalSince1970: 0),
            account: AccountID(127_623_047), activatedAt: nil,
            isPINSet: isPINSet, externalID: nil, wrongActivations: wrongActivations, wrongPINs: wrongPINs,
            wrongTriesInAll: wrongTriesInAll)
    }
}

extension Standing {
    /// Every pair of a status and a status to return to, possible or not.
    static let all: [Standing] = CardStatus.allCases.flatMap { status in
        ([nil] + CardStatus.allCases).map { Standing(status, returnsTo: $0) }
    }

    /// The standings that a card can have.
    static let possible: [Standing] = CardStatus.allCases.flatMap { status in
        switch status {
        case .locked: [CardStatus.active, .digital].map { Standing(status, returnsTo: $0) }
        case .suspended: [CardStatus.active, .issued, .digital].map { Standing(status, returnsTo: $0) }
        default: [Standing(status)]
        }
    }
}

extension [FieldError] {
    var fields: [String] { map(\.field) }
}

extension Sample {
    static let requiredAuthentication = RequiredAuthentication(
        event: AuthenticationEvent(
            reference: AuthenticationReference(eventID: id(1), walletOperationID: id(2)),
            customer: CustomerID(10_000_001), brand: "demo",
            subject: AuthenticationSubject(operation: .updateCard, card: nil, digest: [1]), mode: .embedded,
            status: .open, createdAt: now, expiresAt: now + 900),
        offers: [AuthenticationOffer(.smsCode, target: "+359 *******67")])

    /// The PIN as the reader of a request returns it, but not encrypted.
    static func pin(_ digits: String) -> SentPIN<String> {
        PINRule.violation(in: digits) == nil ? .wellFormed(digits, isWeak: PINRule.isWeak(digits)) : .malformed
    }

    static let now = Date(timeIntervalSince1970: 1_773_576_000)

    static func id<Kind>(_ number: UInt8) -> ID<Kind> {
        ID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)))
    }
}
