import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("The SDK: unknown answers, refusals and secrets")
struct SDKAnswerTests {
    @Test("Words of a later version are read as unknown, and no call fails")
    func words() async throws {
        let card = """
            {"cardId":"c","status":"FROZEN","expiry":{"month":1,"year":2030},"bin":"222100","lastFour":"1234",\
            "customerId":"1","cardType":"METAL","programName":"P","currency":"EUR",\
            "createdDate":"2026-03-15T12:00:00Z","scheme":"UNIONPAY","isPinSet":false,"colour":"red",\
            "tokenizations":[{"walletType":"WATCH_PAY","status":"PAUSED"}],"availableActions":[{"action":"PAINT"}]}
            """
        let tokenization = """
            {"cardNetwork":"CARD_NETWORK_X","tokenProvider":"TOKEN_PROVIDER_X","cardLastDigits":"1234",\
            "customer":{"name":"A","mobile":"+1 1"}}
            """
        try await withLiveService { service in
            try await withFront(of: service, [.answer(200, [:], card), .answer(201, [:], tokenization)]) { _, port in
                let cardService = service.sdk(port: port).cardService
                let card = try await cardService.get(cardID: "c")
                #expect(card.status == .unknown && card.cardType == .unknown && card.scheme == .unknown)
                #expect(card.tokenizations?.tokenizations.first?.walletType == .unknown)
                #expect(card.tokenizations?.tokenizations.first?.status == .unknown)
                #expect(card.availableActions?.first?.availableAction == .unknown)
                let tokenization = try await cardService.tokenize(cardID: "c", request: .init(walletType: .samsungPay))
                #expect(tokenization.cardNetwork == .unknown && tokenization.tokenProvider == .unknown)
            }
        }
    }

