import ContractTestSupport
import Crypto
import Foundation
import SwiftASN1
import Testing
import TestSupport
import X509

@Suite("The keys of merchants", .timeLimit(.minutes(20)))
struct MerchantKeyTests {
    private struct Merchant: Decodable {
        let merchantId: String
    }

    private struct Key: Decodable {
        let gateway: String
        let wallet: String
        let kind: String
        let status: String
        let walletId: String?
        let publicKeyHash: String
        let endDate: String?
    }

    private struct Keys: Decodable {
        let keys: [Key]
    }

    private struct Requested: Decodable {
        let key: Key
        let certificateSigningRequest: String
    }

    private struct Refusal: Decodable {
        struct Field: Decodable {
            let field: String
        }

        let code: String
        let errors: [Field]?
    }

    @Test("Apple's key is replaced by a new certificate, and the earlier key still opens tokens")
    func certificate() async throws {
        try await withSandboxService { service in
            let merchant = try await Self.merchant(at: service)
            let before = try await Self.keys(of: merchant, "cardpointe", "APPLE", at: service)
            #expect(before.map(\.status) == ["ACTIVE"])
            let asked = #"{"gateway":"cardpointe","wallet":"APPLE"}"#
            let requested: Requested = try await service.sandbox(
                "POST", "/merchants/\(merchant)/certificate-requests", asked
            ).decoded(expecting: 201)
            #expect(requested.key.status == "WAITING" && requested.key.walletId == before[0].walletId)
            let waiting = try await Self.keys(of: merchant, "cardpointe", "APPLE", at: service)
            #expect(Set(waiting.map(\.status)) == ["WAITING", "ACTIVE"])

            let certificate = try Self.certificate(for: requested.certificateSigningRequest)
            let taken: Key = try await Self.upload(
                certificate, #""gateway":"cardpointe","wallet":"APPLE","overlapSeconds":3600"#, of: merchant,
                at: service
            ).decoded(expecting: 200)
            #expect(taken.status == "ACTIVE" && taken.publicKeyHash == requested.key.publicKeyHash)
            let after = try await Self.keys(of: merchant, "cardpointe", "APPLE", at: service)
            #expect(after.map(\.status) == ["ACTIVE", "REPLACED"])
            #expect(after.last?.publicKeyHash == before[0].publicKeyHash && after.last?.endDate != nil)
            let again = try await Self.upload(
                certificate, #""gateway":"cardpointe","wallet":"APPLE""#, of: merchant, at: service)
            #expect(again.status == 403, "No key waits for it any more.")
        }
    }

    @Test("Google's key is replaced at once")
    func rotation() async throws {
        try await withSandboxService { service in
            let merchant = try await Self.merchant(at: service)
            let made: Key = try await service.sandbox(
                "POST", "/merchants/\(merchant)/keys",
                #"{"gateway":"stitch","wallet":"GOOGLE","overlapSeconds":60}"#
            ).decoded(expecting: 201)
            #expect(made.status == "ACTIVE" && made.kind == "P-256")
            let keys = try await Self.keys(of: merchant, "stitch", "GOOGLE", at: service)
            #expect(keys.map(\.status) == ["ACTIVE", "REPLACED"])
            #expect(keys.first?.publicKeyHash == made.publicKeyHash)
        }
    }

    @Test("All wrong fields are named, and nothing is created", arguments: [
        (#"{}"#, ["gateway", "wallet"]),
        (#"{"gateway":"stripe","wallet":"APPLE","kind":"P-521"}"#, ["gateway", "kind"]),
        (#"{"gateway":"cardpointe","wallet":"SAMSUNG"}"#, ["wallet"]),
        (#"{"gateway":"stitch","wallet":"GOOGLE","overlapSeconds":-1}"#, ["overlapSeconds"]),
    ])
    func wrongFields(body: String, fields: [String]) async throws {
        try await withSharedSandboxService { service in
            let merchant = try await Self.merchant(at: service)
            let refusal: Refusal = try await service.sandbox(
                "POST", "/merchants/\(merchant)/keys", body
            ).decoded(expecting: 400)
            #expect(refusal.errors?.map(\.field).sorted() == fields)
        }
    }

    @Test("A certificate of another key, a text that is no certificate, and an unknown merchant are refused")
    func refusals() async throws {
        try await withSandboxService { service in
            let merchant = try await Self.merchant(at: service)
            let names = #""gateway":"cardpointe","wallet":"APPLE""#
            let stranger = try Self.certificate(of: Certificate.PublicKey(P256.Signing.PrivateKey().publicKey))
            #expect(try await Self.upload(stranger, names, of: merchant, at: service).status == 403)
            let refused: Refusal = try await Self.upload(
                "no certificate", names, of: merchant, at: service
            ).decoded(expecting: 400)
            #expect(refused.errors?.map(\.field) == ["certificate"])
            let kind: Refusal = try await service.sandbox(
                "POST", "/merchants/\(merchant)/keys", #"{"gateway":"stitch","wallet":"GOOGLE","kind":"RSA"}"#
            ).decoded(expecting: 400)
            #expect(kind.errors?.map(\.field) == ["kind"])
            #expect(try await Self.upload(stranger, names, of: "nobody", at: service).status == 404)
            #expect(try await service.sandbox("GET", "/merchants/nobody/keys").status == 404)
        }
    }

    private static func merchant(at service: LiveService) async throws -> String {
        let made: Merchant = try await service.sandbox("POST", "/merchants", "{}").decoded(expecting: 201)
        return made.merchantId
    }

    private static func keys(
        of merchant: String, _ gateway: String, _ wallet: String, at service: LiveService
    ) async throws -> [Key] {
        let all: Keys = try await service.sandbox("GET", "/merchants/\(merchant)/keys").decoded(expecting: 200)
        return all.keys.filter { $0.gateway == gateway && $0.wallet == wallet }
    }

    private static func upload(
        _ certificate: String, _ names: String, of merchant: String, at service: LiveService
    ) async throws -> RawAnswer {
        let line = certificate.replacing("\n", with: "\\n")
        return try await service.sandbox(
            "POST", "/merchants/\(merchant)/certificates", #"{\#(names),"certificate":"\#(line)"}"#)
    }

    private static func certificate(for request: String) throws -> String {
        try certificate(of: CertificateSigningRequest(pemEncoded: request).publicKey)
    }

    /// A certificate like Apple's for a merchant's key, signed by a key that nobody checks.
    private static func certificate(of key: Certificate.PublicKey) throws -> String {
        let name = try DistinguishedName { CommonName("Test") }
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(7), publicKey: key, notValidBefore: start,
            notValidAfter: start + 1000, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions(), issuerPrivateKey: .init(P256.Signing.PrivateKey()))
        return try certificate.serializeAsPEM().pemString
    }
}
