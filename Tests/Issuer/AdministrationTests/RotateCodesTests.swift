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

@Suite("Security codes of cards under a new version of their key")
struct RotateCodesTests {
    private static let (sealing, retiring) = (KeyRotationBench.sealing, KeyRotationBench.retiring)

    private static func code(of card: Card, by server: IssuingFixture) async throws -> String {
        try await server.sandbox.plastic(of: card.id).cvv.reveal { $0 }
    }

    /// Whether a server takes a code for the card's. A verification of the card needs no money.
    private static func accepts(
        _ code: String, of card: Card, by server: IssuingFixture, _ reference: String
    ) async throws -> Bool {
        let answered = try await server.pay(reference, with: card) { message in
            (message.fields.kind, message.fields.amount) = ("ACCOUNT_VERIFICATION", 0)
            message.securityCode = code
        }
        return answered.answer.securityCode == .match
    }

    @Test("A card keeps the code that is printed on it, and new cards get codes of the new version")
    func codes() async throws {
        let bench = try await KeyRotationBench()
        let old = try await bench.fixture.issue(.virtualVisa, to: bench.fixture.enrol())
        let printed = try await Self.code(of: old, by: bench.fixture)
        try await bench.rotate(.cardVerification)
        let (early, late) = (try await bench.server(after: 60), try await bench.server(after: Self.sealing))
        let cards = [
            try await early.issue(.virtualVisa, to: early.enrol()),
            try await late.issue(.virtualVisa, to: late.enrol()),
        ]
        let versions = try await late.texts(
            "SELECT cvv_key_version::text FROM card ORDER BY insertion")
        #expect(versions == ["1", "1", "2"])
        #expect(try await Self.code(of: old, by: late) == printed)
        for card in [old] + cards {
            let code = try await Self.code(of: card, by: early)
            #expect(try await Self.code(of: card, by: late) == code)
            for (server, name) in [(early, "E"), (late, "L")] {
                #expect(try await Self.accepts(code, of: card, by: server, "\(name)-\(card.lastFour)-\(card.bin)"))
            }
        }
    }

    @Test("A physical card is activated with the code of the version that has printed it")
    func activation() async throws {
        let bench = try await KeyRotationBench()
        let card = try await bench.fixture.issue(.digitalVisa, to: bench.fixture.enrol())
        let printed = try await Self.code(of: card, by: bench.fixture)
        try await bench.rotate(.cardVerification)
        let late = try await bench.server(after: Self.sealing)
        #expect(try await late.activate(card, cvv: printed).value?.card?.standing.status == .active)
    }

    @Test("A version is retired when no card that may be used again has a code of it; then its codes are wrong")
    func retired() async throws {
        let bench = try await KeyRotationBench()
        let card = try await bench.fixture.issue(.virtualVisa, to: bench.fixture.enrol())
        let printed = try await Self.code(of: card, by: bench.fixture)
        try await bench.rotate(.cardVerification)
        let late = try await bench.server(after: Self.retiring)
        #expect(try await late.administration.reencrypt(.cardVerification).isEmpty)
        #expect(try await late.administration.uses(of: .cardVerification) == [1: 1])
        let refusal = await bench.refusal(toRetire: 1, of: .cardVerification, on: late)
        #expect(refusal.contains("is needed by 1 values of card.cvv_key_version. A card keeps its"), "\(refusal)")
        _ = try await late.move(card, to: .locked)
        #expect(await bench.refusal(toRetire: 1, of: .cardVerification, on: late).contains("is needed by 1 values"))
        _ = try await late.move(card, to: .cancelled)
        try await late.administration.retireKey(.cardVerification, version: 1)
        let message = try await late.message("M-1", for: card) { $0.securityCode = printed }
        #expect(try await late.issuing.readKeys(opening: bench.keyEncryptionKey).isEmpty)
        #expect(late.issuing.vault.keys.versions(of: .cardVerification) == [2])
        let answer = try await late.issuing.authorize(message).answer
        #expect(answer.code != .approved && answer.securityCode != .match)
        let pan = try #require(message.pan)
        #expect(throws: VaultFailure.unknownKeyVersion(.cardVerification, version: 1, known: [2])) {
            try late.issuing.vault.cvv2(of: pan, keyVersion: 1, expiryMonth: 1, expiryYear: 2030)
        }
    }
}
