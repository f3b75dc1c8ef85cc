import Cards
import Foundation
import Identifiers
import Ledger
import Testing

@Suite("Numbers of customers")
struct CustomerNumberTests {
    private static let most: Int64 = 999_999_999_999_999_999

    @Test("A number that no customer can have is refused", arguments: [.min, -1, 0, most + 1, .max] as [Int64])
    func refused(number: Int64) {
        #expect(CustomerID(rawValue: number) == nil)
        #expect(CustomerID(String(number)) == nil)
        let stored = Data(#"{"rawValue":\#(number)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CustomerID.self, from: stored) }
    }

    @Test("A customer's number returns from text and from stored JSON", arguments: [1, 10_000_001, most])
    func accepted(number: Int64) throws {
        let customer = try #require(CustomerID(rawValue: number))
        #expect(CustomerID(customer.description) == customer)
        let stored = try JSONEncoder().encode(customer)
        #expect(String(decoding: stored, as: UTF8.self) == #"{"rawValue":\#(number)}"#)
        #expect(try JSONDecoder().decode(CustomerID.self, from: stored) == customer)
    }

    @Test("A leading zero, a sign or a space makes no number", arguments: ["", "01", "+1", "1 ", "١"])
    func otherText(text: String) {
        #expect(CustomerID(text) == nil)
    }

    @Test("Each customer is a holder of the ledger, and each holder except the issuer is a customer")
    func holders() {
        #expect(CustomerID(AccountHolder(CustomerID.largest)) == .largest)
        #expect(CustomerID(AccountHolder.house) == nil)
    }
}
