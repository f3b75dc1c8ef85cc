import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("Requests at gateways in the journal", .timeLimit(.minutes(20)))
struct GatewayJournalTests {
    private struct Journal: Decodable {
        struct Entry: Decodable {
            let gateway, operation, code: String?
            let path: String
            let headers: [String: String]
            let status: Int?
        }

        let requests: [Entry]
    }

    private struct Verified: Decodable {
        let holds: Bool
        let matches: Int
    }

    @Test("An entry names the gateway, the operation and the code, for PUT and POST alike")
    func entries() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            try await shop.authorize("12.34")
            let body = shop.authorization(of: "60.00", order: "order-2")
            _ = try await shop.cardPointe("POST", "/cardconnect/rest/auth", body)
            _ = try await shop.cardPointe("GET", "/cardconnect/rest/nothing")
            let entries = try await service.journal("?gateway=cardpointe").decoded(as: Journal.self).requests
            #expect(entries.map(\.operation) == [nil, "authorize", "authorize"], "newest first")
            #expect(entries.map(\.code) == [nil, "FNOR NU", "FNOR 00"])
            #expect(entries.map(\.status) == [404, 200, 200])
            #expect(entries.allSatisfy { $0.gateway == "cardpointe" && $0.headers["Authorization"] == "Basic" })
            #expect(entries[1].path == "/cardconnect/rest/auth")
            #expect(try await service.journal("?code=FNOR%20NU").decoded(as: Journal.self).requests.count == 1)
            #expect(try await service.journal("?gateway=stitch").decoded(as: Journal.self).requests.isEmpty)
            let misspelled = try await service.journal("?gateway=strype")
            #expect(misspelled.status == 400 && misspelled.text.contains(#""field":"gateway""#))

