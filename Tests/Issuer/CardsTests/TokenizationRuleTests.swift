import Cards
import Foundation
import Testing
import Validation

@Suite("Tokenization rules")
struct TokenizationRuleTests {
    private static let usual: [String: String?] = [
        "wallet": "GOOGLE_PAY", "scheme": "VISA", "device": "d", "profile": "p", "leaf": nil, "sub": nil, "nonce": nil,
        "signature": nil,
    ]

    @Test("The wallet and the scheme decide which fields are required", arguments: Example.table(over: usual, """
        wallet: GOOGLE_PAY → ok
        wallet: SAMSUNG_PAY → ok
        device: absent → clientDeviceId
        device: absent; profile: absent → clientDeviceId clientWalletAccountId
        scheme: MC; device: absent; profile: absent → ok
        scheme: MC; device: empty; profile: 25×a → clientDeviceId clientWalletAccountId
        device: 24×a; profile: aZ09_- → ok
        device: a b; profile: ä → clientDeviceId clientWalletAccountId
        leaf: x; nonce: x → leafCertificate nonce
        wallet: APPLE_PAY → leafCertificate subordinateCertificate nonce nonceSignature
        wallet: APPLE_PAY; device: absent; profile: absent; leaf: x; sub: x; nonce: x; signature: x → ok
        wallet: absent; device: absent → ok
        """))
    func requiredFields(example: Example) throws {
        let application = TokenizationApplication(
            wallet: example["wallet"].flatMap(WalletType.init(rawValue:)), device: example["device"],
            profile: example["profile"],
            apple: .init(
                leafCertificate: example["leaf"], subordinateCertificate: example["sub"], nonce: example["nonce"],
                nonceSignature: example["signature"]))
        let scheme = try #require(example["scheme"].flatMap(Program.Scheme.init(rawValue:)))
        #expect(application.draft.errors(for: scheme).map(\.field) == example.expected)
    }

    @Test(
        "Each invalid field of a report is reported, also a card number as reference",
        arguments: Example.table(over: ["reference": "DAPL1", "wallet": nil, "id": nil], """
        wallet: absent → ok
        reference: 65×D → dpanRef
        reference: empty → dpanRef
        reference: a␠b → dpanRef
        reference: 4761739012345678 → dpanRef
        reference: 12345678901 → ok
        id: one → walletId
        wallet: GOOGLE_PAY; id: one → ok
        wallet: GOOGLE_PAY; id: 25×a → walletId
        wallet: SAMSUNG_PAY; id: one → walletId
        """))
    func reportFields(example: Example) {
        let report = TokenizationReport.read(
            reference: example["reference"], walletID: example["id"],
            wallet: example["wallet"].flatMap(WalletType.init(rawValue:)) ?? .apple, status: .completed)
        #expect(report.errors.map(\.field) == example.expected)
    }

    @Test("The tokens of a card are deleted exactly in its final statuses")
    func finalCardStatus() {
        for status in CardStatus.allCases {
            #expect((status.tokenStatus == .deleted) == status.isFinal, "\(status)")
        }
    }

    @Test("Wallet places without a device or an account are never the same")
    func unknownWalletPlaces() {
        let phone = WalletPlace(wallet: .apple)
        #expect(!phone.isKnownToBe(phone))
        let pixel = WalletPlace(wallet: .google, profile: "p")
        #expect(pixel.isKnownToBe(pixel) && !pixel.isKnownToBe(WalletPlace(wallet: .samsung, profile: "p")))
        #expect(pixel.with(profile: nil) == pixel)
    }

    @Test("A refusal is about the tokenization at its place, or about one with an incomplete place")
    func refusedPlaces() throws {
        let reference = try #require(DPANReference(rawValue: "A"))
        func tokenization(
            _ number: UInt8, _ state: Tokenization.State, _ wallet: WalletType = .google, device: String? = nil
        ) -> Tokenization {
            Tokenization(
                id: Sample.id(number), place: WalletPlace(wallet: wallet, device: device), state: state,
                initiatedAt: Date(timeIntervalSince1970: 0))
        }
        let phone = WalletPlace(wallet: .google, device: "d", profile: "p")
        let open = tokenization(1, .initiated)
        let named = Tokenization(id: Sample.id(2), place: phone, state: .initiated, initiatedAt: open.initiatedAt)
        #expect([open, named].waiting(at: phone) == named)
        #expect([open, named.with(.failed)].waiting(at: phone) == open)
        #expect([
            tokenization(3, .failed), tokenization(4, .announced(reference)),
            tokenization(5, .completed(reference, .active)), tokenization(6, .initiated, .samsung),
            tokenization(7, .initiated, device: "other"),
        ].waiting(at: phone) == nil)
    }

    @Test("The statuses of token and card decide which network events are possible")
    func networkEvents() {
        let possible = TokenEvent.allCases.flatMap { event in
            TokenStatus.allCases.flatMap { token in
                [CardStatus.active, .locked]
                    .filter { event.isPossible(on: token, isSuspendedByCard: false, of: $0) }
                    .map { "\(event.rawValue) \(token.rawValue) \($0.rawValue)" }
            }
        }
        #expect(possible == [
            "SUSPEND ACTIVE ACTIVE", "SUSPEND ACTIVE LOCKED", "RESUME SUSPENDED ACTIVE",
            "DELETE ACTIVE ACTIVE", "DELETE ACTIVE LOCKED", "DELETE SUSPENDED ACTIVE", "DELETE SUSPENDED LOCKED",
        ])
        let besides = TokenEvent.allCases.filter {
            $0.isPossible(on: .suspended, isSuspendedByCard: true, of: .locked)
        }
        #expect(besides == [.suspend, .delete])
    }
}
