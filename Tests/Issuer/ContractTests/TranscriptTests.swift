import CardAPI
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Transcripts of stories, byte for byte")
struct TranscriptTests {
    @Test("The story of a virtual card has the recorded transcript")
    func virtualCard() async throws {
        try await withLiveService { service in
            let story = Transcript("A virtual card: created, listed, locked, unlocked, cancelled.", at: service)
            let token = try await story.customerToken(of: .ivana)
            try await story.ask(
                "What the customer may have", "GET", "/digitalwallets/v1/profile/prepaid/programs?cardType=VIRTUAL",
                token: token)
            let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"BGN","mobile":"+1 123456789"}"#
            let key = [(name: "Idempotency-Key", value: "order-1")]
            let card: CardBody = try await story.ask(
                "A card is ordered", "POST", cardsPath, token: token, order, headers: key).decoded()
            try await story.ask(
                "The answer got lost, so the order is sent again", "POST", cardsPath, token: token, order,
                headers: key)
            try await story.ask(
                "The customer's cards", "GET", "\(cardsPath)?include=AVAILABLE_ACTIONS,TOKENIZATIONS&limit=5",
                token: token)
            let path = "\(cardsPath)/\(card.cardId)"
            for (says, status) in [
                ("The card is locked", "LOCKED"), ("unlocked", "ACTIVE"),
                ("and cancelled, which is final", "CANCELLED"),
                ("so nothing changes it any more", "ACTIVE"),
            ] {
                try await story.ask(
                    says, "PATCH", path, token: token,
                    #"{"status":"\#(status)","statusReason":"The customer asked"}"#)
            }
            try await story.ask("It can still be looked at", "GET", path, token: token)
            try story.expectGolden("virtual-card.http")
        }
    }

