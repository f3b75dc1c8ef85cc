import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Simulated phones in the sandbox")
struct PhonesInTheSandboxTests {
    @Test(
        "A token that was begun in Google Wallet is completed without a request to tokenize", arguments: [true, false])
    func manual(isIdentifiedByCode: Bool) async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let pixel = try await RemotePhone("PIXEL", at: service)
            let begun: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
            #expect(begun.tokenState == "NEEDS_IDENTITY_VERIFICATION" && begun.fpanLastFour == card.lastFour)
            #expect(try await pixel.tokens() == [begun])
            let early = try await service.sandbox(
                "POST", "/tokens/\(begun.issuerTokenId)/events", #"{"type":"SUSPEND"}"#)
            #expect(early.status == 404 && early.text.contains("No token with this dpanRef was reported as COMPLETED."))
            let wallet = pixel.phone.activeWalletId
            #expect(try await cards.tokenizations(of: card) == [
                TokenizationBody(
                    dpanRef: begun.issuerTokenId, walletId: wallet, walletType: "GOOGLE_PAY", status: "INITIATED")
            ])
            if isIdentifiedByCode {
                let code = try await pixel.code(for: begun)
                let wrong = try await pixel.verify(begun, code == "000000" ? "000001" : "000000")
                #expect(wrong.status == 403 && wrong.text.contains("GET /sandbox/messages shows it."))
                #expect(try await pixel.verify(begun, code).status == 200)
                #expect(try await pixel.tokens().map(\.tokenState) == ["ACTIVE"])
                let again = try await pixel.verify(begun, code)
                #expect(again.status == 409 && again.text.contains("TAP_AND_PAY_INVALID_TOKEN_STATE"))
            }
            #expect(try await pixel.complete(begun, of: cards, as: "INITIATED").dpanRef == begun.issuerTokenId)
            #expect(try await pixel.complete(begun, of: cards).status == "COMPLETED")
            #expect(try await pixel.tokens().map(\.tokenState) == ["ACTIVE"])
            #expect(try await cards.tokenizations(of: card).map(\.status) == ["COMPLETED"])
            let second = try await pixel.begin(card)
            #expect(second.status == 403 && second.text.contains("The card is already on this device and account"))
        }
    }

    @Test("After five wrong codes, even simultaneous ones, the right one is not accepted; a new token has a new code")
    func guessing() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let pixel = try await RemotePhone("PIXEL", at: service)
            let token: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
            let code = try await pixel.code(for: token)
            let wrong = code == "000000" ? "000001" : "000000"
            let answers = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
                for _ in 1...8 { group.addTask { try await pixel.verify(token, wrong) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 403 })
            #expect(answers.count { $0.text.contains("This is not the code") } == 5)
            let closed = try await pixel.verify(token, code)
            #expect(closed.status == 403 && closed.text.contains("was wrong 5 times"))
            #expect(try await pixel.tokens().map(\.tokenState) == ["NEEDS_IDENTITY_VERIFICATION"])

            #expect(try await pixel.happens("DELETE", to: token).status == 200)
            let second: RemotePhone.Token = try await pixel.begin(card).decoded(expecting: 201)
            #expect(try await pixel.verify(second, pixel.code(for: second)).status == 200)
        }
    }

    @Test("A phone reports a missing wallet until one is created")
    func wallet() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let pixel = try await RemotePhone("PIXEL", hasWallet: false, at: service)
            #expect(pixel.phone.activeWalletId == nil && pixel.phone.stableHardwareId.count == 24)
            for answer in [
                try await pixel.ask("GET", "/tokens"), try await pixel.begin(card),
                try await pixel.ask(
                    "POST", "/push", #"{"opaquePaymentCard":"a","tokenProvider":"TOKEN_PROVIDER_VISA"}"#),
            ] {
                #expect(answer.status == 409 && answer.text.contains("TAP_AND_PAY_NO_ACTIVE_WALLET"))
            }
            let created: RemotePhone.Phone = try await pixel.ask("POST", "/wallet").decoded(expecting: 200)
            #expect(created.activeWalletId != nil && created.stableHardwareId == pixel.phone.stableHardwareId)
            #expect(try await pixel.ask("POST", "/wallet").decoded(expecting: 200) == created)
            #expect(try await pixel.ask("GET").decoded(expecting: 200) == created)
            #expect(try await pixel.tokens() == [])
        }
    }

    @Test("A pushed card becomes a token once, and follows its card", arguments: [
        ("PIXEL", "DEMO-VIRTUAL-VISA-EEA"), ("PIXEL", "SKRILL-VIRTUAL-MC-EEA"), ("GALAXY", "DEMO-VIRTUAL-VISA-EEA"),
        ("GALAXY", "SKRILL-VIRTUAL-MC-EEA"),
    ])
    func push(kind: String, program: String) async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering(program))
            let phone = try await RemotePhone(kind, at: service)
            let (pushed, json) = try await phone.push(card, of: cards, advice: "VERIFY")
            let token = try #require(pushed.token)
            #expect(pushed.verdict == "PASSED" && token.tokenState == "NEEDS_IDENTITY_VERIFICATION")
            let other = try await RemotePhone(kind, at: service)
            for again in [phone, other] {
                let replayed: RemotePhone.Push = try await again.ask("POST", "/push", json).decoded(expecting: 200)
                let isBound = program.contains("VISA") && again.phone != phone.phone
                #expect(replayed.failure == (isBound ? "opaquePaymentCard.otherDevice" : "tokenService.replayed"))
            }
            var body = UpdateTokenizationBody()
            (body.dpanRef, body.walletType, body.status) = (token.issuerTokenId, phone.phone.walletType, "COMPLETED")
            _ = try await cards.updateTokenizationStatus(card.cardId, body)
            #expect(try await phone.tokens().map(\.tokenState) == ["ACTIVE"])
            #expect(try await phone.happens("SUSPEND", to: token).status == 200)
            #expect(try await phone.tokens().map(\.tokenState) == ["SUSPENDED"])
            #expect(try await phone.happens("RESUME", to: token).status == 200)
            _ = try await service.happens("SUSPEND", to: card)
            #expect(try await phone.tokens().map(\.tokenState) == ["SUSPENDED"])
            _ = try await service.happens("RESUME", to: card)
            #expect(try await phone.tokens().map(\.tokenState) == ["ACTIVE"])
            #expect(try await phone.happens("DELETE", to: token).status == 200)
            #expect(try await phone.tokens() == [])
            #expect(try await cards.tokenizations(of: card) == [])
            #expect(try await phone.happens("DELETE", to: token).status == 404)
        }
    }

    @Test("A token that the Card service does not know can only be deleted")
    func unreported() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let token = try #require(try await phone.push(card, of: cards).push.token)
            #expect(token.tokenState == "ACTIVE")
            let refused = try await phone.happens("SUSPEND", to: token)
            #expect(refused.status == 409 && refused.text.contains("TAP_AND_PAY_INVALID_TOKEN_STATE"))
            #expect(refused.text.contains("This token is ACTIVE, and the Card service does not know it as COMPLETED."))
            #expect(try await phone.happens("DELETE", to: token).status == 200)
            #expect(try await phone.tokens() == [])
        }
    }

    /// The Card service does not know that the phone has deleted the token.
    @Test("A token that was deleted before it was reported can still be completed, and the network can delete it")
    func lateReport() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let token = try #require(try await phone.push(card, of: cards).push.token)
            #expect(try await phone.happens("DELETE", to: token).status == 200)
            #expect(try await phone.complete(token, of: cards).status == "COMPLETED")
            #expect(try await phone.tokens() == [])
            let deleted = try await service.sandbox(
                "POST", "/tokens/\(token.issuerTokenId)/events", #"{"type":"DELETE"}"#)
            #expect(deleted.status == 200)
            #expect(try await cards.tokenizations(of: card) == [])
        }
    }

    @Test("A customer of any brand can have a phone, which takes cards of any brand")
    func brands() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            let stranger = try await service.customerOfAnotherBrand()
            let phone = try await RemotePhone("PIXEL", of: stranger, at: service)
            #expect(phone.phone.customerId == stranger)
            #expect(try await phone.push(card, of: cards).push.token?.fpanLastFour == card.lastFour)
        }
    }

    @Test("A phone of an unknown customer and an unknown phone are 404, and a reset removes all phones")
    func unknown() async throws {
        try await withSandboxService { service in
            for customer in ["x", "999999999"] {
                let answer = try await service.sandbox(
                    "POST", "/phones", #"{"customerId":"\#(customer)","kind":"PIXEL"}"#)
                #expect(answer.status == 404, "\(customer)")
            }
            let phone = try await RemotePhone("IPHONE", at: service)
            for id in ["none", "f16ba382-eb42-481a-b08f-c57bdc9aae24"] {
                #expect(try await service.sandbox("GET", "/phones/\(id)").status == 404)
            }
            #expect(try await phone.ask("POST", "/push", "{}").status == 400)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await phone.ask("GET").status == 404)
        }
    }

    @Test("A snapshot keeps a phone and its tokens, and a restore removes later ones")
    func snapshot() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let phone = try await RemotePhone("PIXEL", at: service)
            let kept: RemotePhone.Token = try await phone.begin(card).decoded(expecting: 201)
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"with-a-phone"}"#).status == 201)
            let later = try await RemotePhone("PIXEL", at: service)
            #expect(try await later.begin(card).status == 201)
            #expect(try await phone.ask("DELETE").status == 204)
            #expect(try await service.sandbox("POST", "/snapshots/with-a-phone/restore").status == 204)
            #expect(try await phone.tokens() == [kept])
            #expect(try await phone.verify(kept, phone.code(for: kept)).status == 200)
            #expect(try await later.ask("GET").status == 404)
        }
    }
}
