import Crypto
import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import PaymentTokens

@Suite("One payment for each Apple Pay token")
struct AppleTransactionTests {
    private let pay: ApplePaySample
    private let now = ApplePaySample.now

    init() throws {
        pay = try ApplePaySample()
    }

    private func failure(
        _ json: [UInt8], with key: AppleMerchantKey? = nil, at now: Date, claimedIn seen: inout AppleTransactions
    ) throws -> String? {
        do throws(PaymentTokenFailure) {
            _ = try ApplePaymentToken(json: json).open(with: key ?? pay.merchant, under: pay.sample.trust, at: now) {
                seen.claim($0, until: $1, at: now)
            }
            return nil
        } catch {
            return error.name
        }
    }

    @Test("A token is accepted once")
    func replayedToken() throws {
        var seen = AppleTransactions()
        let json = try pay.token()
        #expect(try failure(json, at: now, claimedIn: &seen) == nil)
        for seconds in [0.0, -180, 180] {
            #expect(try failure(json, at: now + seconds, claimedIn: &seen) == "replayed")
        }
        #expect(try failure(json, at: now + 181, claimedIn: &seen) == "signedOutsideWindow")
        #expect(try failure(pay.token(seed: 2), at: now, claimedIn: &seen) == nil, "another payment")
    }

    /// A token with the same transaction id and other content counts as the same payment, even if the wallet signs it.
    @Test("Another token with the same transaction ID is refused")
    func reusedTransactionID() throws {
        var seen = AppleTransactions()
        let (first, second) = (try pay.token(), try pay.token(seed: 2))
        let id = try ApplePaymentToken(json: first).transactionID
        let renumbered = try pay.signed(
            changing: { $0.header.transactionId = EncodedBytes.hexadecimal(id.bytes).uppercased() }, in: second)
        #expect(try failure(first, at: now, claimedIn: &seen) == nil)
        #expect(try failure(renumbered, at: now, claimedIn: &seen) == "replayed")
        #expect(try failure(second, at: now, claimedIn: &seen) == nil)
    }

    @Test("A token that is refused does not claim its transaction ID")
    func failedToken() throws {
        var seen = AppleTransactions()
        let json = try pay.token()
        let own = Secret(Array(Entropy.seeded(9).agreementKey().derRepresentation))
        let renamed = try #require(AppleMerchantKey(privateKeyPKCS8: own, merchantID: "merchant.example.other"))
        let spoilt = String(decoding: json, as: UTF8.self).replacing("010203", with: "010204")
        #expect(try failure(json, with: renamed, at: now, claimedIn: &seen) == "doesNotOpen")
        #expect(try failure(json, at: now + 181, claimedIn: &seen) == "signedOutsideWindow")
        #expect(try failure(Array(spoilt.utf8), at: now, claimedIn: &seen) == "signatureWrong")
        #expect(try failure(json, at: now, claimedIn: &seen) == nil)
    }

    @Test("A token whose transaction ID cannot be claimed is refused")
    func unclaimedTransaction() throws {
        var seen = AppleTransactions(limit: 0)
        #expect(try failure(pay.token(), at: now, claimedIn: &seen) == "unclaimed")
    }

    /// A full memory forgets only transactions whose tokens are too old to open.
    @Test("A full memory forgets a transaction only after its token has expired")
    func fullMemory() {
        var seen = AppleTransactions(limit: 2)
        func claim(_ id: UInt8, goodFor seconds: Double, after passed: Double = 0) -> AppleTransactionID.Claim {
            seen.claim(.init(bytes: [id]), until: now + seconds, at: now + passed)
        }
        #expect(claim(1, goodFor: 60) == .granted)
        #expect(claim(2, goodFor: 180) == .granted)
        #expect(claim(3, goodFor: 180) == .unknown && claim(1, goodFor: 60) == .taken)
        #expect(claim(3, goodFor: 240, after: 60) == .unknown, "the first is good at its very end")
        #expect(claim(3, goodFor: 240, after: 61) == .granted)
        #expect(claim(2, goodFor: 180, after: 180) == .taken && claim(4, goodFor: 360, after: 180) == .unknown)
        #expect(claim(4, goodFor: 360, after: 181) == .granted && claim(3, goodFor: 240, after: 181) == .taken)
    }
}
