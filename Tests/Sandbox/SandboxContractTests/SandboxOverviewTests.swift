import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Overview of a sandbox")
struct SandboxOverviewTests {
    private struct Customers: Decodable {
        struct Customer: Decodable {
            let customerId, brand, firstName, lastName, mobile, countryCode: String
            let email: String?
            let cardCount: Int
        }

        let customers: [Customer]
        let meta: Meta

        var ids: [String] { customers.map(\.customerId) }
    }

    private struct Meta: Decodable, Equatable {
        let numberOfRecords, limit, page: Int
    }

    @Test("Customers are listed newest first with their cards counted, page by page, and by brand")
    func customers() async throws {
        try await withSandboxService { service in
            _ = try await service.cards(of: .ivana).create(.virtual)
            let other = try await service.customerOfAnotherBrand()
            func list(_ query: String) async throws -> Customers {
                try await service.sandbox("GET", "/customers" + query).decoded(expecting: 200)
            }
            let all = try await list("")
            #expect(all.ids == all.ids.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) })
            #expect(Set(all.ids) == ["10000001", "10000002", "20000001", other])
            #expect(all.meta == Meta(numberOfRecords: 4, limit: 20, page: 1))
            let ivana = try #require(all.customers.first { $0.customerId == "10000001" })
            #expect(ivana.firstName == "Ivana" && ivana.brand == "demo" && ivana.cardCount == 1)
            let second = try await list("?limit=1&offset=1")
            #expect(second.ids == [all.ids[1]] && second.meta == Meta(numberOfRecords: 4, limit: 1, page: 2))
            #expect(try await list("?offset=9").ids.isEmpty)
            #expect(try await list("?brand=elsewhere").ids == [other])
            #expect(try await list("?brand=nobody").meta.numberOfRecords == 0)
        }
    }

