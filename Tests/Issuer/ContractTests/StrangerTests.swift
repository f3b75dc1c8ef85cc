import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import HTTPTypes
import Issuing
import Postgres
import Testing
import TestSupport
import Validation

import struct HTTPContract.Operation

/// The walls between brands and between customers, as a stranger meets them. Every operation is called, so a use case
/// or a statement that forgets whose row it reads or changes fails here.
@Suite("Nobody reaches what belongs to another brand or customer", .timeLimit(.minutes(8)))
struct StrangerTests {
    /// The operations whose path names something of a customer or of a brand's backend. All customers of a brand may
    /// read its programs.
    private static let naming = Operations.all.filter {
        !$0.pathParameters.isEmpty && $0 != Operations.issueToken && $0 != Operations.getProgram
    }

    private static let listing = Operations.all.filter { $0.method == .get && $0.pathParameters.isEmpty }

    /// Ids that nothing has.
    private static let unknown = Operations.anyIDs(LiveService.anyID)
        .merging(["customerId": "999", "accountId": "1", "transactionId": "1"]) { $1 }

    @Test("What a path names looks unknown to a stranger, byte for byte, and stays as it is")
    func paths() async throws {
        try await withLiveService(webhooks: .local) { service in
            let scene = try await StrangerScene.make(at: service)
            try #require(Set(Self.naming.flatMap(\.pathParameters)).isSubset(of: scene.ids.keys))
            let before = try await service.storedLines()
            for operation in Self.naming {
                for (token, own) in scene.strangers(to: operation) {
                    let answer = try await scene.ask(operation, as: token, naming: own)
                    #expect(answer.status == 404, "\(operation.name): \(answer.text)")
                    let nothing = try await scene.ask(
                        operation, as: token, naming: Self.unknown.merging(own) { $1 })
                    #expect(answer.body == nothing.body, "\(operation.name)")
                }
            }
            let changed = try await service.storedLines().symmetricDifference(before)
            #expect(changed.sorted() == [])
            for operation in Self.naming where operation.method != .delete {
                let answer = try await scene.ask(operation, as: scene.owner(of: operation))
                #expect(answer.status != 404, "its owner has it, \(operation.name): \(answer.text)")
            }
        }
    }

    @Test("A list has nothing of a stranger's, whichever id of the stranger it is filtered by")
    func lists() async throws {
        try await withLiveService(webhooks: .local) { service in
            let scene = try await StrangerScene.make(at: service)
            var shown: Set<String> = []
            for operation in Self.listing {
                let filters = operation.query.compactMap { parameter in
                    scene.ids[parameter.name].map { "?\(parameter.name)=\($0)" }
                }
                for target in ([""] + filters).map({ operation.path + $0 }) {
                    for (token, _) in scene.strangers(to: operation) {
                        let answer = try await service.ask("GET", target, token: token)
                        #expect(scene.names(in: answer) == [], "\(target): \(answer.text)")
                    }
                    shown.formUnion(
                        scene.names(in: try await service.ask("GET", target, token: scene.owner(of: operation))))
                }
            }
            let listed: Set = [
                "accountId", "authorizationId", "cardId", "customerId", "deliveryId", "deviceId", "subscriptionId",
                "transactionId",
            ]
            #expect(shown.isSuperset(of: listed), "their owner sees them")
        }
    }

    @Test("A program of another brand is unknown to a customer, and nobody can order its cards")
    func programs() async throws {
        try await withLiveService { service in
            try await service.fixture.issuing.database.execute(script: """
                INSERT INTO brand VALUES ('other');
                INSERT INTO program
                SELECT 'OTHER', 'other', card_type, scheme, region, currencies, is_digital, requires_approval,
                       cards_per_customer, pan_prefix, validity_months
                FROM program WHERE program_name = 'SKRILL-VIRTUAL-MC-EEA'
                """)
            let (own, backend) = (try await service.token(of: .ivana), try await service.businessToken())
            let list = try await service.ask("GET", Operations.listPrograms.path, token: own)
            #expect(list.status == 200 && !list.text.contains("OTHER"))
            let path = Operations.getProgram.path(filling: ["programName": "OTHER"])
            #expect(try await service.ask("GET", path, token: own).status == 404)
            let order = CreateCardBody.ordering("OTHER")
            let orders = OrderCardsBody.of(("10000001", order))
            for (path, token, body, field) in [
                (cardsPath, own, order.jsonBytes, "programName"),
                (customerCardsPath(.ivana), backend, order.jsonBytes, "programName"),
                (Operations.orderCards.path, backend, orders.jsonBytes, "cards[0].programName"),
            ] {
                let answer = try await service.ask("POST", path, token: token, String(decoding: body, as: UTF8.self))
                #expect(answer.problem?.fieldErrors.map(\.field) == [field], "\(answer.text)")
            }
        }
    }
}

