import CardSecrets
import Foundation

/// Any part of the data that an integrator sent to get a card sealed, or received in answer, exactly as on the wire.
public struct WalletEvidence: Sendable {
    public var apple = AppleEvidence()
    public var encryptedPassData: String?
    public var ephemeralPublicKey: String?
    public var activationData: String?
    /// 32 bytes in hexadecimal digits or Base64: the leaf certificate's private key, which only a simulated device
    /// reveals.
    public var devicePrivateKey: String?
    public var opaquePaymentCard: String?
    public var clientDeviceID: String?
    public var clientWalletAccountID: String?
    /// The wallet that the card is for, if an app pushes cards into it.
    public var wallet: PushWallet?
    /// If nil, the form of `opaquePaymentCard` decides.
    public var network: TokenNetwork?

    public init() {}
}

extension Inspection {
    /// Checks everything that was given, step by step, with the rules of the service, the device and the networks.
    public init(_ evidence: WalletEvidence, under trust: AppleTrust, keys: TokenServiceKeys, at now: Date) {
        self.init()
        if !evidence.apple.isEmpty { inspect(evidence.apple, under: trust, at: now) }
        inspectPass(evidence, keys: keys, at: now)
        inspectPush(evidence, keys: keys, at: now)
    }

    private mutating func inspectPass(_ evidence: WalletEvidence, keys: TokenServiceKeys, at now: Date) {
        let given = [evidence.encryptedPassData, evidence.ephemeralPublicKey, evidence.activationData]
        guard given.contains(where: { $0 != nil }) else { return }
        let sealed = bytes("encryptedPassData", evidence.encryptedPassData)
        let ephemeral = bytes("ephemeralPublicKey", evidence.ephemeralPublicKey)
        let activation = bytes("activationData", evidence.activationData)
        guard let sealed, let ephemeral else { return }
        guard let text = evidence.devicePrivateKey else {
            return skip("pass", because: "It opens only with devicePrivateKey, which was not sent.")
        }
        let key = attempt("devicePrivateKey") { () throws(ProvisioningFailure) in
            do throws(EncodingFailure) {
                return (Secret(try EncodedBytes.decode(text, count: 32)), "32 bytes")
            } catch {
                throw .encoding(field: "devicePrivateKey", error)
            }
        }
        guard let key else { return }
        let pass = ApplePass(
            encryptedPassData: sealed, ephemeralPublicKey: ephemeral, activationData: activation ?? [])
        let apple = evidence.apple
        let opened = inspect(
            pass, openedWith: key, nonce: apple.nonceBytes, nonceSignature: apple.nonceSignatureBytes, lastDigits: nil,
            at: now)
        guard let opened, let activation, let network = opened.card.network else { return }
        inspect(
            activationData: activation, of: opened.card, nonce: opened.data.nonce, network: network, keys: keys,
            at: now)
    }

    private mutating func inspectPush(_ evidence: WalletEvidence, keys: TokenServiceKeys, at now: Date) {
        let (device, account) = (evidence.clientDeviceID, evidence.clientWalletAccountID)
        if device != nil || account != nil { inspect(clientDeviceID: device, clientWalletAccountID: account) }
        guard let card = evidence.opaquePaymentCard else { return }
        let network = evidence.network ?? (card.contains(".") ? .visa : .mastercard)
        _ = inspect(
            PushedCard(card, network: network, wallet: evidence.wallet, deviceID: device, accountID: account),
            with: keys, at: now)
    }

    /// Decodes Base64, as answers are encoded. Records only failures.
    private mutating func bytes(_ field: String, _ text: String?) -> [UInt8]? {
        guard let text else {
            fail(field, ProvisioningFailure.missing(field: field))
            return nil
        }
        do throws(EncodingFailure) {
            return try EncodedBytes.decodeBase64(text, limitBytes: ApplePass.limitBytes)
        } catch {
            fail(field, ProvisioningFailure.encoding(field: field, error))
            return nil
        }
    }
}

extension OpenedCard {
    /// The network by the number's first digit.
    public var network: TokenNetwork? {
        switch pan.bin.first {
        case "4": .visa
        case "5": .mastercard
        default: nil
        }
    }
}
