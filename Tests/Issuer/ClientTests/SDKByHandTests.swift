import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

/// Every member of an answer has its own value, so that the tests notice two exchanged members.
@Suite("The SDK: values that are made by hand equal the service's answers")
struct SDKByHandTests {
    @Test("A list of cards that is made by hand equals the answer")
    func cards() async throws {
        let json = """
            {"cards":[{"cardId":"card","status":"LOCKED","expiry":{"month":2,"year":2031},"bin":"222100",\
            "lastFour":"1234","customerId":"customer","cardType":"PHYSICAL","programName":"program","currency":"EUR",\
            "mobile":"mobile","deliveryAddress":{"address1":"1","address2":"2","address3":"3","city":"city",\
            "countryCode":"BG","state":"state","postalCode":"1000"},"createdDate":"1970-01-01T00:00:10Z",\
            "accountId":"127623047","scheme":"VISA","activationDate":"1970-01-01T00:00:20Z","isPinSet":true,\
            "externalId":"external","tokenizations":[{"walletType":"GOOGLE_PAY","status":"INITIATED",\
            "walletId":"wallet"}],"availableActions":[{"action":"UNLOCK"}]}],\
            "meta":{"numberOfRecords":21,"limit":10,"page":3}}
            """
        let card = Wallet.Card(
            cardID: "card", status: .locked, expiry: .init(month: 2, year: 2031), bin: "222100", lastFour: "1234",
            customerID: "customer", cardType: .physical, programName: "program", currency: "EUR", mobile: "mobile",
            deliveryAddress: .init(
                address1: "1", address2: "2", address3: "3", city: "city", countryCode: "BG", state: "state",
                postalCode: "1000"),
            createdDate: .init(timeIntervalSince1970: 10), accountID: "127623047", scheme: .visa,
            activationDate: .init(timeIntervalSince1970: 20), isPinSet: true, externalID: "external",
            tokenizations: .init(tokenizations: [.init(initiatedIn: .googlePay, walletID: "wallet")]),
            availableActions: [.init(availableAction: .unlock)])
        let list = Wallet.CardList(cards: [card], meta: .init(numberOfRecords: 21, limit: 10, page: 3))
        try await answering([.answer(200, [:], json)]) { wallet in
            let found = try await wallet.cardService.getAll()
            #expect(found == list)
        }
    }

