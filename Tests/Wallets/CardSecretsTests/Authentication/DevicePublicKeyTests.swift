import Testing
import WalletTestSupport

@testable import CardSecrets

@Suite("Public key of a device")
struct DevicePublicKeyTests {
    private static let message = Array("Approve 25.00 EUR to ACME".utf8)

    /// A key and its signature in every form that devices send, made by another library.
    private static func sample() async throws -> [String: String] {
        try await Python.run(
            """
            key = ec.generate_private_key(ec.SECP256R1())
            der = key.sign(data(given["message"]), ec.ECDSA(hashes.SHA256()))
            r, s = utils.decode_dss_signature(der)
            spki = lambda key: key.public_key().public_bytes(
                serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
            numbers = key.public_key().public_numbers()
            made = {
                "x963": text(x963(key)), "spki": text(spki(key)), "der": text(der),
                "x": text(numbers.x.to_bytes(32, "big")), "y": text(numbers.y.to_bytes(32, "big")),
                "raw": text(r.to_bytes(32, "big") + s.to_bytes(32, "big")),
                "compressed": text(key.public_key().public_bytes(
                    serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)),
                "p384": text(spki(ec.generate_private_key(ec.SECP384R1()))),
                "k1": text(spki(ec.generate_private_key(ec.SECP256K1()))),
            }
            """, given: ["message": Base64url.encode(message)])
    }

    @Test("A key is read from its X9.63, DER and JWK forms")
    func keyForms() async throws {
        let sample = try await Self.sample()
        let key = try #require(DevicePublicKey(x963: sample.bytes("x963")))
        #expect(key.x963 == (try sample.bytes("x963")))
        #expect(DevicePublicKey(der: try sample.bytes("spki")) == key)
        let (x, y) = (try #require(sample["x"]), try #require(sample["y"]))
        #expect(DevicePublicKey(keyType: "EC", curve: "P-256", x: x, y: y) == key)
        #expect(DevicePublicKey(keyType: "EC", curve: "P-384", x: x, y: y) == nil)
        #expect(DevicePublicKey(keyType: "OKP", curve: "P-256", x: x, y: y) == nil)
        #expect(DevicePublicKey(keyType: "EC", curve: "P-256", x: y, y: x) == nil)
        #expect(DevicePublicKey(keyType: "EC", curve: "P-256", x: "AA" + x, y: y) == nil)
    }

    @Test("Keys of other curves, compressed points and invalid points are refused")
    func invalidPoint() async throws {
        let sample = try await Self.sample()
        for name in ["p384", "k1"] { #expect(DevicePublicKey(der: try sample.bytes(name)) == nil, "\(name)") }
        #expect(DevicePublicKey(x963: try sample.bytes("compressed")) == nil)
        #expect(DevicePublicKey(x963: [0]) == nil && DevicePublicKey(x963: []) == nil)
        #expect(DevicePublicKey(x963: [4] + [UInt8](repeating: 0, count: 64)) == nil)
        // Changing one bit of y never gives a point. About half of all numbers are the x of a point, but y then belongs
        // to another x.
        for changed in flips(try sample.bytes("x963")) { #expect(DevicePublicKey(x963: changed) == nil) }
        #expect(DevicePublicKey(der: try sample.bytes("spki") + [0]) == nil)
        #expect(DevicePublicKey(der: []) == nil)
    }

    @Test("Only the exact signature of the exact message is accepted", arguments: ["der", "raw"])
    func changedSignature(form: String) async throws {
        let sample = try await Self.sample()
        let key = try #require(DevicePublicKey(x963: sample.bytes("x963")))
        let signature = try sample.bytes(form)
        #expect(key.verifies(signature, of: Self.message))
        for changed in flips(signature) { #expect(!key.verifies(changed, of: Self.message)) }
        for changed in flips(Self.message) { #expect(!key.verifies(signature, of: changed)) }
        for changed in [signature + [0], Array(signature.dropLast()), [], [UInt8](repeating: 0, count: 64)] {
            #expect(!key.verifies(changed, of: Self.message))
        }
        let other = try #require(DevicePublicKey(x963: try await Self.sample().bytes("x963")))
        #expect(!other.verifies(signature, of: Self.message))
    }
}
