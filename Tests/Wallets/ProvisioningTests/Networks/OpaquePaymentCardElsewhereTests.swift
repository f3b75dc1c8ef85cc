import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

/// The token services of both networks in another language, with another cryptographic library.
@Suite("Pushed cards read by another library")
struct OpaquePaymentCardElsewhereTests {
    @Test("Another library decrypts a card for Visa")
    func visaCard() async throws {
        let made = try await Python.run(
            """
            protected, encrypted_key, nonce, ciphertext, tag = given["card"].split(".")
            header = json.loads(data(protected))
            wrapping = hashlib.sha256(given["secret"].encode()).digest()
            key = AESGCM(wrapping).decrypt(data(header["iv"]), data(encrypted_key) + data(header["tag"]), None)
            opened = json.loads(AESGCM(key).decrypt(data(nonce), data(ciphertext) + data(tag), protected.encode()))
            made = {name: header[name] for name in ("alg", "enc", "typ", "kid", "channelSecurityContext")}
            made["iat"] = str(header["iat"])
            made["pan"] = opened["accountNumber"]
            made["expiry"] = "/".join(opened["expirationDate"][part] for part in ("month", "year"))
            made["name"] = opened["name"]
            made["address"] = ", ".join(opened["billingAddress"][part] for part in ("line1", "city", "country"))
            made["provider"] = json.dumps(opened["provider"], sort_keys=True)
            """,
            given: [
                "card": try PushSample.visa(), "secret": CardSample.visa.sharedSecret.revealText { $0 },
            ])
        #expect(
            made == [
                "alg": "A256GCMKW", "enc": "A256GCM", "typ": "JOSE", "kid": CardSample.visa.apiKey,
                "channelSecurityContext": "SHARED_SECRET", "iat": "1790000000", "pan": "4111117391846532",
                "expiry": "03/2031", "name": "Zoë O'Brien/Łukasz", "address": "1 Quay, Dublin, IE",
                "provider": #"{"clientAppID": "com.example.bank", "clientDeviceID": "stable-hardware_id-00001", "#
                    + #""clientWalletAccountID": "W0", "clientWalletProvider": "40010075001", "#
                    + #""intent": "PUSH_PROV_MOBILE", "isIDnV": "false"}"#,
            ])
    }

    @Test("Another library decrypts and verifies a card for Mastercard")
    func mastercardCard() async throws {
        let keys = try CardSample.mastercard.get().network
        let made = try await Python.run(
            """
            from cryptography.hazmat.primitives.asymmetric import padding
            from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
            from cryptography.hazmat.primitives.padding import PKCS7
            card = json.loads(base64.b64decode(given["card"]))
            info = {name: value for name, value in card["cardInfo"].items()}
            assert info["oaepHashingAlgorithm"] == "SHA256" and info["publicKeyFingerprint"] == given["fingerprint"]
            private = serialization.load_der_private_key(data(given["key"]), None)
            key = private.decrypt(bytes.fromhex(info["encryptedKey"]),
                                  padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None))
            decryptor = Cipher(algorithms.AES(key), modes.CBC(bytes.fromhex(info["iv"]))).decryptor()
            padded = decryptor.update(bytes.fromhex(info["encryptedData"])) + decryptor.finalize()
            unpadder = PKCS7(128).unpadder()
            made = json.loads(unpadder.update(padded) + unpadder.finalize())
            value = json.loads(base64.b64decode(card["tokenizationAuthenticationValue"]))
            fields = {"accountNumber": made["accountNumber"],
                      "accountExpiry": made["expiryMonth"] + made["expiryYear"],
                      "dataValidUntilTimestamp": value["dataValidUntilTimestamp"]}
            signed = "|".join(fields[name] for name in value["includedFieldsInOrder"].split("|"))
            serialization.load_der_public_key(data(given["signer"])).verify(
                base64.b64decode(value["signature"]), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
            """,
            given: [
                "card": try PushSample.mastercard(), "fingerprint": keys.publicKeyFingerprint,
                "key": keys.cardDataPrivateKeyPKCS8.withBytes { Base64url.encode($0) },
                "signer": Base64url.encode(keys.activationPublicKeySPKI),
            ])
        #expect(
            made == [
                "accountNumber": "5555555555554444", "expiryMonth": "03", "expiryYear": "31",
                "source": "CARD_ADDED_VIA_APPLICATION", "cardholderName": "Zoë O'Brien/Łukasz",
                "dataValidUntilTimestamp": timestamp(AppleSample.now + 1800),
            ])
    }
}
