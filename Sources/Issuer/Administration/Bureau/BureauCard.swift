import Cards
import CardSecrets
import Identifiers
import Issuing

/// What a bureau must know to make one card. It leaves the service only as a compact JWE for the bureau's key.
struct BureauCard: Encodable {
    /// International use, authorization by the usual rules, no restriction; it has a chip (ISO/IEC 7813).
    static let serviceCode = "201"

    struct Address: Encodable {
        let name, address1: String
        let address2, address3: String?
        let city, countryCode: String
        let state: String?
        let postalCode: String
    }

    /// The number of the file and the place in it, so that no line can be moved or taken for another one.
    let file, line: Int
    /// The card's id, by which the bureau reports.
    let reference: String
    let program, scheme: String
    let pan: String
    /// Such as 2029-03.
    let expiry: String
    let nameOnCard: String
    let serviceCode: String
    /// Printed, in the stripe and in the chip.
    let cvv2, cvv, icvv: String
    /// ISO 9564 format 4 under the zone PIN key, in hexadecimal digits; nil if the card has no PIN yet.
    let pinBlock: String?
    let address: Address
}

/// The number and the codes are secrets, so they are not printed.
extension BureauCard: CustomStringConvertible, CustomReflectable {
    var description: String { "card \(reference)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension BureauCard {
    /// A card that waits for its plastic, with its sealed secrets.
    struct Waiting: Sendable {
        let card: Card
        let pan: SealedPAN
        let cvvKeyVersion: Int
        let pin: SealedPIN?
        let firstName, lastName: String
        /// Its place among all cards.
        let insertion: Int64
    }

    /// The secrets that a bureau gets.
    private struct Opened {
        let pan, cvv2, cvv, icvv: String
        let pinBlock: String?

        init(_ waiting: Waiting, by vault: CardVault) throws(VaultFailure) {
            let card = waiting.card
            let number = try vault.open(waiting.pan, customer: card.customer.rawValue, card: card.id.rawValue)
            func code(_ serviceCode: String) throws(VaultFailure) -> String {
                try vault.cvv(
                    of: number, keyVersion: waiting.cvvKeyVersion, expiryMonth: card.expiry.month,
                    expiryYear: card.expiry.year, serviceCode: serviceCode
                ).reveal { $0 }
            }
            pan = number.reveal { $0 }
            cvv2 = try code(CardVerificationKey.printedServiceCode)
            cvv = try code(BureauCard.serviceCode)
            icvv = try code(CardVerificationKey.chipServiceCode)
            if let sealed = waiting.pin {
                pinBlock = EncodedBytes.hexadecimal(try vault.zoneBlock(vault.open(sealed, of: number), of: number))
            } else {
                pinBlock = nil
            }
        }
    }

    /// - Parameters:
    ///   - file: the number of the file.
    ///   - line: 1 for the first card.
    init(_ waiting: Waiting, file: Int, line: Int, opening vault: CardVault) throws(IssuingFailure) {
        let card = waiting.card
        let stored = try IssuingFailure.requiring(card.deliveryAddress, "the address of a physical card")
        let opened = try IssuingFailure.guarding { () throws(VaultFailure) in try Opened(waiting, by: vault) }
        let month = card.expiry.month
        (self.file, self.line, reference) = (file, line, card.id.description)
        (program, scheme, serviceCode) = (card.program, card.scheme.rawValue, Self.serviceCode)
        (pan, cvv2, cvv, icvv) = (opened.pan, opened.cvv2, opened.cvv, opened.icvv)
        expiry = "\(card.expiry.year)-\(month < 10 ? "0" : "")\(month)"
        nameOnCard = Customer.cardholderName(waiting.firstName, waiting.lastName)
        pinBlock = opened.pinBlock
        address = Address(
            name: "\(waiting.firstName) \(waiting.lastName)", address1: stored.address1, address2: stored.address2,
            address3: stored.address3, city: stored.city, countryCode: stored.countryCode, state: stored.state,
            postalCode: stored.postalCode)
    }
}