    @Test("The SDK knows exactly the words of the contract")
    func vocabulary() {
        func words<Word: WalletWord>(_: Word.Type) -> [String] {
            Word.allCases.filter { $0 != .unknown }.map(\.rawValue).sorted()
        }
        /// Some enumerations of the contract have the word UNKNOWN themselves.
        func known(_ words: [String]) -> [String] { words.filter { $0 != "UNKNOWN" }.sorted() }
        #expect(words(Wallet.CardStatus.self) == Vocabulary.cardStatuses.sorted())
        #expect(words(Wallet.CardType.self) == Vocabulary.cardTypes.sorted())
        #expect(words(Wallet.MobileWalletType.self) == Vocabulary.walletTypes.sorted())
        #expect(words(Wallet.MobileWalletStatus.self) == Vocabulary.tokenizationStatuses.sorted())
        #expect(words(Wallet.CardScheme.self) == Vocabulary.schemes.sorted())
        #expect(words(Wallet.CardAction.self) == Vocabulary.cardActions.sorted())
        #expect(words(Wallet.CardNetworkType.self) == Vocabulary.cardNetworks.sorted())
        #expect(words(Wallet.CardTokenProvider.self) == Vocabulary.tokenProviders.sorted())
        #expect(words(Wallet.TransactionStatus.self) == known(Vocabulary.transactionStatuses))
        #expect(words(Wallet.TransactionType.self) == known(Vocabulary.transactionTypes))
        #expect(words(Wallet.TransactionDirection.self) == known(Vocabulary.directions))
        #expect(words(Wallet.PaymentType.self) == known(Vocabulary.paymentTypes))
        #expect(words(Wallet.FeePaymentReason.self) == known(Vocabulary.feeReasons))
        #expect(words(Wallet.AuthorizationStatus.self) == known(Vocabulary.authorizationStatuses))
        #expect(words(Wallet.AuthorizationDirection.self) == known(Vocabulary.directions))
        #expect(words(Wallet.AuthorizationType.self) == known(Vocabulary.authorizationTypes))
        #expect(words(Wallet.DisputeStatus.self) == Vocabulary.disputeStatuses.sorted())
        #expect(words(Wallet.DisputeReason.self) == Vocabulary.disputeReasons.sorted())
        #expect(words(Wallet.DisputeStep.self) == Vocabulary.disputeSteps.sorted())
        #expect(words(Wallet.DisputeActor.self) == Vocabulary.disputeActors.sorted())
        #expect(words(Wallet.PanEntryMethod.self) == known(Vocabulary.panEntryMethods))
        #expect(words(Wallet.Authorization.CardPresence.self) == known(Vocabulary.cardPresences))
        #expect(words(Wallet.Authorization.CardholderPresence.self) == known(Vocabulary.cardholderPresences))
        #expect(words(Wallet.Authorization.Challenge.self) == known(Vocabulary.cardholderChallenges))
        #expect(words(Wallet.SCAAuthenticationMode.self) == Vocabulary.authenticationModes.sorted())
        #expect(words(Wallet.SCAAttempt.Status.self) == Vocabulary.attemptStatuses.sorted())
        #expect(words(Wallet.SCAVerificationChannel.self) == Vocabulary.verificationChannels.sorted())
        #expect(words(Wallet.SCAVerificationMethod.self) == Vocabulary.verificationMethods.sorted())
        #expect(
            Wallet.CardReplacementReason.allCases.map(\.rawValue).sorted() == Vocabulary.replacementReasons.sorted())
        #expect(Wallet.CardIncludesParam.allCases.map(\.rawValue).sorted() == Vocabulary.cardInclusions.sorted())
    }

    @Test("A refusal holds everything that the service says, also with an unknown code")
    func refusals() async throws {
        let later = #"{"error":{"code":"DW-LATER","message":"A sentence."}}"#
        try await withLiveService { service in
            let refused: [Front.Reaction] = [
                .handOn, .answer(403, ["X-Request-Id": "r-1"], later), .answer(200, [:], "<html>"),
            ]
            try await withFront(of: service, refused) { _, port in
                let cardService = service.sdk(port: port).cardService
                let request = Wallet.CardRequest(programName: "", currency: "EURO")
                let fields = try await failure { () throws(WalletError) in
                    try await cardService.create(request: request)
                }
                guard case .refused(let problem) = fields else { throw fields }
                #expect(problem.status == 400 && problem.code == "5068" && problem.errorID?.isEmpty == false)
                #expect(problem.fieldErrors.map(\.field) == ["programName", "currency"])
                let unknown = try await failure { () throws(WalletError) in try await cardService.get(cardID: "c") }
                guard case .refused(let problem) = unknown else { throw unknown }
                #expect(problem.code == "DW-LATER" && problem.message == "A sentence.")
                #expect(unknown.problem == problem && unknown.knownProblem == nil)
                #expect("\(unknown)" == "DW-LATER: A sentence. (r-1)")
                let page = try await failure { () throws(WalletError) in try await cardService.get(cardID: "c") }
                guard case .notUnderstood("getCard", 200, nil, nil) = page else { throw page }
            }
        }
    }

    @Test("No description and no dump of a request, a token or a sealed card shows a secret")
    func secrets() throws {
        let secrets: [any Sendable] = [
            Wallet.CardRequest(programName: "P", currency: "EUR", cardPin: "9137"),
            Wallet.CardActivationRequest(lastFourDigits: "1234", cvv: "9137"), Wallet.CardUpdateRequest(pin: "9137"),
            Wallet.CardReplacementRequest(reason: .lost, cardPin: "9137"), Wallet.CardPinRequest(pin: "9137"),
            Wallet.Token(accessToken: "9137"), Wallet.SCAAnswer.otp("9137"), Wallet.SCAAnswer.password("9137"),
            Wallet.CardTokenization(
                cardNetwork: .cardNetworkVisa, tokenProvider: .tokenProviderVisa, cardLastDigits: "1234",
                customer: .init(name: "Ivana", mobile: "+359"), opaquePaymentCard: "9137", encryptedPassData: "9137",
                ephemeralPublicKey: "9137", activationData: "9137"),
        ]
        for secret in secrets {
            var dump = ""
            Swift.dump(secret, to: &dump)
            #expect(!("\(secret)" + String(reflecting: secret) + dump).contains("9137"))
        }
    }

    @Test("Without a configuration the wallet ends the process, and the message says what to call")
    func unconfigured() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Wallet.instance
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("call Wallet.configure when the app starts"))
    }
}
