import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOTransport
import Synchronization
import Testing

/// Customers of the demo's brand who use their cards without a pause, and the cards that services have acknowledged.
///
/// Each customer plays rounds. A round that the end of the service has interrupted is played again, with the same
/// idempotency keys and the same message of the network, until it is complete. So each round leaves one card.
final class BusyCustomers: Sendable {
    /// A card with its number and its PIN, as its customer knows them.
    struct Known: Sendable, Hashable {
        let number: String
        let pin: String?
    }

    private struct Customer: Sendable {
        let id: String
        let application: CreateCardBody
        /// Changes PINs, for which the customer authenticates with the password, and pays.
        var isActive = false
    }

    private struct State {
        var isOver = false
        var secrets = (app: "demo-secret", backend: "demo-backend-secret")
        /// The complete rounds of each customer.
        var rounds: [String: Int] = [:]
        /// The cards of these rounds, by customer, oldest first.
        var ids: [String: [String]] = [:]
        var cards: [String: Known] = [:]
        /// Whether the customers play.
        var isPlaying = false
        var waiting: [(rounds: [String: Int], reached: AsyncStream<Void>.Continuation)] = []
    }

    private static let customers = [
        Customer(id: active, application: .withPIN, isActive: true),
        Customer(id: absent, application: .withPIN),
        Customer(id: "20000001", application: .inTheUnitedStates),
    ]
    /// The customer who changes PINs and pays.
    static let active = "10000001"
    /// The customer who does not authenticate as long as the keys are rotated, and has a wallet's PIN.
    static let absent = "10000002"

    private let state = Mutex(State())

    /// The cards of complete rounds, by their ids.
    var cards: [String: Known] { state.withLock(\.cards) }
    /// The payments, of which each is held.
    var payments: Int { state.withLock { $0.rounds[Self.active, default: 0] } }

    /// The secrets of the brand's clients.
    var secrets: (app: String, backend: String) {
        get { state.withLock(\.secrets) }
        set { state.withLock { $0.secrets = newValue } }
    }