    @Test("The story of a physical card has the recorded transcript")
    func physicalCard() async throws {
        try await withLiveService { service in
            let story = Transcript("A physical card: ordered, delivered, activated, replaced.", at: service)
            let token = try await story.customerToken(of: .ivana)
            let address =
                #"{"address1":"Tsarigradsko Shose 73","city":"Sofia","countryCode":"BG","postalCode":"1000"}"#
            let card: CardBody = try await story.ask(
                "A card is ordered", "POST", cardsPath, token: token,
                #"{"programName":"SKRILL-PHYSICAL-MC-EEA","currency":"EUR","deliveryAddress":\#(address)}"#).decoded()
            let path = "\(cardsPath)/\(card.cardId)", sandbox = "/sandbox/cards/\(card.cardId)"
            try await story.ask(
                "The plastic is sent", "POST", "\(sandbox)/events", #"{"type":"DISPATCHED"}"#, on: .sandbox)
            try await story.ask("It arrives", "POST", "\(sandbox)/events", #"{"type":"DELIVERED"}"#, on: .sandbox)
            let plastic: PlasticBody = try await story.ask(
                "What the cardholder reads on it", "GET", "\(sandbox)/plastic", on: .sandbox).decoded()
            try await story.ask(
                "A slip of the finger", "POST", "\(path)/activate", token: token,
                #"{"lastFourDigits":"\#(card.lastFour)","cvv":"\#(plastic.wrongCVV)"}"#)
            try await story.ask(
                "The card is activated", "POST", "\(path)/activate", token: token,
                #"{"lastFourDigits":"\#(card.lastFour)","cvv":"\#(plastic.cvv)"}"#)
            try await story.ask("It is given a PIN", "PATCH", path, token: token, #"{"pin":"1243"}"#)
            try await story.ask(
                "It is lost, and a new one ordered", "POST", "\(path)/replace", token: token, #"{"reason":"LOST"}"#)
            try await story.ask("What is left of the old one", "GET", path, token: token)
            try story.expectGolden("physical-card.http")
        }
    }

    @Test("The story of a digital card has the recorded transcript")
    func digitalCard() async throws {
        try await withLiveService { service in
            let story = Transcript("A card that is DIGITAL until its chip and PIN are used.", at: service)
            let token = try await story.customerToken(of: .ivana)
            let address =
                #"{"address1":"Tsarigradsko Shose 73","city":"Sofia","countryCode":"BG","postalCode":"1000"}"#
            let card: CardBody = try await story.ask(
                "A card of a digital program is ordered", "POST", cardsPath, token: token,
                #"{"programName":"DEMO-PHYSICAL-VISA-EEA","currency":"EUR","cardPin":"1234","#
                    + #""deliveryAddress":\#(address)}"#
            ).decoded()
            let path = "\(cardsPath)/\(card.cardId)"
            for (says, status) in [
                ("Asking does not make it ACTIVE", "ACTIVE"), ("It can be locked", "LOCKED"),
                ("which is no way round chip and PIN", "ACTIVE"), ("It is unlocked to what it was", "DIGITAL"),
            ] {
                try await story.ask(
                    says, "PATCH", path, token: token,
                    #"{"status":"\#(status)","statusReason":"The customer asked"}"#)
            }
            try await story.ask(
                "The first chip and PIN transaction", "POST", "/sandbox/cards/\(card.cardId)/events",
                #"{"type":"CHIP_AND_PIN"}"#, on: .sandbox)
            try story.expectGolden("digital-card.http")
        }
    }

    @Test("The story of tokens has the recorded transcript")
    func tokens() async throws {
        try await withLiveService { service in
            let story = Transcript("Tokens: granted, refreshed, expired, and a refresh token used twice.", at: service)
            let first = try await story.token(
                "A customer's token with the scope for card secrets",
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token=10000001"
                    + "&subject_token_type=urn%3Atessera%3Atoken-type%3Acustomer-id&scope=pci-dss-1")
            try await story.ask(
                "Fifteen minutes later", "PUT", "/sandbox/clock", #"{"advanceSeconds":900}"#, on: .sandbox)
            try await story.ask("the token is past its time", "GET", cardsPath, token: first.accessToken)
            let second = try await story.token(
                "so it is refreshed", "grant_type=refresh_token&refresh_token=\(first.refreshToken ?? "")")
            try await story.ask("The new one is good", "GET", cardsPath, token: second.accessToken)
            for (says, used) in [
                ("A refresh token that was used is not good any more", first),
                ("and neither is the one that followed it, since someone else may hold it", second),
            ] {
                _ = try? await story.token(says, "grant_type=refresh_token&refresh_token=\(used.refreshToken ?? "")")
            }
            _ = try? await story.token(
                "A wrong secret", "grant_type=client_credentials", client: "demo-app:wrong")
            try story.expectGolden("tokens.http")
        }
    }

    @Test("A program manager issues and cancels a card, and orders many cards at once")
    func business() async throws {
        try await withLiveService { service in
            let story = Transcript("A program manager: a customer's cards, and many cards at once.", at: service)
            let token = try await story.token(
                "The brand's back office has a token of its own", "grant_type=client_credentials",
                client: "demo-backend:demo-backend-secret"
            ).accessToken
            let cards = customerCardsPath(.ivana)
            let card: CardBody = try await story.ask(
                "It issues a card to a customer", "POST", cards, token: token,
                #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#).decoded()
            try await story.ask("The customer's cards", "GET", "\(cards)?limit=5", token: token)
            try await story.ask(
                "The PIN is not its business", "PATCH", "\(cards)/\(card.cardId)", token: token,
                #"{"status":"LOCKED","statusReason":"Fraud","pin":"1234"}"#)
            try await story.ask(
                "Cancelling is", "PATCH", "\(cards)/\(card.cardId)", token: token,
                #"{"status":"CANCELLED","statusReason":"Fraud"}"#)
            try await story.ask(
                "A customer of nobody's", "GET", cards.replacing("10000001", with: "999"), token: token)
            let entry = #"{"customerId":"10000001","programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let wrong = #"{"customerId":"999","programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let bulk = "/digitalwallets/v1/prepaid/cards/bulk"
            try await story.ask(
                "One wrong entry refuses the order", "POST", bulk, token: token, #"{"cards":[\#(entry),\#(wrong)]}"#)
            let order: BulkOrderBody = try await story.ask(
                "Two cards are ordered", "POST", bulk, token: token,
                #"{"cards":[\#(entry),\#(entry.replacing("10000001", with: "10000002"))]}"#).decoded()
            try await story.ask("They wait for their turn", "GET", "\(bulk)/\(order.orderId)", token: token)
            try await story.ask(
                "Time passes", "PUT", "/sandbox/clock", #"{"advanceSeconds":60}"#, on: .sandbox)
            try await story.ask("They are issued", "GET", "\(bulk)/\(order.orderId)", token: token)
            try story.expectGolden("business.http")
        }
    }

    @Test("A card is added to a wallet and replaced, and its token is deleted")
    func tokenization() async throws {
        try await withLiveService { service in
            let story = Transcript("A card goes into Google Wallet and is replaced; its token is deleted.", at: service)
            let token = try await story.customerToken(of: .ivana)
            let order = #"{"programName":"DEMO-VIRTUAL-VISA-EEA","currency":"EUR"}"#
            let card: CardBody = try await story.ask(
                "A Visa card is ordered", "POST", cardsPath, token: token, order).decoded()
            let path = "\(cardsPath)/\(card.cardId)"
            try await story.ask(
                "Google needs to know the device and the account", "POST", "\(path)/tokenizations", token: token,
                #"{"walletType":"GOOGLE_PAY"}"#)
            try await story.ask(
                "The card is sealed for Visa", "POST", "\(path)/tokenizations", token: token,
                #"{"walletType":"GOOGLE_PAY","clientDeviceId":"WNkcsfZPiKfa5PrH3jilkQYT","#
                    + #""clientWalletAccountId":"40exmLiWV1iV55ZVstOAiMf7"}"#)
            let report = #"{"dpanRef":"DNITHE302410223044721987","walletId":"40exmLiWV1iV55ZVstOAiMf7","#
                + #""walletType":"GOOGLE_PAY","status":"COMPLETED"}"#
            for says in ["The wallet has a token now", "and says so twice"] {
                try await story.ask(says, "PUT", "\(path)/tokenizations", token: token, report)
            }
            try await story.ask(
                "It does not go back", "PUT", "\(path)/tokenizations", token: token,
                report.replacing("COMPLETED", with: "INITIATED"))
            try await story.ask(
                "A second token for the same device is refused", "POST", "\(path)/tokenizations", token: token,
                #"{"walletType":"GOOGLE_PAY","clientDeviceId":"WNkcsfZPiKfa5PrH3jilkQYT","#
                    + #""clientWalletAccountId":"40exmLiWV1iV55ZVstOAiMf7"}"#)
            let new: CardBody = try await story.ask(
                "The card is lost; its token is not", "POST", "\(path)/replace", token: token, #"{"reason":"LOST"}"#
            ).decoded()
            try await story.ask(
                "It stands for the new card now", "GET", "\(cardsPath)/\(new.cardId)?include=TOKENIZATIONS",
                token: token)
            try await story.ask(
                "The phone is lost too, and the network says so", "POST",
                "/sandbox/tokens/DNITHE302410223044721987/events", #"{"type":"DELETE"}"#, on: .sandbox)
            try await story.ask(
                "Now it is gone", "GET", "\(cardsPath)/\(new.cardId)?include=TOKENIZATIONS", token: token)
            try story.expectGolden("tokenization.http")
        }
    }

    @Test("The story of mistakes has the recorded transcript")
    func mistakes() async throws {
        try await withLiveService { service in
            let story = Transcript("Mistakes, and what they are answered with.", at: service)
            let token = try await story.customerToken(of: .ivana)
            try await story.ask("No token", "GET", cardsPath)
            try await story.ask(
                "All errors are returned at once", "POST", cardsPath, token: token,
                #"{"programname":"SKRILL-VIRTUAL-MC-EEA","currency":"EURO","cardPin":"12345"}"#)
            try await story.ask("No JSON", "POST", cardsPath, token: token, #"{"programName":}"#)
            try await story.ask(
                "A card that is not this customer's, or nobody's", "GET",
                "\(cardsPath)/f16ba382-eb42-481a-b08f-c57bdc9aae24", token: token)
            try await story.ask("A page that is none", "GET", "\(cardsPath)?limit=1000&offset=-1", token: token)
            try await story.ask("A method that is none", "DELETE", cardsPath, token: token)
            try await story.ask("A path that is none", "GET", "/digitalwallets/v1/cards", token: token)
            try await story.ask(
                "The sandbox answers in its own way", "POST", "/sandbox/customers", #"{"country":"Bulgaria"}"#,
                on: .sandbox)
            try story.expectGolden("mistakes.http")
        }
    }
}