            let criteria = #"{"gateway":"cardpointe","body":{"amount":"12.34","account":"hidden"},"status":200}"#
            let question = #"{"operation":"authorize","times":1,"where":\#(criteria)}"#
            let verified = try await service.sandbox("POST", "/requests/verify", question).decoded(as: Verified.self)
            #expect(verified.holds && verified.matches == 1)
        }
    }

    @Test("An unknown operation is refused with the nearest name")
    func unknownOperation() async throws {
        try await withSandboxService { service in
            let answer = try await service.journal("?operation=authorise")
            #expect(answer.status == 400 && answer.text.contains("did you mean authorize?"), "\(answer.text)")
        }
    }

    @Test("Numbers, codes, cryptograms, tokens and passwords of both gateways are never kept")
    func secrecy() async throws {
        try await withSandboxService(seed: 2) { service in
            let shop = try await Shop(at: service)
            let body = shop.authorization(of: "12.34")
            for text in [body, body.replacing("\"expiry\"", with: "\"number\""), body + "}"] {
                _ = try await shop.cardPointe("PUT", "/cardconnect/rest/auth", text)
            }
            let device = Data("a wallet's sealed payment".utf8).base64EncodedString()
            _ = try await shop.cardPointe(
                "POST", "/cardsecure/api/v1/ccn/tokenize",
                #"{"encryptionhandler":"EC_APPLE_PAY","devicedata":"\#(device)"}"#)
            struct Tokenized: Decodable { let token: String }
            let number = #"{"account":"\#(shop.plastic.pan)"}"#
            let tokenized = try await shop.cardPointe("POST", "/cardsecure/api/v1/ccn/tokenize", number)
                .decoded(as: Tokenized.self)

            let token = try await shop.stitchToken()
            let cryptogram = Data((0..<20).map { UInt8($0) }).base64EncodedString()
            let sent = shop.transaction(of: "12.34", nonce: "n-1", cryptogram: cryptogram)
            _ = try await shop.graphQL(Shop.initiate, sent, token: token)
            // The same without variables, under names of the client's own choice, and broken.
            let inline = """
                mutation { currency: initiateTransaction(input: {nonce: "n2", token: "\(device)", amount: \
                {quantity: "1", currency: "EUR"}, paymentMethods: {googlePay: {}}}) { quantity: id } } # \(device)
                """
            _ = try await shop.graphQL(inline, token: token)
            _ = try await shop.graphQL(inline + "{ \"\(device)", token: token)
            let strange: JSONValue = ["currency": .string(device), "nonce": .string(shop.plastic.pan)]
            let lookUp = "query($currency: String) { node(id: $currency) { id } }"
            _ = try await shop.graphQL(lookUp, strange, token: token)
            _ = try await service.ask("POST", "/stitch/graphql", token: token, "\"\(device)\"", on: .merchants)

            let journal = try await service.journal("?limit=1000").text
            #expect(journal.contains(#""operation":"tokenize""#) && journal.contains(#""operation":"stitchToken""#))
            #expect(journal.contains(#""quantity":12.34"#) && journal.contains(#""nonce":"n-1""#))
            #expect(journal.contains("initiateTransaction ( input : $ input )"))
            let login = String(shop.basic.value.dropFirst(6))
            var secrets = [shop.plastic.pan, tokenized.token, device, cryptogram, token, login]
            secrets += ["client_secret", "password"].compactMap { name in
                shop.credentials.values.compactMap { $0[name] }.first
            }
            for text in [journal, service.log.text] {
                for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
                #expect(!text.contains(#""cvv2":"\#(shop.plastic.cvv)""#))
            }
        }
    }

    @Test("A token in a path is never kept, although it does not have the form of a card number")
    func tokenInPath() async throws {
        try await withSandboxService(seed: 2) { service in
            struct Tokenized: Decodable { let token: String }
            let shop = try await Shop(at: service)
            var tokens: [String] = []
            for number in 1...8 {
                let account = #"{"account":"021000021/10000\#(number)"}"#
                let made = try await shop.cardPointe("POST", "/cardsecure/api/v1/ccn/tokenize", account)
                let token = try made.decoded(as: Tokenized.self).token
                for names in ["\(shop.id)/\(token)", "\(token)/\(shop.id)"] {
                    let answer = try await shop.cardPointe("GET", "/cardconnect/rest/bin/\(names)")
                    #expect(answer.status == 200)
                }
                tokens.append(token)
            }
            try #require(tokens.contains { !CardNumber.mayBeIn($0) }, "digits alone do not show what they are")
            let journal = try await service.journal("?limit=1000").text
            #expect(journal.contains(#""path":"/cardconnect/rest/bin/hidden/hidden""#))
            #expect(service.log.text.contains("/cardconnect/rest/bin/{first}/{second}"))
            for token in tokens { #expect(!journal.contains(token) && !service.log.text.contains(token)) }
        }
    }

    @Test("Answers are counted by gateway and operation, and codes by gateway")
    func coverage() async throws {
        struct Covered: Decodable {
            struct Gateway: Decodable {
                struct Operations: Decodable {
                    let seen, possible: Int
                    let counts: [String: [String: Int]]
                    let missing: [String]
                }

                struct Codes: Decodable {
                    let counts: [String: Int]
                    let missing: [String]
                }

                let name: String
                let operations: Operations
                let responseCodes: Codes
            }

            let gateways: [Gateway]
            let operations: Gateway.Operations
        }
        try await withSandboxService { service in
            let all = try await service.sandbox("GET", "/coverage").decoded(as: Covered.self)
            let names = all.operations.missing + all.gateways.flatMap(\.operations.missing)
            #expect(Set(names).count == names.count, "no name stands for two operations")
            for gateway in all.gateways {
                #expect(Set(gateway.responseCodes.missing).count == gateway.responseCodes.missing.count)
            }

            let shop = try await Shop(at: service)
            try await shop.authorize("12.34")
            try await shop.authorize("60.00", order: "order-2")
            _ = try await service.ask("PUT", "/cardpointe/cardconnect/rest/auth", "{}", on: .merchants)
            let token = try await shop.stitchToken()
            _ = try await shop.graphQL("{ nothing }", token: token)
            let covered = try await service.sandbox("GET", "/coverage").decoded(as: Covered.self)
            #expect(covered.gateways.prefix(2).map(\.name) == ["cardpointe", "stitch"])
            let (cardPointe, stitch) = (covered.gateways[0], covered.gateways[1])
            #expect(cardPointe.operations.counts == ["authorize": ["200": 2, "401": 1]])
            #expect(cardPointe.operations.seen == 1 && cardPointe.operations.possible > 20)
            #expect(cardPointe.responseCodes.counts == ["FNOR 00": 1, "FNOR NU": 1])
            #expect(cardPointe.responseCodes.missing.contains("PPS 62"))
            #expect(stitch.operations.counts == ["stitchToken": ["200": 1], "stitchGraphQL": ["200": 1]])
            #expect(stitch.responseCodes.missing.contains("insufficientFunds"))
            #expect(try await service.sandbox("DELETE", "/coverage").status == 204)
            let cleared = try await service.sandbox("GET", "/coverage").decoded(as: Covered.self)
            #expect(cleared.gateways.allSatisfy { $0.operations.seen == 0 && $0.responseCodes.counts.isEmpty })
        }
    }
}