    @Test("A search finds an id, a card, the beginning of a name and the last digits of a card")
    func search() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .jonas).create(.virtual)
            func found(_ text: String, _ more: String = "") async throws -> [String] {
                let query = FormText.encode([("search", text)])
                let list: Customers = try await service.sandbox("GET", "/customers?\(query)\(more)")
                    .decoded(expecting: 200)
                return list.ids
            }
            #expect(try await found("10000002") == ["10000002"])
            #expect(try await found(card.cardId) == ["10000002"])
            #expect(try await found(card.lastFour) == ["10000002"])
            for name in ["I", "iva", "Ivana", "IVANA"] {
                #expect(try await found(name).contains("10000001"), "\(name)")
            }
            #expect(try await found("vana").isEmpty)
            #expect(try await found("iva", "&brand=nobody").isEmpty)
            for text in ["%", "_", "Ivanaaaa", "'; DROP", "999999999999999999", "𐀀"] {
                #expect(try await found(text).isEmpty, "\(text)")
            }
            let last = try await service.sandbox("GET", "/customers?search=10000001").decoded(as: Customers.self)
            let name = try #require(last.customers.first).lastName
            #expect(try await found(String(name.prefix(3))).contains("10000001"))
        }
    }

    @Test("Wrong parameters are all refused at once", arguments: [
        "customers", "phones", "payments", "webhooks/deliveries", "webhooks/subscriptions", "receivers/shop",
        "accounts/100000001/postings", "accounts/100000001/holds",
    ])
    func wrong(list: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.sandbox("GET", "/\(list)?limit=101&offset=-1&nothing=1")
            #expect(answer.status == 400)
            for field in ["limit", "offset", "nothing"] {
                #expect(answer.text.contains(#""field":"\#(field)""#), "\(answer.text)")
            }
            #expect(try await service.sandbox("GET", "/\(list)?limit=0").status == 400)
        }
    }

    @Test("A card's id leads to its owner; a card of another tenant is not found")
    func card() async throws {
        struct Located: Decodable, Equatable {
            let cardId, customerId, brand, lastFour, status, scheme, ownerName: String
        }
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let card = try await service.cards(of: .ivana).create(.virtual)
            let located: Located = try await service.sandbox("GET", "/cards/\(card.cardId)").decoded(expecting: 200)
            #expect(located == Located(
                cardId: card.cardId, customerId: "10000001", brand: "demo", lastFour: card.lastFour, status: "ACTIVE",
                scheme: card.scheme, ownerName: "Ivana Petrova"))
            #expect(try await service.tenant("blue").sandbox("GET", "/cards/\(card.cardId)").status == 404)
            for id in ["x", "00000000-0000-0000-0000-000000000000"] {
                #expect(try await service.sandbox("GET", "/cards/\(id)").status == 404)
            }
        }
    }

    @Test("Cards are found by their last digits and by those of their tokens, also on a phone that was erased")
    func lastDigits() async throws {
        struct Found: Decodable {
            struct Card: Decodable { let cardId, lastFour: String }
            struct Item: Decodable {
                let card: Card
                let tokenLastFour, phoneId: String?
            }

            let cards: [Item]
        }
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let pixel = try await RemotePhone("PIXEL", at: service)
            let token: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
            func found(_ digits: String) async throws -> [Found.Item] {
                let list: Found = try await service.sandbox("GET", "/cards?lastFour=\(digits)").decoded(expecting: 200)
                return list.cards
            }
            let own = try await found(card.lastFour)
            #expect(own.map(\.card.cardId) == [card.cardId] && own.allSatisfy { $0.tokenLastFour == nil })
            let byToken = try await found(token.dpanLastFour)
            #expect(byToken.map(\.card.lastFour) == [card.lastFour])
            #expect(byToken.map(\.tokenLastFour) == [token.dpanLastFour])
            #expect(byToken.map(\.phoneId) == [pixel.phone.phoneId])
            #expect(try await pixel.ask("DELETE").status == 204)
            #expect(try await found(token.dpanLastFour).map(\.phoneId) == [nil])
            for wrong in ["", "123", "12345", "12a4", "١٢٣٤"] {
                let query = FormText.encode([("lastFour", wrong)])
                let answer = try await service.sandbox("GET", "/cards?\(query)")
                #expect(answer.status == 400 && answer.text.contains("must be four digits"), "\(answer.text)")
            }
            #expect(try await service.sandbox("GET", "/cards").status == 400)
        }
    }

    @Test("A card's history says who changed its status, when and why")
    func history() async throws {
        struct History: Decodable {
            struct Change: Decodable {
                let number: Int
                let from, reason: String?
                let to, actor, occasion, date: String
            }

            let history: [Change]
            let meta: Meta
        }
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            _ = try await service.happens("SUSPEND", to: card)
            let path = "/cards/\(card.cardId)/history"
            let all: History = try await service.sandbox("GET", path).decoded(expecting: 200)
            #expect(all.history.map(\.to) == ["SUSPENDED", "ACTIVE"] && all.history.map(\.from) == ["ACTIVE", nil])
            #expect(all.history.first?.actor == "ISSUER" && all.history.first?.occasion == "EVENT")
            #expect(all.meta == Meta(numberOfRecords: 2, limit: 20, page: 1))
            let first: History = try await service.sandbox("GET", path + "?limit=1&offset=1").decoded(expecting: 200)
            #expect(first.history.map(\.number) == [1])
            #expect(try await service.sandbox("GET", path + "?offset=5").decoded(as: History.self).history.isEmpty)
            let nobody = "/cards/00000000-0000-0000-0000-000000000000/history"
            #expect(try await service.sandbox("GET", nobody).status == 404)
        }
    }

    @Test("Phones are listed with their owners and their tokens")
    func phones() async throws {
        struct Phones: Decodable {
            struct Phone: Decodable {
                let phoneId, customerId, ownerName, kind, walletType: String
                let hasWallet: Bool
                let tokenCount: Int
            }

            let phones: [Phone]
            let meta: Meta
        }
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let pixel = try await RemotePhone("PIXEL", at: service)
            _ = try await pixel.begin(card)
            let bare = try await service.sandbox(
                "POST", "/phones", #"{"customerId": "10000002", "kind": "PIXEL", "hasWallet": false}"#)
            #expect(bare.status == 201)
            let list: Phones = try await service.sandbox("GET", "/phones").decoded(expecting: 200)
            #expect(list.meta == Meta(numberOfRecords: 2, limit: 20, page: 1))
            let full = try #require(list.phones.first { $0.customerId == "10000001" })
            #expect(full.ownerName.hasPrefix("Ivana ") && full.walletType == "GOOGLE_PAY")
            #expect(full.hasWallet && full.tokenCount == 1)
            let empty = try #require(list.phones.first { $0.customerId == "10000002" })
            #expect(!empty.hasWallet && empty.tokenCount == 0)
            let page: Phones = try await service.sandbox("GET", "/phones?limit=1&offset=1").decoded()
            #expect(page.phones.count == 1 && page.meta.page == 2)
            let own: Phones = try await service.sandbox("GET", "/phones?customerId=10000001").decoded(expecting: 200)
            #expect(own.phones.map(\.phoneId) == [full.phoneId])
            #expect(own.meta == Meta(numberOfRecords: 1, limit: 20, page: 1))
            let nobody: Phones = try await service.sandbox("GET", "/phones?customerId=7").decoded(expecting: 200)
            #expect(nobody.phones.isEmpty && nobody.meta.numberOfRecords == 0)
            for wrong in ["x", "010000001", "1234567890123456789", "10000001&customerId=10000002"] {
                let answer = try await service.sandbox("GET", "/phones?customerId=\(wrong)")
                #expect(answer.status == 400 && answer.text.contains(#""field":"customerId""#), "\(answer.text)")
            }
        }
    }

    @Test("An iPhone's certificates and the sealed card are enough to add a card by requests alone")
    func certificates() async throws {
        struct Certificates: Decodable {
            let leafCertificate, subordinateCertificate, nonce, nonceSignature, devicePrivateKey: String
        }
        struct Sealed: Decodable { let encryptedPassData, ephemeralPublicKey, activationData: String }
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let phone = try await RemotePhone("IPHONE", at: service)
            let device: Certificates = try await phone.ask("POST", "/certificates", "{}").decoded(expecting: 200)
            let sealed: Sealed = try await service.ask(
                "POST", "\(cardsPath)/\(card.cardId)/tokenizations", token: service.token(of: .ivana),
                """
                {"walletType": "APPLE_PAY", "leafCertificate": "\(device.leafCertificate)", "nonce": "\(device.nonce)",
                 "subordinateCertificate": "\(device.subordinateCertificate)",
                 "nonceSignature": "\(device.nonceSignature)"}
                """).decoded(expecting: 201)
            let pushed: RemotePhone.Push = try await phone.ask(
                "POST", "/push",
                """
                {"encryptedPassData": "\(sealed.encryptedPassData)", "nonce": "\(device.nonce)",
                 "ephemeralPublicKey": "\(sealed.ephemeralPublicKey)", "activationData": "\(sealed.activationData)",
                 "devicePrivateKey": "\(device.devicePrivateKey)", "nonceSignature": "\(device.nonceSignature)"}
                """).decoded(expecting: 200)
            #expect(pushed.verdict == "PASSED" && pushed.token != nil, "\(pushed)")
            let again: Certificates = try await phone.ask("POST", "/certificates").decoded(expecting: 200)
            #expect(again.nonce != device.nonce && again.devicePrivateKey != device.devicePrivateKey)
            let pixel = try await RemotePhone("PIXEL", at: service).ask("POST", "/certificates")
            #expect(pixel.status == 403 && pixel.text.contains("Only an iPhone has certificates"))
            #expect(try await service.sandbox("POST", "/phones/x/certificates").status == 404)
        }
    }

    @Test("Without a customer, the messages to all customers are listed")
    func messages() async throws {
        struct Inbox: Decodable {
            struct Message: Decodable { let customerId, id: String }
            let messages: [Message]
        }
        try await withSandboxService { service in
            let empty: Inbox = try await service.sandbox("GET", "/messages").decoded(expecting: 200)
            #expect(empty.messages.isEmpty)
            for (person, customer) in [(LiveService.Person.ivana, "10000001"), (.jonas, "10000002")] {
                let card = try await service.cards(of: person).create(.virtual)
                let begun = try await RemotePhone("PIXEL", of: customer, at: service).begin(card)
                #expect(begun.status == 201, "\(begun.text)")
            }
            let all: Inbox = try await service.sandbox("GET", "/messages").decoded(expecting: 200)
            #expect(Set(all.messages.map(\.customerId)) == ["10000001", "10000002"])
            let own: Inbox = try await service.sandbox("GET", "/messages?customerId=10000001").decoded()
            #expect(own.messages.map(\.customerId) == ["10000001"])
        }
    }
}