/// What Ivana and her brand have, and the callers.
private struct StrangerScene {
    let service: LiveService
    /// The ids of all that they have, under the names of the path's parameters.
    let ids: [String: String]
    /// An event that the customer answers, and one that the brand's backend decides about.
    let answered: AuthenticationEventBody
    let decided: AuthenticationEventBody
    let owners: (customer: String, backend: String)
    /// Jonas, who is a customer of the same brand, and the backend of another brand.
    let others: (customer: String, backend: String)

    static func make(at service: LiveService) async throws -> StrangerScene {
        let owners = (
            customer: try await service.token(of: .ivana, scope: Audience.cardDataScope),
            backend: try await service.businessToken()
        )
        let subscription = try await service.subscribe(to: "https://127.0.0.1/1", token: owners.backend)
        let own = try await service.cards(of: .ivana)
        let card = try await own.create(.virtual)
        let account: String = try #require(card.accountId)
        _ = try await service.load(5000, "EUR", for: .ivana)
        _ = try await own.tokenize(card.cardId, .push())
        let authorization = try await service.purchase(1, with: card)
        let transaction = try #require(try await own.transactions().transactions.first)
        let app = try await App(at: service)
        #expect(try await app.lock(card).status == 200)
        let delivery = try #require(try await service.deliveries(token: owners.backend).deliveries.first)
        let device: TrustedDeviceBody = try await service.ask(
            "POST", Operations.trustDevice.path, token: owners.customer, Phone().introduction
        ).decoded(expecting: 201)
        let order: BulkOrderBody = try await service.ask(
            "POST", Operations.orderCards.path, token: owners.backend,
            String(decoding: OrderCardsBody.of(("10000001", .virtual)).jsonBytes, as: UTF8.self)
        ).decoded(expecting: 202)
        func begin(_ operation: Operation) async throws -> String {
            let path = operation.path(filling: ["customerId": LiveService.Person.ivana.rawValue])
            let begun: MovementBody = try await service.ask(
                "POST", path, token: owners.backend, operation.goodBody
            ).decoded(expecting: 201)
            return begun.id
        }
        let claim = #"{"authorizationId":"\#(authorization)","reason":"NOT_RECEIVED"}"#
        let dispute: DisputeBody = try await service.ask(
            "POST", Operations.createDispute.path, token: owners.customer, claim
        ).decoded(expecting: 201)
        let evidence: EvidenceBody = try await service.ask(
            "POST", Operations.addDisputeEvidence.path(filling: ["disputeId": dispute.id]), token: owners.customer,
            Operations.addDisputeEvidence.goodBody
        ).decoded(expecting: 201)
        let ids: [String: String] = [
            "customerId": LiveService.Person.ivana.rawValue, "cardId": card.cardId, "accountId": account,
            "transactionId": transaction.id, "authorizationId": authorization, "deviceId": device.deviceId,
            "depositId": try await begin(Operations.createDeposit),
            "transferId": try await begin(Operations.createCustomerTransfer),
            "withdrawalId": try await begin(Operations.createCustomerWithdrawal),
            "orderId": order.orderId, "subscriptionId": subscription.id, "deliveryId": delivery.id,
            "disputeId": dispute.id, "evidenceId": evidence.id,
        ]
        let policy = "/brands/demo/authentication"
        _ = try await service.sandbox("PUT", policy, #"{"operations":["UPDATE_CARD"]}"#)
        let answered = try await app.lock(card).event
        _ = try await service.sandbox("PUT", policy, #"{"mode":"OUTSOURCED"}"#)
        let decided = try await app.lock(card).event
        let off = #"{"mode":"EMBEDDED","operations":[],"acceptsTrustedDevices":false}"#
        #expect(try await service.sandbox("PUT", policy, off).status == 200)
        return StrangerScene(
            service: service, ids: ids.merging(["eventId": answered.eventId]) { $1 }, answered: answered,
            decided: decided, owners: owners,
            others: (
                customer: try await service.token(of: .jonas, scope: Audience.cardDataScope),
                backend: try await service.businessTokenOfAnotherBrand()
            ))
    }

    /// Asks for what Ivana has.
    ///
    /// - Parameter changes: the path's parameters with other values.
    func ask(
        _ operation: Operation, as token: String, naming changes: [String: String] = [:]
    ) async throws -> RawAnswer {
        let event = operation.audience == .business ? decided : answered
        let named = ids.merging(["eventId": event.eventId]) { $1 }.merging(changes) { $1 }
        return try await service.ask(
            operation.method.rawValue, operation.path(filling: named), token: token,
            operation.body(about: event.walletOperationId, disputing: ids["authorizationId"]),
            headers: [("X-Request-Id", "same")])
    }

    func owner(of operation: Operation) -> String {
        operation.audience == .business ? owners.backend : owners.customer
    }

    /// The tokens without a right to what Ivana has, each with the parameters that its owner may name. Her own brand's
    /// backend is a stranger, too, where the path names another customer than the one who has it.
    func strangers(to operation: Operation) -> [(token: String, own: [String: String])] {
        guard operation.audience == .business else { return [(token: others.customer, own: [:])] }
        var strangers: [(token: String, own: [String: String])] = [(token: others.backend, own: [:])]
        if operation.pathParameters.contains("customerId"), operation.pathParameters.count > 1 {
            strangers.append((token: owners.backend, own: ["customerId": LiveService.Person.jonas.rawValue]))
        }
        return strangers
    }

    /// The names of the ids that an answer contains.
    func names(in answer: RawAnswer) -> Set<String> {
        Set(ids.filter { answer.text.contains("\"\($0.value)\"") }.keys)
    }
}

extension Operation {
    /// A valid body.
    ///
    /// - Parameters:
    ///   - operation: the wallet's operation that an event of strong customer authentication is for.
    ///   - payment: the id of the payment that a dispute is about.
    fileprivate func body(about operation: String, disputing payment: String?) -> String {
        switch version1 {
        case Operations.updateCard: App.locking
        case Operations.activateCard: #"{"lastFourDigits":"1234","cvv":"123"}"#
        case Operations.replaceCard: #"{"reason":"LOST"}"#
        case Operations.setPIN: #"{"pin":"4071"}"#
        case Operations.setCardControls: "{}"
        case Operations.createSecureView: #"{"type":"PAN"}"#
        case Operations.tokenizeCard: String(decoding: TokenizeCardBody.push().jsonBytes, as: UTF8.self)
        case Operations.updateTokenizationStatus:
            String(decoding: UpdateTokenizationBody.completed("DNITHE1", in: "GOOGLE_PAY").jsonBytes, as: UTF8.self)
        case Operations.updateTransferStatus, Operations.updateWithdrawalStatus: #"{"status":"PENDING"}"#
        case Operations.sendChallenge: #"{"walletOperationId":"\#(operation)","verification":\#(String.sms)}"#
        case Operations.attemptAuthentication:
            #"{"walletOperationId":"\#(operation)","verification":\#(String.sms),"otp":"123456"}"#
        case Operations.createCustomerDispute:
            #"{"authorizationId":"\#(payment ?? "")","reason":"NOT_RECEIVED"}"#
        case Operations.decideAuthentication: #"{"walletOperationId":"\#(operation)","status":"REJECTED"}"#
        default: goodBody
        }
    }
}

extension LiveService {
    /// Each line of a dump, without the numbers that are drawn next: a refused request may draw one that is never used.
    fileprivate func storedLines() async throws -> Set<Substring> {
        let dump = try await DatabaseDump.text(of: fixture.scratch)
        return Set(dump.split(separator: "\n").filter { !$0.hasPrefix("SELECT pg_catalog.setval(") })
    }
}
