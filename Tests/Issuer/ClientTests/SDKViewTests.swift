import CardAPI
import CardClient
import Cards
import CardSecrets
import ContractTestSupport
import Crypto
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("The SDK: details and PIN, each in a view that opens once")
struct SDKViewTests {
    @Test("Four views show the details and one the PIN; each call needs one verified event")
    func views() async throws {
        try await withLiveService(asking: [.secureDetails]) { service in
            let app = try await App(at: service)
            let wallet = service.sdk(scope: Audience.cardDataScope)
            let cardService = wallet.cardService
            let card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "1243"))
            let plastic = try await service.plastic(of: card)
            var request = Wallet.CardSecureDetailsViewRequest(
                cardID: card.cardId,
                viewsConfiguration: .init(shouldShowPanCopyButton: true, panSeparator: "-"))
            request.viewsConfiguration.cvvAppearance = .init(size: 16, color: "#FFFFFF", font: .monospace)
            let asked = try await failure { () throws(WalletError) in
                try await cardService.getSecureDetailsViews(request: request)
            }
            request.scaDetails = try await wallet.verify(asked, as: app)
            let views = try await cardService.getSecureDetailsViews(request: request)
            let number = stride(from: 0, to: 16, by: 4).map { plastic.pan.dropFirst($0).prefix(4) }
            for (view, text, hasButton) in [
                (views.panView, number.joined(separator: "-"), true), (views.cvvView, plastic.cvv, false),
                (views.expiryDateView, "03/29", false), (views.cardHolderNameView, plastic.cardHolderName, false),
            ] {
                let page = try await service.ask("GET", view.url.path)
                #expect(page.status == 200 && page.text.contains(">\(text)</dd>"))
                #expect(page.text.contains("<button") == hasButton && !"\(view)".contains(view.url.path))
                #expect(page.text.contains("background: transparent") && !page.text.contains("<dt>"))
                #expect(page.text.contains("color: #FFFFFF;\n  font: 16px/") == (text == plastic.cvv))
                #expect(try await service.ask("GET", view.url.path).status == 404)
            }

            var pinRequest = Wallet.CardSecureViewRequest(cardID: card.cardId)
            let askedForPIN = try await failure { () throws(WalletError) in
                try await cardService.getSecurePinView(request: pinRequest)
            }
            pinRequest.scaDetails = try await wallet.verify(askedForPIN, as: app)
            let view = try await cardService.getSecurePinView(request: pinRequest)
            let page = try await service.ask("GET", view.url.path)
            #expect(page.status == 200 && page.text.contains(">1243</dd>"))
        }
    }

    @Test("Only the app's own key opens details that are encrypted for it, also when the call is repeated")
    func encrypted() async throws {
        try await withLiveService(asking: [.secureDetails]) { service in
            let app = try await App(at: service)
            let wallet = service.sdk(scope: Audience.cardDataScope)
            let card = try await service.cards(of: .ivana).create(.ordering("SKRILL-VIRTUAL-MC-EEA", pin: "1243"))
            let plastic = try await service.plastic(of: card)
            let key = P256.KeyAgreement.PrivateKey()
            for (content, secrets) in [
                (Wallet.CardEncryptedDetailsRequest.Content.details, [plastic.pan, plastic.cvv]), (.pin, ["1243"]),
            ] {
                var request = Wallet.CardEncryptedDetailsRequest(
                    cardID: card.cardId, content: content, publicKey: key.publicKey.x963Representation)
                let asked = try await failure { () throws(WalletError) in
                    try await wallet.cardService.getEncryptedDetails(request: request)
                }
                request.scaDetails = try await wallet.verify(asked, as: app)
                for _ in 1...2 {
                    let answer = try await wallet.cardService.getEncryptedDetails(request: request)
                    let opened = SessionKeySealing.open(answer.jwe, with: Secret(Array(key.rawRepresentation)))
                    let text = try #require(opened).withBytes { String(decoding: $0, as: UTF8.self) }
                    #expect(secrets.allSatisfy(text.contains) && !"\(answer)".contains(answer.jwe))
                }
            }
        }
    }
}
