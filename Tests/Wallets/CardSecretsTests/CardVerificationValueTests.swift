import Testing

@testable import CardSecrets

@Suite("Card verification value")
struct CardVerificationValueTests {
    struct Vector: Sendable {
        let pan: String
        let expiry: [Int]
        let serviceCode: String
        let cvv: String
        var pair = "0123456789ABCDEF FEDCBA9876543210"
    }

    /// The first three are worked examples that several implementations of Visa's algorithm have; the fourth and fifth
    /// are from the documentation and tests of the Python package psec. All five were confirmed with psec. The last two
    /// have fewer than three decimal digits in their last block (CBDF8ECBAFABDFCE and AE8CFFBBEBE6CDEE, computed by
    /// `cryptography`), so letters fill up: 8, then C and B; 8 and 6, then A.
    static let vectors = [
        Vector(pan: "4123456789012345", expiry: [87, 01], serviceCode: "101", cvv: "561"),
        Vector(pan: "4999988887777000", expiry: [91, 05], serviceCode: "111", cvv: "245"),
        Vector(pan: "4666655554444111", expiry: [92, 06], serviceCode: "120", cvv: "664"),
        Vector(pan: "1234567890123456", expiry: [99, 12], serviceCode: "220", cvv: "170"),
        Vector(
            pan: "2222222222222222", expiry: [33, 33], serviceCode: "111", cvv: "361",
            pair: "9999999999999999 8888888888888888"
        ),
        Vector(pan: "4111117228071254", expiry: [29, 12], serviceCode: "000", cvv: "821"),
        Vector(pan: "4111113132469056", expiry: [29, 12], serviceCode: "000", cvv: "860"),
    ]

    @Test("The values are those of the published examples", arguments: vectors)
    func publishedVectors(vector: Vector) throws {
        let key = CardVerificationKey(try secret(vector.pair))
        let pan = PAN(uncheckedDigits: try #require(Secret(digits: vector.pan)))
        let cvv = try key.cvv(pan: pan, expiryDigits: vector.expiry, serviceCode: vector.serviceCode)
        #expect(cvv.reveal { $0 } == vector.cvv)
    }

    /// Confirmed with psec: YYMM gives 719, MMYY would give 813.
    @Test("The expiry is encoded with the year before the month")
    func expiryOrder() throws {
        let key = CardVerificationKey(try secret("0123456789ABCDEF FEDCBA9876543210"))
        let pan = try #require(PAN("4111111111111111"))
        #expect(try key.cvv2(pan: pan, expiryMonth: 12, expiryYear: 2029).reveal { $0 } == "719")
        #expect(try key.cvv2(pan: pan, expiryMonth: 12, expiryYear: 29).reveal { $0 } == "719")
    }

    /// Confirmed with psec, with service codes 999 and 201. The value for 201 begins with a zero, which is a digit like
    /// any other.
    @Test("The chip and the magnetic stripe have their own values")
    func serviceCodes() throws {
        let key = CardVerificationKey(try secret("0123456789ABCDEF FEDCBA9876543210"))
        let pan = try #require(PAN("4111111111111111"))
        let chip = CardVerificationKey.chipServiceCode
        #expect(try key.cvv(pan: pan, expiryMonth: 12, expiryYear: 29, serviceCode: chip).reveal { $0 } == "997")
        #expect(try key.cvv(pan: pan, expiryMonth: 12, expiryYear: 29, serviceCode: "201").reveal { $0 } == "010")
    }
}
