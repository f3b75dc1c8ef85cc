import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

@Suite("Secure views")
struct SecureViewTests {
    @Test("A view shows only the requested content", arguments: SecureView.Content.allCases)
    func requestedContent(content: SecureView.Content) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol(), pin: "4071")
        let plastic = try await fixture.sandbox.plastic(of: card.id)
        let ticket = try await fixture.prepare(SecureView(content: content, panSeparator: "-", theme: .dark), of: card)
        #expect(ticket.expiresAt == IssuingFixture.now + 60)

        let opened = try #require(try await fixture.issuing.openSecureView(ticket.token))
        #expect(opened.view == SecureView(content: content, panSeparator: "-", theme: .dark))
        for details in [
            try #require(opened.details),
            try await fixture.show(content, of: card),
        ] {
            #expect(details.pan?.reveal { $0 } == (content.includes(.pan) ? plastic.pan.reveal { $0 } : nil))
            #expect(details.cvv == (content.includes(.cvv) ? plastic.cvv : nil))
            #expect(details.expiry == (content.includes(.expiry) ? card.expiry : nil))
            #expect(details.cardholderName == (content.includes(.cardholderName) ? "ADA BYRON" : nil))
            #expect(details.pin?.reveal { $0 } == (content.includes(.pin) ? "4071" : nil))
        }
    }

    @Test("Of 50 simultaneous requests to open a view, one shows it")
    func simultaneousOpening() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let ticket = try await fixture.prepare(of: card)
        let results = try await race(50, in: fixture) { server, _ in
            try await server.issuing.openSecureView(ticket.token)?.details != nil
        }
        #expect(results.compactMap { try? $0.get() }.count == 50)
        #expect(results.count { (try? $0.get()) == true } == 1)
        #expect(try await fixture.issuing.openSecureView(ticket.token) == nil)
    }

    @Test("A view can be opened for one minute and is deleted afterwards")
    func lifetime() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let inTime = try await fixture.server(now: IssuingFixture.now + 59.999)
        #expect(try await inTime.issuing.openSecureView(fixture.prepare(of: card).token)?.details != nil)
        let late = try await fixture.server(now: IssuingFixture.now + 60)
        #expect(try await late.issuing.openSecureView(fixture.prepare(of: card).token) == nil)

        _ = try await fixture.prepare(of: card)
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.waiting == 1)
        try await late.issuing.settleWhatIsDue()
        #expect(try await fixture.waiting == 0)
    }

    @Test("A view that is opened while its card may not be shown is empty and used up", arguments: [1, 2, 3])
    func unavailableCard(step: Int) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol(), pin: "4071")
        let ticket = try await fixture.prepare(SecureView(content: .pin, theme: .light), of: card)
        switch step {
        case 1: _ = try await fixture.move(card, to: .locked)
        case 2: _ = try await fixture.administration.record(.suspend, on: card.id)
        default: _ = try await fixture.replace(card, .lost)
        }
        let opened = try #require(try await fixture.issuing.openSecureView(ticket.token))
        #expect(opened.details == nil && opened.view.theme == .light)
        if step == 1 { _ = try await fixture.move(card, to: .active) }
        #expect(try await fixture.issuing.openSecureView(ticket.token) == nil)
    }

    @Test("Finding a view does not use it up, and says whether the card may show it")
    func found() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let ticket = try await fixture.prepare(SecureView(content: .pan, theme: .light), of: card)
        for (status, isAvailable) in [(CardStatus.locked, false), (.active, true)] {
            _ = try await fixture.move(card, to: status)
            let waiting = try #require(try await fixture.issuing.findSecureView(ticket.token))
            #expect(waiting.isAvailable == isAvailable && waiting.view.theme == .light)
        }
        let late = try await fixture.server(now: IssuingFixture.now + 60)
        #expect(try await late.issuing.findSecureView(ticket.token) == nil)
        #expect(try await fixture.issuing.openSecureView(ticket.token)?.details?.pan != nil)
        for token in [ticket.token, [], Array(ticket.token.dropLast())] {
            #expect(try await fixture.issuing.findSecureView(token) == nil)
        }
    }

    @Test("Finding a view decrypts no secret of the card, so it works even with a damaged secret")
    func foundWithoutSecrets() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let ticket = try await fixture.prepare(of: card)
        try await fixture.issuing.database.execute(script: "UPDATE card SET sealed_pan = '\\x00'")
        #expect(try await fixture.issuing.findSecureView(ticket.token)?.isAvailable == true)
        await #expect(throws: IssuingFailure.self) { try await fixture.issuing.openSecureView(ticket.token) }
    }

    @Test("An event allows one view, whose request can be repeated for a minute; opening the view needs no event")
    func authentication() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let stranger = try await fixture.enrol()
        #expect(await refusal { try await fixture.show(of: card, as: stranger) } == .card(.notFound))
        #expect(await refusal { try await fixture.prepare(of: card, as: stranger) } == .card(.notFound))

        let toShow = try await fixture.verified(fixture.event { try await fixture.show(of: card) })
        let toPrepare = try await fixture.verified(fixture.event { try await fixture.prepare(of: card) })
        _ = try await fixture.event { try await fixture.show(of: card, presenting: toPrepare) }
        _ = try await fixture.event { try await fixture.prepare(of: card, presenting: toShow) }
        _ = try await fixture.event {
            try await fixture.prepare(SecureView(content: .pin), of: card, presenting: toPrepare)
        }
        #expect(try await fixture.waiting == 0)

        #expect(try await fixture.show(of: card, presenting: toShow).pan != nil)
        let ticket = try await fixture.prepare(of: card, presenting: toPrepare)
        _ = try await fixture.event { try await fixture.show(of: card, presenting: toShow) }
        #expect(try await fixture.waiting == 1)
        for second in [0.0, 30, 59] {
            let soon = try await fixture.server(now: IssuingFixture.now + second)
            _ = try await soon.prepare(of: card, presenting: toPrepare)
        }
        let late = try await fixture.server(now: IssuingFixture.now + 60)
        let refused = try await late.event { try await late.prepare(of: card, presenting: toPrepare) }
        let use = AuthenticationEvent.Use(
            usedAt: IssuingFixture.now, repeatableUntil: IssuingFixture.now + SecureView.lifetimeSeconds)
        #expect(refused.obstacle == .usedEvent(use), "no repetition has extended the time")
        #expect(try await fixture.issuing.openSecureView(ticket.token)?.details != nil, "opening asks nothing")
    }

    @Test("A used event takes no challenges and no attempts, even while its request can be repeated")
    func usedEvent() async throws {
        let fixture = try await IssuingFixture.make(asking: [.secureDetails])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let event = try await fixture.event { try await fixture.prepare(of: card) }
        let reference = try await fixture.verified(event)
        let code = try await fixture.code(of: event)
        _ = try await fixture.prepare(of: card, presenting: reference)
        let over = Refusal.authentication(.eventIsOver("has been used"))
        for wrongOrRight in [code == "000000" ? "000001" : "000000", code] {
            #expect(await refusal { try await fixture.attempt(.code(wrongOrRight, by: .smsCode), at: event) } == over)
        }
        #expect(await refusal { try await fixture.challenge(event) } == over)
        #expect(try await fixture.texts("SELECT status FROM authentication_event") == ["USED"])
        _ = try await fixture.prepare(of: card, presenting: reference)
    }

    @Test("A view cannot be repeated after the end of its event")
    func endOfEvent() async throws {
        let fixture = try await IssuingFixture.make(asking: [.secureDetails])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let reference = try await fixture.verified(fixture.event { try await fixture.prepare(of: card) })
        for second in [870.0, 899] {
            let server = try await fixture.server(now: IssuingFixture.now + second)
            _ = try await server.prepare(of: card, presenting: reference)
        }
        let late = try await fixture.server(now: IssuingFixture.now + 900)
        let refused = try await late.event { try await late.prepare(of: card, presenting: reference) }
        #expect(refused.obstacle == .expiredEvent(.used))
    }

    @Test("A refused view does not use its event")
    func refusedView() async throws {
        let fixture = try await IssuingFixture.make(asking: [.cardDetails, .secureDetails])
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let toShow = try await fixture.verified(fixture.event { try await fixture.show(of: card) })
        let toPrepare = try await fixture.verified(fixture.event { try await fixture.prepare(of: card) })
        _ = try await fixture.move(card, to: .locked)
        for _ in 0..<2 {
            let expected = Refusal.secureView(.notAllowed(status: .locked))
            #expect(await refusal { try await fixture.show(of: card, presenting: toShow) } == expected)
            #expect(await refusal { try await fixture.prepare(of: card, presenting: toPrepare) } == expected)
        }
        _ = try await fixture.move(card, to: .active)
        _ = try await fixture.show(of: card, presenting: toShow)
        _ = try await fixture.prepare(of: card, presenting: toPrepare)
    }

    @Test("A view is refused for a locked card, a missing PIN and another customer's card")
    func refusedCards() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        for content in [SecureView.Content.pin, .pan] {
            if content == .pan { _ = try await fixture.move(card, to: .locked) }
            let expected: Refusal = content == .pan ? .secureView(.notAllowed(status: .locked)) : .secureView(.noPIN)
            #expect(await refusal { try await fixture.prepare(SecureView(content: content), of: card) } == expected)
            #expect(await refusal { try await fixture.show(content, of: card) } == expected)
        }
        let other = try await fixture.enrol()
        #expect(await refusal { try await fixture.prepare(of: card, as: other) } == .card(.notFound))
        #expect(await refusal { try await fixture.show(of: card, as: other) } == .card(.notFound))
    }

    @Test("At most 20 views of a customer wait, even with simultaneous requests")
    func waitingLimit() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let cards = [
            try await fixture.issue(.virtualVisa, to: customer), try await fixture.issue(.virtualVisa, to: customer),
        ]
        let results = try await race(40, in: fixture) { server, number in
            try await server.prepare(of: cards[number % 2])
        }
        let tickets = results.compactMap { try? $0.get() }
        #expect(tickets.count == 20)
        for case .failure(let refusal) in results { #expect(refusal == .secureView(.tooManyWaiting)) }
        #expect(await refusal { try await fixture.prepare(of: cards[0]) } == .secureView(.tooManyWaiting))
        _ = try await fixture.issuing.openSecureView(tickets[0].token)
        _ = try await fixture.prepare(of: cards[0])
        let other = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.prepare(of: other)
    }

    @Test("Several views in one request are all prepared or none")
    func severalViews() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let views = [SecureView.Content.pan, .cvv, .expiry, .cardholderName].map { SecureView(content: $0) }
        for _ in 0..<4 {
            let tickets = try await fixture.prepare(views, of: card)
            #expect(Set(tickets.map(\.token)).count == 4)
        }
        for view in views.prefix(3) { _ = try await fixture.prepare(view, of: card) }
        #expect(await refusal { try await fixture.prepare(views, of: card) } == .secureView(.tooManyWaiting), "19 wait")
        let last = try await fixture.prepare(views[0], of: card)
        #expect(try await fixture.issuing.openSecureView(last.token)?.view == views[0], "the 20th was still free")
    }

    @Test("Only the exact token opens a view")
    func exactToken() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let token = try await fixture.prepare(of: card).token
        #expect(token.count == 32)
        for wrong in [[], Array(token.dropLast()), token + [0], token.reversed(), [UInt8](repeating: 0, count: 32)] {
            #expect(try await fixture.issuing.openSecureView(wrong) == nil)
        }
        #expect(try await fixture.issuing.openSecureView(token)?.details != nil)
    }

    @Test("The database contains neither the token nor the card number")
    func storedView() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let token = try await fixture.prepare(of: card).token
        let dump = try await DatabaseDump.text(of: fixture.scratch)
        #expect(dump.contains("COPY issuing.secure_view "))
        let hexadecimal = token.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let number = try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
        for secret in [hexadecimal, Base64url.encode(token), Data(token).base64EncodedString(), number] {
            #expect(!dump.contains(secret))
        }
    }

    @Test("A brand sets the origins that may frame its views")
    func frameAncestors() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for origins in [[], ["https://wallet.example"], ["https://a.example", "https://b.example"], []] {
            let ancestors = try FrameAncestors.read(origins: origins).accepted()
            try await fixture.administration.set(ancestors, for: DemoUniverse.brand)
            let ticket = try await fixture.prepare(of: card)
            #expect(try await fixture.issuing.openSecureView(ticket.token)?.frameAncestors == origins)
        }
        #expect(await refusal {
            try await fixture.administration.set(FrameAncestors.read(origins: []).accepted(), for: "nobody")
        } == .brand(.notFound))
    }
}

