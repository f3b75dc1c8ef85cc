import CardSecrets
import Foundation
import GatewayTestSupport
import Identifiers
import Ledger
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import TestSupport

@Suite("Merchants' keys and wallets' tokens")
struct WalletTokenTests {
    private static let appleID = "merchant.example.shop"
    private static let googleID = "gateway:somegateway"

    private static func owner(_ wallet: WalletKind, _ gateway: Gateway = PaymentsFixture.gateway) -> KeyOwner {
        KeyOwner(merchant: PaymentsFixture.shop, gateway: gateway, wallet: wallet)
    }

    private static func token(
        for key: MerchantPublicKey, paying minorUnits: Int64 = 1234, at now: Date, seed: UInt64 = 1
    ) throws -> WalletPaymentToken {
        let entropy = Entropy.seeded(seed)
        let cryptogram = try #require(PaymentCryptogram([1] + entropy.bytes(19)))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: minorUnits, currencyCode: "EUR", currencyDigits: "978"),
                dpan: PAN.generate(prefix: "489537", using: entropy), expiryMonth: 12, expiryYear: 2029,
                cryptogram: cryptogram, indicator: "07",
                cardLastFour: "1111"))
        let recipient: PaymentRecipient = switch (key.owner.wallet, key.kind) {
        case (.apple, .p256): .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: key.walletID ?? ""))
        case (.apple, .rsa): .apple(.rsa(publicKeySPKI: key.spki))
        case (.google, _):
            .google(publicKeySPKI: key.spki, id: key.walletID ?? "", gatewayMerchantID: key.owner.merchant.rawValue)
        case (.samsung, _): .samsung(publicKeySPKI: key.spki)
        }
        let text = try payment.token(for: recipient, at: now, using: entropy)
        return switch key.owner.wallet {
        case .apple: .apple(Array(text.utf8))
        case .google: .google(Array(text.utf8))
        case .samsung: .samsung(text)
        }
    }

    private static func open(
        _ token: WalletPaymentToken, with keys: MerchantKeys, at gateway: Gateway = PaymentsFixture.gateway,
        expecting: Int64? = 1234
    ) async throws(WalletTokenFailure) -> PaymentInstrument {
        try await keys.open(
            token, for: PaymentsFixture.shop, at: gateway, expecting: expecting.map(PaymentsFixture.euros),
            maximumAge: 120)
    }

    private static func failure(
        _ body: () async throws(WalletTokenFailure) -> PaymentInstrument
    ) async -> WalletTokenFailure? {
        do throws(WalletTokenFailure) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("A token of each wallet opens to what the phone sealed, once", arguments: [
        (WalletKind.apple, MerchantPublicKey.Kind.p256, appleID), (.apple, .rsa, nil), (.google, .p256, googleID),
        (.samsung, .rsa, nil),
    ] as [(WalletKind, MerchantPublicKey.Kind, String?)])
    func opening(wallet: WalletKind, kind: MerchantPublicKey.Kind, id: String?) async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let key = try await keys.makeKey(for: Self.owner(wallet), kind: kind, walletID: id)
        let token = try Self.token(for: key, at: fixture.time.now)
        let instrument = try await Self.open(token, with: keys)
        #expect(instrument.pan.bin == "489537" && instrument.expiry == .init(year: 2029, month: 12))
        #expect(instrument.agreedAmount == (wallet == .google ? nil : PaymentsFixture.euros(1234)))
        guard case .token(wallet, let cryptogram, "07") = instrument.kind else {
            return #expect(Bool(false), "another instrument")
        }
        #expect(cryptogram != nil)
        guard case .token(.replayed) = await Self.failure({ () throws(WalletTokenFailure) in
            try await Self.open(token, with: keys)
        }) else { return #expect(Bool(false), "It opened twice.") }
    }

    @Test("Of two gateways on two servers that open a token at once, one succeeds")
    func replay() async throws {
        let fixture = try await PaymentsFixture.make()
        let (one, other) = (try fixture.keys(21), try fixture.keys(22))
        let key = try await one.makeKey(for: Self.owner(.apple), walletID: Self.appleID)
        let token = try Self.token(for: key, at: fixture.time.now)
        // A merchant may have the same key pair at two gateways.
        try await fixture.payments.database.execute(script: """
            CREATE TEMPORARY TABLE copy AS SELECT * FROM merchants.merchant_key;
            UPDATE copy SET gateway = 'other';
            INSERT INTO merchants.merchant_key SELECT * FROM copy
            """)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                let keys = number.isMultiple(of: 2) ? one : other
                let gateway = number % 4 < 2 ? PaymentsFixture.gateway : Gateway("other")
                group.addTask { (try? await Self.open(token, with: keys, at: gateway)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(outcomes == 1)
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.wallet_token_claim") == ["1"])
    }

    @Test("Another amount, an old token and a foreign recipient are refused, and claim nothing")
    func refusals() async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let key = try await keys.makeKey(for: Self.owner(.apple), walletID: Self.appleID)
        let token = try Self.token(for: key, at: fixture.time.now)
        let other = await Self.failure { () throws(WalletTokenFailure) in
            try await Self.open(token, with: keys, expecting: 1235)
        }
        guard case .otherAmount(PaymentsFixture.euros(1234)) = other else {
            return #expect(Bool(false), "\(String(describing: other))")
        }
        let nobody = await Self.failure { () throws(WalletTokenFailure) in
            try await Self.open(token, with: keys, at: Gateway("other"))
        }
        guard case .noKey(.apple) = nobody else { return #expect(Bool(false), "\(String(describing: nobody))") }
        fixture.time.move(seconds: 121)
        let old = await Self.failure { () throws(WalletTokenFailure) in try await Self.open(token, with: keys) }
        guard case .token(.signedOutsideWindow) = old else { return #expect(Bool(false), "\(String(describing: old))") }
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.wallet_token_claim") == ["0"])
    }

    @Test("A token without publicKeyHash opens with the key that fits")
    func withoutKeyHash() async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let earlier = try await keys.makeKey(for: Self.owner(.apple), walletID: Self.appleID)
        _ = try await keys.makeKey(for: Self.owner(.apple), walletID: Self.appleID)
        guard case .apple(let json) = try Self.token(for: earlier, at: fixture.time.now),
            var members = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            var header = members["header"] as? [String: Any]
        else { return #expect(Bool(false), "no token") }
        header["publicKeyHash"] = nil
        members["header"] = header
        let bare = Array(try JSONSerialization.data(withJSONObject: members))
        let strict = await Self.failure { () throws(WalletTokenFailure) in
            try await Self.open(.apple(bare), with: keys)
        }
        guard case .token(.malformed) = strict else { return #expect(Bool(false), "\(String(describing: strict))") }
        #expect(try await Self.open(.appleWithoutKeyHash(bare), with: keys).pan.bin == "489537")
    }

    @Test("A replaced key opens tokens until its end, and not after")
    func rotation() async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let first = try await keys.makeKey(for: Self.owner(.google), walletID: Self.googleID)
        let second = try await keys.makeKey(for: Self.owner(.google), walletID: Self.googleID, overlapSeconds: 1000)
        #expect(try await keys.publicKey(for: Self.owner(.google))?.id == second.id)
        let sealed = try (Self.token(for: first, at: fixture.time.now, seed: 1),
                          Self.token(for: first, at: fixture.time.now, seed: 2),
                          Self.token(for: second, at: fixture.time.now, seed: 3))
        fixture.time.move(seconds: 999)
        _ = try await Self.open(sealed.0, with: keys, expecting: nil)
        fixture.time.move(seconds: 1)
        let late = await Self.failure { () throws(WalletTokenFailure) in
            try await Self.open(sealed.1, with: keys, expecting: nil)
        }
        guard case .token(.doesNotOpen) = late else { return #expect(Bool(false), "\(String(describing: late))") }
        _ = try await Self.open(sealed.2, with: keys, expecting: nil)
        #expect(try await keys.keys(of: Self.owner(.google)).map(\.id) == [second.id])
    }

    @Test("Keys of the wrong kind, without a name or too many are refused")
    func keyRefusals() async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        func refusal(_ body: () async throws(MerchantKeyFailure) -> MerchantPublicKey) async -> MerchantKeyRefusal? {
            do throws(MerchantKeyFailure) {
                _ = try await body()
                return nil
            } catch {
                guard case .refused(let refusal) = error else { return nil }
                return refusal
            }
        }
        let kind = await refusal { () throws(MerchantKeyFailure) in
            try await keys.makeKey(for: Self.owner(.google), kind: .rsa, walletID: Self.googleID)
        }
        #expect(kind == .kindNotAccepted(.rsa, accepted: [.p256]))
        let nameless = await refusal { () throws(MerchantKeyFailure) in
            try await keys.makeKey(for: Self.owner(.apple))
        }
        #expect(nameless == .walletIDMissing)
        for _ in 0..<8 { _ = try await keys.makeKey(for: Self.owner(.apple), walletID: Self.appleID) }
        let ninth = await refusal { () throws(MerchantKeyFailure) in
            try await keys.makeKey(for: Self.owner(.apple), walletID: Self.appleID)
        }
        #expect(ninth == .tooManyKeys(limit: 8))
        let thread = await BusyThread(limit: 0)
        let delayed = try fixture.keys(on: thread.slowWork)
        let waiting = await refusal { () throws(MerchantKeyFailure) in
            try await delayed.makeKey(for: Self.owner(.samsung))
        }
        #expect(waiting == .tooManyAtOnce)
        try await thread.free()
        let nobody = await refusal { () throws(MerchantKeyFailure) in
            try await keys.makeKey(
                for: KeyOwner(merchant: MerchantID("1")!, gateway: PaymentsFixture.gateway, wallet: .apple),
                walletID: Self.appleID)
        }
        #expect(nobody == .merchantNotFound)
    }
}
