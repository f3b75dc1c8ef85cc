import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Gateways
import HTTPContract
import HTTPService
import Logging
import NIOEmbedded
import Payments
import Synchronization
import Testing

@testable import Stitch

@Suite("Secrecy of Stitch's clients")
struct ClientAssertionTests {
    @Test("For every client, one signature is checked, with a key of one size, and the answer is one", arguments: [
        "signer", "keyless", "nobody",
    ])
    func work(of client: String) async throws {
        let stitch = try await StitchFixture.make()
        let known = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        try await Self.add("signer", key: Array(known.publicKey.derRepresentation), to: stitch)
        try await Self.add("keyless", key: nil, to: stitch)
        let sizes = Mutex<[Int]>([])
        let clock = PaymentClock(now: { StitchFixture.start }, realNow: { StitchFixture.start })
        let endpoint = TokenEndpoint(
            clients: stitch.clients, tokens: ClientTokens(keys: .generate(using: .seeded(1)), clock: clock),
            audience: "https://gateway",
            isSigned: { signature, signed, spki in
                let key = try? _RSA.Signing.PublicKey(derRepresentation: spki)
                sizes.withLock { $0.append(key?.keySizeInBits ?? 0) }
                return ClientAssertion.isSigned(signature, signed, spki)
            })
        let form = try Self.form(client, signedWith: _RSA.Signing.PrivateKey(keySize: .bits2048))
        let context = RequestContext(channel: NIOAsyncTestingChannel(), logger: Logger(label: "tests"))
        await #expect {
            try await endpoint.answer(form, context)
        } throws: { error in
            return error as? GrantRefusal == GrantRefusal(
                .invalidClient, "There is no such client, or its secret or assertion is wrong.")
        }
        #expect(sizes.withLock { $0 } == [2048])
    }

    @Test("A right signature proves nothing if the client has no key")
    func keyless() async throws {
        let assertion = ClientAssertion(
            try Self.assertion(of: "nobody", signedWith: .init(keySize: .bits2048)), of: "nobody", key: nil,
            audience: "https://gateway", at: StitchFixture.start, checking: { _, _, _ in true })
        #expect(assertion == nil)
    }

    private static func add(_ id: String, key: [UInt8]?, to stitch: StitchFixture) async throws {
        let merchant = try #require(StitchFixture.shop)
        let client = StitchClient(id: id, merchant: merchant, scopes: [.refund], assertionKey: key)
        try await stitch.clients.set(try #require(client), secret: StitchFixture.secret)
    }

    private static func form(_ client: String, signedWith key: _RSA.Signing.PrivateKey) throws -> String {
        FormText.encode([
            ("grant_type", "client_credentials"), ("client_id", client), ("scope", "client_refund"),
            ("client_assertion_type", ClientAssertion.type),
            ("client_assertion", try assertion(of: client, signedWith: key)),
        ])
    }

    private static func assertion(of client: String, signedWith key: _RSA.Signing.PrivateKey) throws -> String {
        let end = Int(StitchFixture.start.timeIntervalSince1970) + 300
        let claims = #"{"iss":"\#(client)","sub":"\#(client)","aud":"https://gateway","exp":\#(end),"jti":"j1"}"#
        let signed = [#"{"alg":"RS256"}"#, claims].map { Base64url.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try key.signature(for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
        return signed + "." + Base64url.encode(Array(signature.rawRepresentation))
    }
}
