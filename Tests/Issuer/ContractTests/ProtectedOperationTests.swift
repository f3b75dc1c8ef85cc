import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import HTTPTypes
import Issuing
import Testing
import TestSupport

@Suite("Operations for which a customer's token is not enough", .timeLimit(.minutes(8)))
struct ProtectedOperationTests {
    /// Every operation that a brand can protect, and its name in the brand's policy. The token call has a suite of its
    /// own, ``TokenCallAuthenticationTests``.
    static let protected: [(operation: Operation, protection: ProtectedOperation)] = [
        (Operations.createCard, .createCard), (Operations.updateCard, .updateCard),
        (Operations.activateCard, .activateCard), (Operations.replaceCard, .replaceCard),
        (Operations.setPIN, .setPIN), (Operations.resetRetries, .resetRetries),
        (Operations.setCardControls, .cardControls),
        (Operations.showDetails, .cardDetails), (Operations.createSecureView, .secureDetails),
        (Operations.tokenizeCard, .tokenizeCard), (Operations.updateTokenizationStatus, .completeTokenization),
        (Operations.createTransfer, .createTransfer), (Operations.updateTransferStatus, .createTransfer),
        (Operations.createWithdrawal, .createWithdrawal), (Operations.updateWithdrawalStatus, .createWithdrawal),
        (Operations.createDispute, .disputePayment), (Operations.withdrawDispute, .disputePayment),
        (Operations.addDisputeEvidence, .disputePayment),
        (Operations.trustDevice, .trustDevice), (Operations.distrustDevice, .trustDevice),
    ]

    @Test("Every operation that changes or shows card data can be protected, and a new brand does")
    func nothingEscapes() {
        let reaching = Operations.all.filter { operation in
            switch operation.audience {
            case .cardData: true
            case .customer: operation.method != .get
            default: false
            }
        }
        #expect(Set(reaching) == Set(Self.protected.map(\.operation)))
        #expect(Set(Operations.all.filter(\.asksForAuthentication)) == Set(reaching + [Operations.issueToken]))
        #expect(Set(Self.protected.map(\.protection) + [.issueToken]) == Set(ProtectedOperation.allCases))
        #expect(AuthenticationPolicy.standard.protectedOperations == ProtectedOperation.ofCustomerTokens)
    }

    @Test("A token alone gets an event and changes nothing; the verified event lets that request through once",
        arguments: protected.indices)
    func onlyItsOwnEvent(_ index: Int) async throws {
        let (operation, protection) = Self.protected[index]
        try await withLiveService { service in
            let scene = try await ProtectedScene(operation, at: service)
            let (ours, other) = (try await scene.request(), try await scene.request())
            let theirs = try await ProtectedScene(operation, at: service).request()
            let settings = #"{"operations":["\#(protection.rawValue)"],"acceptsTrustedDevices":true}"#
            #expect(try await service.sandbox("PUT", "/brands/demo/authentication", settings).status == 200)

            let before = try await service.everythingButEvents()
            let event = try await ours.send().event
            #expect(try await ours.send(presenting: event).event.eventId != event.eventId, "nobody has answered it")
            #expect(try await service.everythingButEvents() == before)

            var strangers = [try await theirs.verifiedEvent()]
            if other.path != ours.path { strangers.append(try await other.verifiedEvent()) }
            if let changed = ours.changed { strangers.append(try await changed.verifiedEvent()) }
            for stranger in strangers {
                let next = try await ours.send(presenting: stranger).event
                #expect(!strangers.map(\.eventId).contains(next.eventId))
            }
            try await ours.answer(event)
            let done = try await ours.send(presenting: event)
            #expect(done.status == operation.successStatus.code, "\(done.text)")
            let again = try await ours.send(presenting: event)
            let answers = [Operations.distrustDevice.name: 404, Operations.createSecureView.name: 201]
            #expect(again.status == answers[operation.name] ?? 401, "a view can be repeated for a minute")
        }
    }

    @Test("A stored answer is replayed for its idempotency key without authentication", arguments: [
        Operations.createCard, Operations.activateCard, Operations.replaceCard, Operations.resetRetries,
        Operations.tokenizeCard, Operations.createTransfer, Operations.createWithdrawal, Operations.createDispute,
        Operations.trustDevice,
    ])
    func keptAnswers(_ operation: Operation) async throws {
        try await withLiveService { service in
            var request = try await ProtectedScene(operation, at: service).request()
            _ = try await service.sandbox(
                "PUT", "/brands/demo/authentication", #"{"operations":\#(LiveService.everyProtection)}"#)
            request.key = "once"
            let event = try await request.verifiedEvent()
            let done = try await request.send(presenting: event)
            #expect(done.status == operation.successStatus.code, "\(done.text)")
            for presented in [event, nil] {
                let replayed = try await request.send(presenting: presented)
                #expect(replayed.body == done.body && replayed["Idempotent-Replayed"] == "true")
            }
            request.key = "twice"
            _ = try await request.send(presenting: event).event
        }
    }

    @Test("SET_PIN protects a PIN in the call that updates a card, too, and nothing else there", arguments: [
        ("SET_PIN", 401, 200), ("UPDATE_CARD", 401, 401), ("REPLACE_CARD", 200, 200),
    ])
    func pinInUpdate(_ protection: String, pinStatus: Int, lockStatus: Int) async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let token = try await service.token(of: .ivana)
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"operations":["\#(protection)"]}"#)
            func update(_ body: String) async throws -> RawAnswer {
                try await service.ask("PATCH", "\(cardsPath)/\(card.cardId)", token: token, body)
            }
            let pin = try await update(#"{"pin":"4071"}"#)
            #expect(pin.status == pinStatus && (pinStatus == 200 || pin.problem?.code == .scaRequired), "\(pin.text)")
            let lock = try await update(#"{"status":"LOCKED","statusReason":"Mislaid"}"#)
            #expect(lock.status == lockStatus, "\(lock.text)")
        }
    }

