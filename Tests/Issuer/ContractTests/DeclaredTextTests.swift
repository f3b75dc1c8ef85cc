import Cards
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@testable import CardAPI

/// The declared texts that are no JSON body: header fields with an object, and the token call's form. The service
/// refuses a text as malformed exactly if the document forbids it.
@Suite("Headers and forms in the OpenAPI document, and what the service accepts")
struct DeclaredTextTests {
    private static let seeds: [UInt64] = Array(1...40)

    /// An id in upper or lower case.
    private static func identifier(_ numbers: inout SeededNumbers) -> String {
        let id = UUID(uuid: withUnsafeBytes(of: (numbers.next(), numbers.next())) { $0.load(as: uuid_t.self) })
        return numbers.next() % 2 == 0 ? id.uuidString : id.uuidString.lowercased()
    }

    private static func base64url(_ numbers: inout SeededNumbers) -> String {
        let count = 4 * Int(1 + numbers.next() % 50)
        let letters = Array("ABCXYZabcxyz0189-_")
        return String((0..<count).map { _ in letters[Int(numbers.next() % UInt64(letters.count))] })
    }

    private static func allowed(_ numbers: inout SeededNumbers) -> (pass: String, devicePass: String) {
        let ids = (identifier(&numbers), identifier(&numbers), identifier(&numbers))
        let signedAt = numbers.next() % 253_402_300_800_000
        return (
            #"{"scaDetails":{"eventId":"\#(ids.0)","walletOperationId":"\#(ids.1)"}}"#.base64,
            #"{"deviceId":"\#(ids.2)","signedAt":\#(signedAt),"signature":"\#(base64url(&numbers))"}"#.base64
        )
    }

    private static func matches(_ text: String, _ pattern: String) throws -> Bool {
        try NSRegularExpression(pattern: pattern)
            .firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    @Test("A header with an allowed object is accepted, and any other is refused with 400")
    func headers() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            func lock(_ headers: [(name: String, value: String)]) async throws -> RawAnswer {
                try await service.ask(
                    "PATCH", "/digitalwallets/v1/profile/prepaid/cards/\(card.cardId)",
                    token: service.token(of: .ivana), #"{"status":"LOCKED","statusReason":"Mislaid"}"#,
                    headers: headers)
            }
            for seed in Self.seeds {
                var numbers = SeededNumbers(seed: seed)
                let (pass, devicePass) = Self.allowed(&numbers)
                #expect(try Self.matches(pass, TextForm.base64) && Self.matches(devicePass, TextForm.base64))
                for headers in [[("SCA-Authorization", pass)], [("SCA-Device", devicePass)]] {
                    #expect(try await lock(headers).status == 401, "\(headers), seed \(seed)")
                }
            }
            let id = "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10"
            let forbidden = [
                "0", "{}", "AAAA", "[]".base64, "{}".base64, String(repeating: "A", count: 4097),
                #"{"scaDetails":{"eventId":"1","walletOperationId":"\#(id)"}}"#.base64,
                #"{"deviceId":"1","signedAt":1,"signature":"MEUCIQDx"}"#.base64,
                #"{"deviceId":"\#(id)","signedAt":1,"signature":"+"}"#.base64,
                #"{"deviceId":"\#(id)","signedAt":1,"signature":"MEUCIQDx","more":1}"#.base64,
            ]
            for text in forbidden {
                for name in ["SCA-Authorization", "SCA-Device"] {
                    #expect(try await lock([(name, text)]).status == 400, "\(name): \(text)")
                }
            }
        }
    }

    @Test("The token call's form allows what the service reads, and no control character")
    func form() throws {
        let members = TokenGrant.schema.members
        for control in ["\u{0}", "\u{1F}", "\u{7F}"] {
            for member in members {
                guard case .string = member.kind else { continue }
                #expect(try !Self.matches("a\(control)b", try #require(member.pattern, "\(member.name)")))
                let form = FormText.encode([("grant_type", "refresh_token"), (member.name, "a\(control)b")])
                #expect(throws: TokenErrorBody.self) { try TokenGrant(parsing: Array(form.utf8)) }
            }
        }
        for form in [
            "grant_type=refresh_token&refresh_token=!~&other=%00", "grant_type=client_credentials&other=x",
            "grant_type=client_credentials&refresh_token=x&subject_token=7",
        ] {
            _ = try TokenGrant(parsing: Array(form.utf8))
        }
        let scopes = TokenGrant.schema.shapes.filter { $0.words["grant_type"] == ["client_credentials"] }.map(\.absent)
        #expect(scopes == [["scope"]], "a client's own token has no scopes")
    }
}
