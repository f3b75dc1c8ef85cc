import Authorizing
import CardSecrets
import Issuing
import Testing

@testable import NetworkServer

@Suite("Mapping of messages in JSON")
struct NetworkMessageBodyTests {
    /// The errors in the fields of a changed purchase, and the code that the network gets.
    private static func problems(_ change: (inout NetworkMessageBody) -> Void) -> (fields: [String], code: String) {
        var body = NetworkMessageBody()
        (body.networkReference, body.kind, body.pan) = ("M1", "AUTHORIZATION", "5100000000000008")
        (body.amount, body.currencyCode) = (1250, "EUR")
        body.merchant = .init(name: "Café", mcc: "5812", country: "AT")
        change(&body)
        do throws(MalformedRequest) {
            _ = try IncomingMessage(body).message.fields.read()
            return ([], "")
        } catch {
            return (error.problems.map(\.field.rawValue), error.code.rawValue)
        }
    }

    @Test("A number that cannot be a card number is a format error; an unknown card number is passed on", arguments: [
        ("51000000", true), ("5100 0000 0000 0008", true), ("٥١٠٠٠٠٠٠٠٠٠٠٠٠٠٨", true), ("", true),
        ("51000000000000000000", true), ("5100000000000009", false), ("5100000000000008", false),
    ])
    func numbers(_ pan: String, isMalformed: Bool) {
        let found = Self.problems { $0.pan = pan }
        #expect(found.fields == (isMalformed ? ["pan"] : []) && found.code == (isMalformed ? "30" : ""))
    }

    @Test("A PIN block is 32 hexadecimal digits", arguments: [
        ("00112233445566778899AABBCCDDEEFF", false), ("00112233", true), ("0011223344556677889900AABBCCDDEX", true),
        ("", true),
    ])
    func blocks(_ block: String, isMalformed: Bool) {
        let found = Self.problems { $0.pinBlock = block }
        #expect(found.fields == (isMalformed ? ["pinBlock"] : []) && found.code == (isMalformed ? "30" : ""))
    }

    @Test("A cryptogram is Base64", arguments: [("AAECAw==", false), ("AAEC!", true), ("", true)])
    func cryptograms(_ cryptogram: String, isMalformed: Bool) {
        let found = Self.problems { $0.token = .init(requestorId: "50110030273", cryptogram: cryptogram) }
        #expect(found.fields == (isMalformed ? ["token.cryptogram"] : []) && found.code == (isMalformed ? "30" : ""))
    }
}