extension IssuingFixture {
    fileprivate func prepare(
        _ view: SecureView = SecureView(content: .details), of card: Card,
        presenting event: AuthenticationReference? = nil, as customer: CustomerID? = nil
    ) async throws -> SecureViewTicket {
        try #require(try await prepare([view], of: card, presenting: event, as: customer).first)
    }

    /// Prepares several views in one call.
    fileprivate func prepare(
        _ views: [SecureView], of card: Card, presenting event: AuthenticationReference? = nil,
        as customer: CustomerID? = nil
    ) async throws -> [SecureViewTicket] {
        let digest = views.map(\.content.rawValue).joined()
        return try await issuing.createSecureViews(
            views, of: card.id,
            evidence: evidence(.secureDetails, card, presenting: event, digest: digest, as: customer))
    }

    fileprivate func show(
        _ content: SecureView.Content = .details, of card: Card, presenting event: AuthenticationReference? = nil,
        as customer: CustomerID? = nil
    ) async throws -> CardDetails {
        try await issuing.showDetails(
            content, of: card.id,
            evidence: evidence(.cardDetails, card, presenting: event, digest: "show", as: customer))
    }

    fileprivate var waiting: Int {
        get async throws { try await texts("SELECT token_hash::text FROM secure_view").count }
    }
}
