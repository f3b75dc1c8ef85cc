import Crypto
import Synchronization
import Testing
import WalletTestSupport

@testable import CardSecrets

@Suite("Encryption for a session's key")
struct SessionKeySealingTests {
    private static let payload = #"{"pan":"4111117391846532","cvv":"739"}"#

    /// Both halves of a session's key.
    private struct Session {
        let privateKey: Secret
        let publicKey: DevicePublicKey

        init() throws {
            let bytes = Entropy.seeded(3).bytes(32)
            privateKey = Secret(bytes)
            let point = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation
            publicKey = try #require(DevicePublicKey(x963: Array(point)))
        }

        func seal(between parties: SessionKeySealing.Parties = .init(), seed: UInt64 = 1) -> String {
            SessionKeySealing.seal(
                Secret(Array(payload.utf8)), to: publicKey, between: parties, using: .seeded(seed))
        }
    }

    /// RFC 7518, appendix C: Alice's ephemeral key, Bob's key, and the key they agree on for A128GCM.
    @Test("The key agreement gives the key that RFC 7518 publishes")
    func keyAgreementVector() throws {
        let alice = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: #require(Base64url.decode("0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo")))
        let bob = try #require(
            DevicePublicKey(
                keyType: "EC", curve: "P-256", x: "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",
                y: "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck"))
        let shared = try alice.sharedSecretFromKeyAgreement(with: .init(x963Representation: bob.x963))
        let parties = SessionKeySealing.Parties(sender: Array("Alice".utf8), recipient: Array("Bob".utf8))
        let key = SessionKeySealing.concatKDF(shared, algorithm: "A128GCM", parties, bitCount: 128)
        #expect(key.withUnsafeBytes { Base64url.encode($0) } == "VqqN6vgjbSBcIijNcacQGg")
    }

    @Test("Only the session's private key decrypts a message")
    func otherSessionKey() throws {
        let session = try Session()
        let parties = SessionKeySealing.Parties(sender: Array("tessera".utf8), recipient: Array("phone".utf8))
        for message in [session.seal(), session.seal(between: parties)] {
            let opened = try #require(SessionKeySealing.open(message, with: session.privateKey))
            #expect(opened == Secret(Array(Self.payload.utf8)))
            #expect(SessionKeySealing.open(message, with: Secret(Entropy.seeded(4).bytes(32))) == nil)
        }
    }

    @Test("Another library decrypts a message")
    func otherLibrary() async throws {
        let session = try Session()
        let parties = SessionKeySealing.Parties(sender: Array("tessera".utf8), recipient: Array("phone".utf8))
        let made = try await Python.run(
            """
            import struct
            protected, encrypted_key, nonce, ciphertext, tag = given["jwe"].split(".")
            header = json.loads(data(protected))
            number = lambda part: int.from_bytes(data(header["epk"][part]), "big")
            ephemeral = ec.EllipticCurvePublicNumbers(number("x"), number("y"), ec.SECP256R1()).public_key()
            own = ec.derive_private_key(int.from_bytes(data(given["key"]), "big"), ec.SECP256R1())
            field = lambda b: struct.pack(">I", len(b)) + b
            info = field(header["enc"].encode()) + field(data(header["apu"])) + field(data(header["apv"]))
            key = ConcatKDFHash(hashes.SHA256(), 32, info + struct.pack(">I", 256)).derive(
                own.exchange(ec.ECDH(), ephemeral))
            opened = AESGCM(key).decrypt(data(nonce), data(ciphertext) + data(tag), protected.encode())
            made = {"payload": opened.decode(), "alg": header["alg"], "enc": header["enc"],
                    "encrypted_key": encrypted_key}
            """,
            given: [
                "jwe": session.seal(between: parties),
                "key": session.privateKey.withBytes { Base64url.encode($0) },
            ])
        #expect(made == ["payload": Self.payload, "alg": "ECDH-ES", "enc": "A256GCM", "encrypted_key": ""])
    }

    @Test("A changed message is not decrypted")
    func changedMessage() throws {
        let session = try Session()
        let parts = session.seal().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for index in [0, 2, 3, 4] {
            let bytes = try #require(Base64url.decode(parts[index]))
            for changed in flips(bytes) {
                var message = parts
                message[index] = Base64url.encode(changed)
                #expect(SessionKeySealing.open(message.joined(separator: "."), with: session.privateKey) == nil)
            }
        }
        let whole = parts.joined(separator: ".")
        for message in ["", "....", whole + ".", whole + "A", "x" + whole, whole.replacing("..", with: ".AA.")] {
            #expect(SessionKeySealing.open(message, with: session.privateKey) == nil)
        }
    }

    @Test("Each message has its own ephemeral key")
    func freshKeys() throws {
        let session = try Session()
        let entropy = Entropy.seeded(1)
        let messages = (0..<50).map { _ in
            SessionKeySealing.seal(Secret(Array(Self.payload.utf8)), to: session.publicKey, using: entropy)
        }
        let headers = Set(messages.compactMap { $0.split(separator: ".").first })
        #expect(headers.count == 50)
    }

    @Test("Entropy that is not a private key is drawn again")
    func invalidEntropy() throws {
        let session = try Session()
        let source = Entropy.seeded(1)
        let draws = Mutex(0)
        let entropy = Entropy { count in
            let number = draws.withLock { draws in
                draws += 1
                return draws
            }
            return number == 1 ? [UInt8](repeating: 0xFF, count: count) : source.bytes(count)
        }
        let message = SessionKeySealing.seal(
            Secret(Array(Self.payload.utf8)), to: session.publicKey, using: entropy)
        #expect(SessionKeySealing.open(message, with: session.privateKey) != nil)
        #expect(draws.withLock { $0 } == 3, "two for the key, one for the nonce")
    }
}