    /// Plays until `work` is done, and at least one round of each customer.
    ///
    /// - Parameter door: the port of the network's listener for JSON.
    func play(on service: RunningService, _ door: Int, during work: () async throws -> Void) async throws {
        state.withLock { ($0.isOver, $0.isPlaying) = (false, true) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { self.stopWaiting() }
                repeat { try await self.playRounds(on: service, door) } while !self.state.withLock(\.isOver)
            }
            do {
                try await work()
            } catch is Stopped {
                // The error of the customers says why.
            }
            state.withLock { $0.isOver = true }
            try await group.waitForAll()
        }
    }

    /// Kills the service after a number of answers, and plays until then.
    func playUntilKill(of service: RunningService, _ door: Int, after answers: Int) async {
        let fuse = Fuse(answers) { service.signal(SIGKILL) }
        do {
            while true { try await playRounds(on: service, door, fuse) }
        } catch {
            #expect(fuse.burnt >= answers, "before the kill nothing fails: \(error)")
        }
    }

    /// The customers have stopped after an error, so no later round comes.
    struct Stopped: Error {}

    /// Waits until each customer has completed a round that began after this call.
    ///
    /// - Throws: ``Stopped`` if they stop before.
    func laterRounds() async throws {
        // A stream also ends when its reader is cancelled at the deadline.
        let (rounds, reached) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            guard state.isPlaying else { return reached.finish() }
            let wanted = Dictionary(uniqueKeysWithValues: Self.customers.map { customer in
                (customer.id, state.rounds[customer.id, default: 0] + 2)
            })
            state.waiting.append((wanted, reached))
        }
        try await Deadline.within(Deadline.usual, "two more rounds of each customer") {
            for await _ in rounds { return }
            throw Stopped()
        }
    }

    /// A customer's wallet, whose calls are sent once.
    static func wallet(bearing token: String, on service: RunningService) -> Wallet {
        var configuration = service.configuration
        configuration.maximumTries = 1
        return Wallet(configuration, transport: AsyncHTTPTransport(.patient)) {
            Wallet.Token(accessToken: token)
        }
    }

    // MARK: A round

    /// A round of each customer. All begin at the same time, so that the fast ones do not make most of the cards.
    private func playRounds(on service: RunningService, _ door: Int, _ fuse: Fuse? = nil) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in Self.customers {
                group.addTask { try await self.playRound(of: customer, on: service, door, fuse) }
            }
            try await group.waitForAll()
        }
    }

    private func playRound(
        of customer: Customer, on service: RunningService, _ door: Int, _ fuse: Fuse?
    ) async throws {
        let (round, earlier) = state.withLock { state in
            (state.rounds[customer.id, default: 0], state.ids[customer.id, default: []])
        }
        let reference = "\(customer.id)-\(round)"
        let token = try await service.token(of: customer.id, scope: "pci-dss-1", secret: secrets.app)
        let cards = service.cards(bearing: token)
        let card = try await cards.create(customer.application, idempotencyKey: reference)
        fuse?.burn()
        let again = try await cards.create(customer.application, idempotencyKey: reference)
        #expect(again.cardId == card.cardId)
        fuse?.burn()
        let details = try await cards.showDetails(card.cardId)
        let number = try #require(details.pan)
        fuse?.burn()
        if customer.isActive {
            _ = try await Self.changePIN(of: card.cardId, to: Self.changedPIN, bearing: token, on: service)
            fuse?.burn()
            let code = try #require(details.cvv)
            try await pay(reference, with: number, code, at: door)
            fuse?.burn()
        }
        #expect(try await cards.getAll().cards.first?.cardId == card.cardId)
        fuse?.burn()
        if let old = earlier.dropLast().last {
            let business = try await service.business(secret: secrets.backend)
            if try await business.get(old, of: customer.id).status != "CANCELLED" {
                var closing = BusinessUpdateBody()
                (closing.status, closing.statusReason) = ("CANCELLED", "No longer needed")
                _ = try await business.update(old, of: customer.id, closing)
            }
            fuse?.burn()
        }
        let pin = customer.isActive ? Self.changedPIN : customer.application.cardPin
        complete(customer, card.cardId, Known(number: number, pin: pin))
    }

    private static let changedPIN = "2846"

    /// The customer of the demo authenticates with the password.
    ///
    /// - Returns: the id of the event.
    static func changePIN(
        of card: String, to pin: String, bearing token: String, on service: RunningService
    ) async throws -> String {
        let wallet = wallet(bearing: token, on: service)
        let request = Wallet.CardUpdateRequest(pin: pin)
        let event: Wallet.SCAAuthenticationEventRequest
        do throws(WalletError) {
            _ = try await wallet.cardService.update(cardID: card, request: request)
            Issue.record("A PIN was changed without authentication.")
            return ""
        } catch {
            guard case .scaRequired(let required, _) = error else { throw error }
            event = required.scaDetails
        }
        let password = Wallet.SCAVerification(method: .password)
        _ = try await wallet.scaService.sendChallenge(event: event, verification: password)
        let attempt = try await wallet.scaService.attempt(
            event: event, verification: password, answer: .password("demo-password"))
        #expect(attempt.status == .verified)
        let changed = try await wallet.cardService.update(cardID: card, request: request, scaDetails: event)
        #expect(changed.isPinSet)
        return event.eventID
    }

    /// Pays one cent, and sends the message again.
    private func pay(_ reference: String, with number: String, _ code: String, at door: Int) async throws {
        let message = """
            {"networkReference":"\(reference)","kind":"AUTHORIZATION","pan":"\(number)","cvv2":"\(code)","amount":1,\
            "currencyCode":"EUR","merchant":{"name":"Shop","mcc":"5411","country":"DE"},"panEntryMethod":"ECOMMERCE"}
            """
        let answer = try await Answer.network(message, at: door)
        let (outcome, match) = (try answer.member("responseCode"), try answer.member("cvvResult"))
        #expect(outcome == "00" && match == "M", "\(answer.body)")
        #expect(try await Answer.network(message, at: door).body == answer.body)
    }

    private func complete(_ customer: Customer, _ card: String, _ known: Known) {
        let ready = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            state.rounds[customer.id, default: 0] += 1
            state.ids[customer.id, default: []].append(card)
            state.cards[card] = known
            let rounds = state.rounds
            func isReached(_ wanted: [String: Int]) -> Bool {
                wanted.allSatisfy { rounds[$0.key, default: 0] >= $0.value }
            }
            let ready = state.waiting.filter { isReached($0.rounds) }
            state.waiting.removeAll { isReached($0.rounds) }
            return ready.map(\.reached)
        }
        for reached in ready { reached.yield() }
    }

    /// Ends all waits, because the customers have stopped: at the end, when nobody waits, or after an error.
    private func stopWaiting() {
        let stopped = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            defer { (state.isPlaying, state.waiting) = (false, []) }
            return state.waiting.map(\.reached)
        }
        for reached in stopped { reached.finish() }
    }
}

extension CreateCardBody {
    fileprivate static var withPIN: CreateCardBody {
        var body = CreateCardBody.virtual()
        body.cardPin = "7391"
        return body
    }

    fileprivate static var inTheUnitedStates: CreateCardBody {
        var body = CreateCardBody.virtual("DEMO-VIRTUAL-VISA-US")
        body.currency = "USD"
        (body.termsAndConditionsAccepted, body.eDisclosureAccepted) = (true, true)
        return body
    }
}
