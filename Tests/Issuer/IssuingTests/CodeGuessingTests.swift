import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

/// Somebody who knows a card's number tries security codes and expiry dates.
@Suite("Guessing what is printed on a card")
struct CodeGuessingTests {
    /// The answer to a payment with a code. A verification of the card needs no money.
    private static func guess(
        _ code: String?, _ number: Int, with card: Card, at fixture: IssuingFixture,
        _ change: (inout NetworkMessage) -> Void = { _ in }
    ) async throws -> NetworkAnswer {
        try await fixture.pay("g\(number)", with: card) { message in
            message.fields.kind = "ACCOUNT_VERIFICATION"
            message.fields.amount = 0
            message.securityCode = code
            change(&message)
        }.answer
    }

    /// A card that can pay, and a wrong code for it.
    private static func cardAndWrongCode(
        _ program: DemoProgram = .virtualVisa
    ) async throws -> (fixture: IssuingFixture, card: Card, wrong: String) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(program)
        return (fixture, card, try await fixture.wrongCVV(of: card))
    }

    @Test("The issuer answers five wrong codes; after that right and wrong ones get the same answer")
    func codes() async throws {
        let (fixture, card, wrong) = try await Self.cardAndWrongCode()
        let right = try await fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        var told = 0
        for number in 1...12 {
            if try await Self.guess(wrong, number, with: card, at: fixture).securityCode != nil { told += 1 }
        }
        #expect(told == 5)
        let answers = [try await Self.guess(right, 13, with: card, at: fixture),
            try await Self.guess(wrong, 14, with: card, at: fixture)]
        #expect(answers == [NetworkAnswer(code: .doNotHonor), NetworkAnswer(code: .doNotHonor)])

        let later = try await fixture.server(now: IssuingFixture.now + 300)
        #expect(try await Self.guess(wrong, 15, with: card, at: later).securityCode == .noMatch)
        #expect(try await Self.guess(right, 16, with: card, at: later).securityCode == nil)
        let muchLater = try await fixture.server(now: IssuingFixture.now + 900)
        #expect(try await Self.guess(right, 17, with: card, at: muchLater).securityCode == .match)
        #expect(try await Self.guess(wrong, 18, with: card, at: muchLater).securityCode == .noMatch)
        #expect(try await Self.guess(right, 19, with: card, at: muchLater).securityCode == .match)
    }

    @Test("Wrong expiry dates count together with wrong codes")
    func expiryDates() async throws {
        let (fixture, card, wrong) = try await Self.cardAndWrongCode()
        for number in 1...3 {
            let answer = try await Self.guess(nil, number, with: card, at: fixture) {
                $0.fields.expiryMonth = card.expiry.month % 12 + 1
            }
            #expect(answer.code == .expiredCard)
        }
        for number in 4...5 { _ = try await Self.guess(wrong, number, with: card, at: fixture) }
        #expect(try await Self.guess(nil, 6, with: card, at: fixture).code == .doNotHonor)
    }

    @Test("Of twenty wrong codes at once, five are answered")
    func atOnce() async throws {
        let (fixture, card, wrong) = try await Self.cardAndWrongCode()
        let told = try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for number in 1...20 {
                tasks.addTask {
                    try await Self.guess(wrong, number, with: card, at: fixture).securityCode != nil
                }
            }
            return try await tasks.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(told == 5)
    }

    @Test("While payments pause, the customer can activate the card; wrong activations count with the payments' tries")
    func activation() async throws {
        let (fixture, card, wrong) = try await Self.cardAndWrongCode(.digitalVisa)
        _ = try await fixture.activate(card, cvv: wrong)
        for number in 1...4 { _ = try await Self.guess(wrong, number, with: card, at: fixture) }
        let right = try await fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        #expect(try await Self.guess(right, 5, with: card, at: fixture).code == .doNotHonor)
        #expect(try await fixture.activate(card).value?.card?.standing == Standing(.active))
        #expect(try await Self.guess(right, 6, with: card, at: fixture).code == .doNotHonor)
    }

    @Test("After twenty wrong codes of five cards, one merchant's answers reveal nothing; other merchants go on")
    func manyCards() async throws {
        let fixture = try await IssuingFixture.make()
        let own = try await fixture.loadedCard()
        let right = try await fixture.sandbox.plastic(of: own.id).cvv.reveal { $0 }
        var number = 0
        func ask(_ code: String, of card: Card, from merchant: String) async throws -> ResponseCode {
            number += 1
            return try await Self.guess(code, number, with: card, at: fixture) {
                $0.fields.merchantID = merchant
            }.code
        }
        for _ in 1...5 {
            #expect(try await ask(right, of: own, from: "shop") == .noReasonToDecline)
            let card = try await fixture.loadedCard(with: 0)
            let wrong = try await fixture.wrongCVV(of: card)
            for _ in 1...4 { #expect(try await ask(wrong, of: card, from: "thief") == .wrongSecurityCode) }
        }
        #expect(try await ask(right, of: own, from: "thief") == .doNotHonor)
        #expect(try await ask(right, of: own, from: "shop") == .noReasonToDecline)
    }

    @Test("Tries with unknown card numbers do not stop payments at the shop")
    func unknownNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        for number in 1...25 {
            let unknown = try await Self.guess("123", number, with: card, at: fixture) {
                $0.pan = PAN("4111111111111111")
            }
            #expect(unknown.code == .noSuchCard)
        }
        let right = try await fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        #expect(try await Self.guess(right, 26, with: card, at: fixture).code == .noReasonToDecline)
    }

    @Test("A program sets the number of tries, and the issuer clears them")
    func allowance() async throws {
        let (fixture, card, wrong) = try await Self.cardAndWrongCode()
        var terms = PaymentTerms.standard
        terms.allowedWrongCodes = CodeTries.Allowance(inARow: 2, onDay: 3)
        try await fixture.administration.set(terms, of: card.program)
        var codes: [ResponseCode] = []
        for number in 1...3 { codes.append(try await Self.guess(wrong, number, with: card, at: fixture).code) }
        #expect(codes == [.wrongSecurityCode, .wrongSecurityCode, .doNotHonor])
        _ = try await fixture.administration.record(.clearTries, on: card.id)
        #expect(try await Self.guess(wrong, 4, with: card, at: fixture).code == .wrongSecurityCode)
    }
}
