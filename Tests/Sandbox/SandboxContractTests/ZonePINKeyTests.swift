import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Issuing
import Testing
import TestSupport

@Suite("The zone PIN key", .timeLimit(.minutes(20)))
struct ZonePINKeyTests {
    private struct Key: Decodable {
        let keyHex: String
    }

    @Test("A PIN block that is made with the shown key opens at the network's listener")
    func paysByChipAndPIN() async throws {
        try await withSandboxService { service in
            let shown = try await service.sandbox("GET", "/zone-pin-key")
            #expect(shown["Cache-Control"] == "no-store")
            let key: Key = try shown.decoded(expecting: 200)
            let card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "1234"))
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            #expect(try await service.withdraw("W1", with: card, pin: "1234", under: key.keyHex) == "00")
            #expect(try await service.withdraw("W2", with: card, pin: "4321", under: key.keyHex) == "55")
            let other = String(key.keyHex.reversed())
            #expect(try await service.withdraw("W3", with: card, pin: "1234", under: other) != "00")
        }
    }

    @Test("A reset does not change the key")
    func reset() async throws {
        try await withSandboxService { service in
            let before: Key = try await service.sandbox("GET", "/zone-pin-key").decoded(expecting: 200)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            let after: Key = try await service.sandbox("GET", "/zone-pin-key").decoded(expecting: 200)
            #expect(before.keyHex == after.keyHex && before.keyHex.count == 64)
        }
    }
}

extension LiveService {
    private struct Answer: Decodable {
        let responseCode: String
    }

    /// Takes 1.00 EUR out of a cash machine, and returns the response code.
    fileprivate func withdraw(
        _ reference: String, with card: CardBody, pin: String, under keyHex: String
    ) async throws -> String {
        let pan = try await plastic(of: card).pan
        let key = Secret(try EncodedBytes.decode(keyHex, count: 32))
        let block = try PINBlock.encipher(
            #require(PIN(pin)), for: #require(PAN(pan)), under: key, using: fixture.issuing.entropy)
        let answer: Answer = try await network("""
            {"networkReference":"\(reference)","kind":"FINANCIAL","transactionType":"ATM_WITHDRAWAL","pan":"\(pan)",\
            "amount":100,"currencyCode":"EUR","panEntryMethod":"CHIP","cardPresence":"PRESENT",\
            "cryptogramResult":"VALID","pinBlock":"\(EncodedBytes.hexadecimal(block))",\
            "merchant":{"name":"Bank","mcc":"6011","city":"Berlin","country":"DE"}}
            """).decoded(expecting: 200)
        return answer.responseCode
    }
}