    @Test("Programs, tokenizations and views that are made by hand equal the answers")
    func programsTokenizationsAndViews() async throws {
        let programs = """
            {"programs":[{"cardType":"VIRTUAL","scheme":"MC","name":"program","currencies":["EUR"],\
            "allowableCards":3,"isDigital":true}]}
            """
        let program = Wallet.CardProgram(
            cardType: .virtual, scheme: .mastercard, name: "program", currencies: ["EUR"], allowableCards: 3,
            isDigital: true)
        let tokenization = """
            {"cardNetwork":"CARD_NETWORK_VISA","tokenProvider":"TOKEN_PROVIDER_MASTERCARD","cardLastDigits":"1234",\
            "customer":{"address1":"1","address2":"2","address3":"3","city":"city","countryCode":"BG",\
            "state":"state","postalCode":"1000","name":"name","mobile":"mobile"},"opaquePaymentCard":"opaque",\
            "provisionPayload":"payload",\
            "encryptedPassData":"pass","ephemeralPublicKey":"key","activationData":"activation"}
            """
        let tokenized = Wallet.CardTokenization(
            cardNetwork: .cardNetworkVisa, tokenProvider: .tokenProviderMastercard, cardLastDigits: "1234",
            customer: .init(
                address1: "1", address2: "2", address3: "3", city: "city", countryCode: "BG", state: "state",
                postalCode: "1000", name: "name", mobile: "mobile"),
            opaquePaymentCard: "opaque", provisionPayload: "payload", encryptedPassData: "pass",
            ephemeralPublicKey: "key", activationData: "activation")
        let separate = ["PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME"].enumerated().map { number, type in
            #"{"type":"\#(type)","url":"https://a/\#(number)","expiresAt":"1970-01-01T00:00:10Z"}"#
        }
        let made = (0..<4).compactMap { URL(string: "https://a/\($0)") }.map { url in
            Wallet.SecureView(url: url, expiresAt: Date(timeIntervalSince1970: 10))
        }
        let views = Wallet.CardSecureDetailsViews(
            panView: made[0], cvvView: made[1], expiryDateView: made[2], cardHolderNameView: made[3])
        let answers: [Front.Reaction] = [
            .answer(200, [:], programs), .answer(201, [:], tokenization),
            .answer(201, [:], #"{"views":[\#(separate.joined(separator: ","))]}"#),
        ]
        try await answering(answers) { wallet in
            let found = (
                try await wallet.cardService.getPrograms(),
                try await wallet.cardService.tokenize(cardID: "c", request: .init(walletType: .googlePay)),
                try await wallet.cardService.getSecureDetailsViews(request: .init(cardID: "c"))
            )
            #expect(found.0.programs == [program] && found.1 == tokenized && found.2 == views)
        }
    }

    @Test("Events, challenges, attempts and devices that are made by hand equal the answers")
    func strongAuthentication() async throws {
        let sms = Wallet.SCAVerification(method: .otp, channel: .sms, target: "+1 *")
        let smsJSON = #"{"method":"OTP","channel":"SMS","target":"+1 *"}"#
        let common = #""eventId":"event","walletOperationId":"operation","authenticationMode":"HYBRID","#
        let times = #""creationTime":"1970-01-01T00:00:10Z","expirationTime":"1970-01-01T00:00:20Z""#
        let details = #"{"scaDetails":{\#(common)"availableVerifications":[\#(smsJSON)],\#(times)}}"#
        let header = #"SCA realm="Prepaid Cards" auth-param1="\#(details.base64)""#
        let event = Wallet.SCAAuthenticationEventResponse(
            eventID: "event", walletOperationID: "operation", authenticationMode: .hybrid,
            availableVerifications: [sms], creationTime: .init(timeIntervalSince1970: 10),
            expirationTime: .init(timeIntervalSince1970: 20))
        let challengeJSON = """
            {\(common)"verification":\(smsJSON),"signing":{"challenge":"nonce","rpId":"rp","credentialIds":["id"]},\
            \(times),"allowableChallenges":5,"currentChallenges":1}
            """
        let challenge = Wallet.SCAChallenge(
            eventID: "event", verification: sms, challenge: "nonce", rpID: "rp", credentialIDs: ["id"],
            expirationTime: .init(timeIntervalSince1970: 20), allowableChallenges: 5, currentChallenges: 1)
        let attemptJSON = """
            {"id":"a",\(common)"status":"REJECTED","statusReason":"why","currentAttempts":1,"allowableAttempts":3}
            """
        let attempt = Wallet.SCAAttempt(
            status: .rejected, statusReason: "why", currentAttempts: 1, allowableAttempts: 3)
        let devices = """
            {"trustedDevices":[{"deviceId":"device","name":"name","createdDate":"1970-01-01T00:00:10Z",\
            "lastUsedDate":"1970-01-01T00:00:20Z"}]}
            """
        let device = Wallet.SCATrustedDevice(
            deviceID: "device", name: "name", createdDate: .init(timeIntervalSince1970: 10),
            lastUsedDate: .init(timeIntervalSince1970: 20))
        let answers: [Front.Reaction] = [
            .answer(401, ["WWW-Authenticate": header, "X-Request-Id": "r"]), .answer(201, [:], challengeJSON),
            .answer(200, [:], attemptJSON), .answer(200, [:], devices),
        ]
        try await answering(answers) { wallet in
            let scaService = wallet.scaService
            let error = try await failure { () throws(WalletError) in try await wallet.cardService.getAll() }
            guard case .scaRequired(event, "r") = error else { throw error }
            #expect(try await scaService.sendChallenge(event: event.scaDetails, verification: sms) == challenge)
            let judged = try await scaService.attempt(
                event: event.scaDetails, verification: sms, answer: .otp("1"))
            #expect(judged == attempt)
            #expect(try await scaService.getTrustedDevices() == [device])
        }
    }

    @Test("Refusals that are made by hand equal the answers")
    func refusals() async throws {
        let json = """
            {"error":{"code":"5068","message":"A sentence.","details":["More."],\
            "fieldErrors":[{"field":"currency","error":"is required"}]}}
            """
        try await answering([.answer(400, ["Retry-After": "7", "X-Request-Id": "r"], json)]) { wallet in
            let expected = Wallet.Problem(
                status: 400, code: "5068", message: "A sentence.", details: ["More."],
                fieldErrors: [.init(field: "currency", error: "is required")], retryAfterSeconds: 7, errorID: "r")
            let error = try await failure { () throws(WalletError) in try await wallet.cardService.getAll() }
            guard case .refused(let problem) = error else { throw error }
            #expect(problem == expected)
        }
    }

    /// Runs `work` with a wallet whose first calls get these answers.
    private func answering(_ reactions: [Front.Reaction], _ work: (Wallet) async throws -> Void) async throws {
        try await withLiveService { service in
            try await withFront(of: service, reactions) { _, port in try await work(service.sdk(port: port)) }
        }
    }
}
