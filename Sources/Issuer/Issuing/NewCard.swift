import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

/// A card before it is stored: its number is known and its secrets are sealed.
package struct NewCard: Sendable {
    package let card: Card
    let panHashes: VersionedHashes
    package let sealedPAN: SealedPAN
    package let sealedPIN: SealedPIN?
    /// The version of the key that makes its security code.
    let cvvKeyVersion: Int

    /// The values that differ between cards of one program.
    package struct Order {
        let customer: CustomerID
        let program: Program
        let status: CardStatus
        let currency: Currency
        let mobile: String
        let deliveryAddress: DeliveryAddress?
        let externalID: String?
        let pin: PIN?

        package init(
            customer: CustomerID, program: Program, status: CardStatus, currency: Currency, mobile: String,
            deliveryAddress: DeliveryAddress?, externalID: String?, pin: PIN?
        ) {
            (self.customer, self.program, self.status, self.currency) = (customer, program, status, currency)
            (self.mobile, self.deliveryAddress) = (mobile, deliveryAddress)
            (self.externalID, self.pin) = (externalID, pin)
        }
    }

    /// - Parameters:
    ///   - account: the customer's in the order's currency.
    ///   - number: nil for one that is drawn.
    init(_ order: Order, account: AccountID, number: PAN? = nil, by issuing: Issuing) throws(IssuingFailure) {
        let program = order.program
        let now = issuing.clock.now()
        let id = issuing.entropy.id(CardID.self)
        let pan = number ?? PAN.generate(prefix: program.panPrefix, using: issuing.entropy)
        card = Card(
            id: id, customer: order.customer, standing: Standing(order.status), program: program.name,
            cardType: program.cardType, scheme: program.scheme, currency: order.currency.code, bin: pan.bin,
            lastFour: pan.lastFour, expiry: Expiry(months: program.validityMonths, after: now),
            mobile: order.mobile, deliveryAddress: order.deliveryAddress, createdAt: now,
            account: account, activatedAt: nil, isPINSet: order.pin != nil,
            externalID: order.externalID, wrongActivations: 0, wrongPINs: 0, wrongTriesInAll: 0)
        cvvKeyVersion = issuing.vault.cvvKeyVersion
        panHashes = issuing.vault.lookupHashes(pan)
        sealedPAN = issuing.vault.seal(pan, customer: order.customer.rawValue, card: id.rawValue)
        sealedPIN = try IssuingFailure.guarding { () throws(VaultFailure) in
            guard let pin = order.pin else { return nil }
            return try issuing.vault.seal(pin, of: pan)
        }
    }
}

extension NewCard.Order {
    /// The order that follows from a valid application.
    ///
    /// - Parameter program: the named program; nil if the customer may not have it.
    /// - Returns: nil without a program, or without a currency of ISO 4217.
    init?(_ application: CardApplication, pin: PIN?, for customer: Customer, of program: Program?) {
        guard let currency = application.currency.flatMap(Currency.init(_:)), let program else { return nil }
        self.init(
            customer: customer.id, program: program, status: program.firstStatus, currency: currency,
            mobile: application.mobile ?? customer.mobile, deliveryAddress: application.deliveryAddress?.address,
            externalID: application.externalID, pin: pin)
    }
}

extension Issuing {
    /// Card numbers are drawn at random from a program's range. If this many draws in a row are taken, the range is
    /// nearly used up.
    static let maximumDraws = 16

    private static let drawnAgain: Set = ["pan_is_issued_once", "customer_has_one_account_for_each_currency"]

    /// Runs a transaction that issues a card. If the drawn card number is taken, or if another request has opened the
    /// account meanwhile, runs it again.
    func drawingAgain<Value: Sendable>(
        _ body: () async throws(IssuingFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        for _ in 1..<Self.maximumDraws {
            do {
                return try await body()
            } catch {
                guard let constraint = error.postgresFailure?.constraint, Self.drawnAgain.contains(constraint) else {
                    throw error
                }
            }
        }
        return try await body()
    }
}
