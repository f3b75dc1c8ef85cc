import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// A customer of the demo with a card, who writes without a pause until the service or its server is killed.
struct WriteLane: Sendable {
    /// The writes of all lanes between two kills, each with the name that was acknowledged; nil without an answer.
    final class Outcomes: Sendable {
        private let state = Mutex<[Sent: String?]>([:])

        var acknowledged: [String] { state.withLock { $0.values.compactMap(\.self) } }
        var unanswered: [Sent] { state.withLock { all in all.filter { $1 == nil }.map(\.key) } }

        func note(_ sent: Sent, _ name: String?) { state.withLock { $0[sent] = .some(name) } }
    }

    struct Sent: Hashable, Sendable {
        let lane: Int
        let number: Int
        let key: String
    }

    struct Unaccepted: Error {
        let answer: Answer
    }

    private static let account = "40exmLiWV1iV55ZVstOAiMf7"
    private static let device = "WNkcsfZPiKfa5PrH3jilkQYT"

    let number: Int
    private let customer: String
    private let card: String
    private let pan: String
    private let place: KilledPlace

    /// Gives a customer of the demo a card and money.
    init(_ number: Int, at place: KilledPlace, on service: RunningService) async throws {
        (self.number, self.place) = (number, place)
        customer = number.isMultiple(of: 2) ? BusyCustomers.active : BusyCustomers.absent
        var application = CreateCardBody.virtual()
        application.cardPin = "7391"
        card = try await service.cards(of: customer).create(application).cardId
        pan = try await Answer.plastic(of: card, at: place.sandbox)
        let load = #"{"amount": 1000000, "currencyCode": "EUR"}"#
        let loaded = try await place.sandbox.send("POST", "/sandbox/customers/\(customer)/load", load)
        #expect(loaded.status == 201, "\(loaded.body)")
    }

    /// Writes until the fuse is over, or a write fails. The keys of a round begin with its name.
    func run(
        _ kind: WriteKind, _ round: String, on service: RunningService, _ outcomes: Outcomes, _ fuse: Fuse
    ) async {
        do {
            let token = try await service.token(of: customer)
            var count = 0
            while !fuse.isOver {
                count += 1
                let sent = Sent(lane: number, number: count, key: "\(round)-\(number)-\(count)")
                outcomes.note(sent, nil)
                outcomes.note(sent, try await write(kind, sent, bearing: token, on: service))
                fuse.burn()
            }
        } catch {
            #expect(fuse.isOver, "before the kill nothing fails: \(kind.rawValue), \(error)")
        }
    }

    /// Sends a write again whose answer is lost.
    func repeated(_ kind: WriteKind, _ sent: Sent, on service: RunningService) async throws -> String {
        try await write(kind, sent, bearing: try await service.token(of: customer), on: service)
    }

    /// - Returns: the name by which ``WriteKind/stored`` knows the write.
    private func write(
        _ kind: WriteKind, _ sent: Sent, bearing token: String, on service: RunningService
    ) async throws -> String {
        switch kind {
        case .cards:
            return try await service.cards(bearing: token).create(.virtual(), idempotencyKey: sent.key).cardId
        case .authentication:
            let pin = sent.number.isMultiple(of: 2) ? "7391" : "2846"
            return try await BusyCustomers.changePIN(of: card, to: pin, bearing: token, on: service)
        case .tokens: try await addToken(sent.key, bearing: token, on: service)
        case .authorizations: try await send("AUTHORIZATION", sent.key, of: sent.key)
        case .clearing:
            try await send("AUTHORIZATION", sent.key, of: sent.key)
            try await send("CLEARING", sent.key + "-cleared", of: sent.key)
        case .gateways: try await pay(sent.key)
        case .movements: try await deposit(sent.key, on: service)
        case .bulkOrders:
            var (body, entry) = (OrderCardsBody(), OrderCardsBody.Entry())
            (entry.customerId, entry.application) = (customer, .virtual())
            body.cards = Array(repeating: entry, count: WriteKind.cardsOfAnOrder)
            return try await service.business().order(body, idempotencyKey: sent.key).orderId
        }
        return sent.key
    }

    private func addToken(_ key: String, bearing token: String, on service: RunningService) async throws {
        let body = CreateCardBody.virtual("DEMO-VIRTUAL-VISA-EEA")
        let card = try await service.cards(bearing: token).create(body, idempotencyKey: key).cardId
        let wallet = BusyCustomers.wallet(bearing: token, on: service).cardService
        let request = Wallet.CardTokenizationRequest(
            walletType: .googlePay, clientDeviceID: Self.device, clientWalletAccountID: Self.account)
        _ = try await wallet.tokenize(cardID: card, request: request, idempotencyKey: key + "-token")
        let report = Wallet.MobileWalletTokenization(
            dpanRef: key, walletID: Self.account, walletType: .googlePay, status: .completed)
        _ = try await wallet.updateTokenizationStatus(cardID: card, request: report)
    }

    /// A message of the network about one cent.
    private func send(_ kind: String, _ reference: String, of lifecycle: String) async throws {
        let answer = try await Answer.network("""
            {"networkReference":"\(reference)","lifecycleId":"\(lifecycle)","kind":"\(kind)","pan":"\(pan)",\
            "amount":1,"currencyCode":"EUR","merchant":{"name":"Shop","mcc":"5411","country":"DE"},\
            "panEntryMethod":"ECOMMERCE"}
            """, at: place.doors.json)
        guard try answer.member("responseCode") == "00" else { throw Unaccepted(answer: answer) }
    }

    /// A sale of one euro at CardPointe.
    private func pay(_ order: String) async throws {
        var request = HTTPClientRequest(url: place.merchantsURL + "/cardpointe/cardconnect/rest/auth")
        request.method = .POST
        request.setBasicAuth(username: "testing", password: "testing123")
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: """
            {"merchid":"496160873888","amount":"1.00","account":"\(pan)","orderid":"\(order)","capture":"Y"}
            """))
        let answer = try await Answer.to(request)
        guard answer.status == 200, try answer.member("respstat") == "A" else { throw Unaccepted(answer: answer) }
    }

    private func deposit(_ reference: String, on service: RunningService) async throws {
        let business = try await service.business()
        var body = CreateDepositBody()
        (body.amount, body.currencyCode, body.merchantRefNum) = (100, "EUR", reference)
        let id = try await business.createDeposit(for: customer, body, idempotencyKey: reference).id
        for status in ["PENDING", "PROCESSING"] {
            var step = UpdateMovementStatusBody()
            step.status = status
            _ = try await business.updateDeposit(id, of: customer, step)
        }
    }
}