    @Test("A wrong activation uses up its event, so that each guess needs a new one")
    func wrongActivation() async throws {
        try await withLiveService { service in
            let scene = try await ProtectedScene(Operations.activateCard, at: service)
            let wrong = try #require(try await scene.request().changed)
            _ = try await service.sandbox("PUT", "/brands/demo/authentication", #"{"operations":["ACTIVATE_CARD"]}"#)
            let event = try await wrong.verifiedEvent()
            #expect(try await wrong.send(presenting: event).problem?.code == .activationDataShouldBeValid)
            _ = try await wrong.send(presenting: event).event
        }
    }

    @Test("An invalid request is refused before the customer has to authenticate")
    func fieldErrorsFirst() async throws {
        try await withLiveService(asking: ProtectedOperation.ofCustomerTokens) { service in
            let app = try await App(at: service)
            let card = try await service.business().create(for: "10000001", .virtual)
            let path = "\(cardsPath)/\(card.cardId)"
            for (method, path, body) in [
                ("POST", cardsPath, "{}"), ("POST", path + "/replace", "{}"), ("POST", path + "/activate", "{}"),
                ("POST", path + "/tokenizations", "{}"), ("PUT", path + "/tokenizations", "{}"),
                ("POST", path + "/retries/reset", #"{"now":true}"#),
                ("POST", "/digitalwallets/v1/profile/transfers", "{}"),
                ("PATCH", path, #"{"status":"EXPIRED","statusReason":"Old"}"#),
            ] {
                let answer = try await app.ask(method, path, body)
                #expect(answer.status == 400, "\(method) \(path): \(answer.text)")
            }
            #expect(try await app.ask("POST", cardsPath, "{}", headers: [("SCA-Authorization", "?")]).status == 400)
        }
    }

    @Test("If another operation is protected or devices are accepted, trusting a device is protected too")
    func trustIsImplied() async throws {
        try await withLiveService { service in
            let thief = try await App(at: service)
            let settings = "/brands/demo/authentication"
            for change in [
                #"{"operations":["CARD_DETAILS"],"acceptsTrustedDevices":true}"#,
                #"{"operations":["CARD_DETAILS"],"acceptsTrustedDevices":false}"#,
                #"{"operations":[],"acceptsTrustedDevices":true}"#,
            ] {
                let policy = try await service.sandbox("PUT", settings, change)
                #expect(policy.status == 200 && policy.text.contains(#""TRUST_DEVICE"]"#), "\(policy.text)")
                #expect(try await service.sandbox("GET", settings).body == policy.body)
                let devices = "/digitalwallets/v1/auth/sca/trusted-devices"
                _ = try await thief.ask("POST", devices, Phone().introduction).event
            }
        }
    }

    @Test("The demo brand protects the documented operations, replacements and resets; other brands all operations")
    func brands() async throws {
        try await withLiveService { service in
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            let demo = try await service.sandbox("GET", "/brands/demo/authentication").text
            let expected = #""operations":["UPDATE_CARD","REPLACE_CARD","SET_PIN","RESET_RETRIES","CARD_DETAILS","#
                + #""SECURE_DETAILS","CARD_CONTROLS","TRUST_DEVICE"]"#
            #expect(demo.contains(expected), "\(demo)")
            let made = try await service.sandbox("POST", "/tenants", #"{"name": "a", "brand": "acme"}"#)
            #expect(made.status == 201)
            let acme = try await service.tenant("a", brand: "acme").sandbox("GET", "/brands/acme/authentication").text
            #expect(acme.contains(#""operations":\#(LiveService.everyProtection)"#), "\(acme)")
        }
    }
}

extension LiveService {
    /// The operations that a new brand protects.
    static let everyProtection =
        "[" + ProtectedOperation.ofCustomerTokens.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"

    /// A dump of the database without authentication events and without the number of the next account, because a
    /// refused request may draw a number that is never used.
    fileprivate func everythingButEvents() async throws -> String {
        try await DatabaseDump.text(of: fixture.scratch)
            .replacing(/COPY issuing\.authentication_(?:event|owner) [^\\]*(?:\\[^.][^\\]*)*\\\.\n/, with: "")
            .replacing(/SELECT pg_catalog\.setval\('money\.next_account_number'.*\n/, with: "")
    }
}
