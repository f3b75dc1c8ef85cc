import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import SimulatedWallets

/// An iPhone with Wallet and the issuer's app. It asks the issuer for a pass and hands the response to Wallet, which
/// verifies everything and forwards it to the network as Apple does. Then the app reports the result to the issuer.
public struct IPhone: Sendable {
    public let handset: Handset
    private let patience: Patience
    private let now: @Sendable () -> Date
    private let entropy: Entropy

    /// - Parameters:
    ///   - customer: the owner of the phone.
    ///   - now: the issuer's clock, for certificates that it accepts.
    public init(
        of customer: String, patience: Patience = .ofPassKit, now: @escaping @Sendable () -> Date, entropy: Entropy,
        call: @escaping SandboxCall
    ) {
        handset = Handset(.iPhone, of: customer, call: call)
        self.patience = patience
        self.now = now
        self.entropy = entropy
    }

    /// Adds a card to Wallet: PKAddPaymentPassViewController from its start to `didFinishAdding`.
    public func add(
        _ cardID: String, of cards: CustomerOperations, fault: IPhoneFault? = nil, advice: WalletAdvice = .approve,
        report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let journey = Journey(report: report)
        let issuer = Issuer(cards: cards, cardID: cardID, journey: journey)
        let device = try simulatedDevice(fault?.ofDevice, journey)
        let body = TokenizeCardBody(device, with: fault)
        journey.pass(
            "request", "two certificates, a nonce of \(device.nonce.count) bytes and its signature of "
                + "\(device.nonceSignature.count)")
        if fault == .sending(.staleNonce) { _ = try await issuer.tokenize(body, patience: patience) }
        let answer = try await issuer.tokenize(body, patience: patience)
        let opening = try fault == .sending(.wrongDevice) ? simulatedDevice(nil, journey) : device
        let message = AddCardRequest(
            try pass(of: answer, fault, journey), for: opening, lastDigits: answer.lastDigits, advice: advice)
        if fault == .sending(.replayedActivation) { _ = try? await handset.push(message, .unreported) }
        let token = try await put(message, journey)
        try await issuer.complete(token.issuerTokenId, walletType: "APPLE_PAY")
        return token
    }

    /// Adds a pass that an app hands over, as Wallet and the network do.
    ///
    /// - Parameter device: the device that the pass was sealed for.
    public func add(
        _ pass: ApplePass, for device: SimulatedAppleDevice, lastDigits: String, report: @escaping StepReport
    ) async throws(StepFailure) -> WalletToken {
        let message = AddCardRequest(pass, for: device, lastDigits: lastDigits, advice: .approve)
        return try await put(message, Journey(report: report))
    }

    private func put(_ message: AddCardRequest, _ journey: Journey) async throws(StepFailure) -> WalletToken {
        let token = try await handset.push(message, journey)
        return try await token.waits ? handset.identify(token, journey) : token
    }

    private func simulatedDevice(
        _ fault: SimulatedAppleDevice.Fault?, _ journey: Journey
    ) throws(StepFailure) -> SimulatedAppleDevice {
        do throws(VaultFailure) {
            return try SimulatedAuthority.sandbox(using: entropy).appleDevice(at: now(), fault: fault)
        } catch {
            throw journey.end("request", SealedFailure.malformed(error.description))
        }
    }

    private func pass(
        of answer: TokenizationResponse, _ fault: IPhoneFault?, _ journey: Journey
    ) throws(StepFailure) -> ApplePass {
        var encrypted = try answer.bytes("encryptedPassData", answer.body.encryptedPassData, journey)
        if fault == .sending(.changedAnswer) { encrypted = encrypted.prefix(1).map { $0 ^ 1 } + encrypted.dropFirst() }
        return ApplePass(
            encryptedPassData: encrypted,
            ephemeralPublicKey: try answer.bytes("ephemeralPublicKey", answer.body.ephemeralPublicKey, journey),
            activationData: try answer.bytes("activationData", answer.body.activationData, journey))
    }
}

/// One fault of an iPhone or of its app.
public enum IPhoneFault: Sendable, Hashable, CaseIterable {
    /// A fault in the data that the device produces.
    case device(SimulatedAppleDevice.Fault)
    /// A fault in the app's handling of that data.
    case sending(Sending)

    public enum Sending: String, Sendable, CaseIterable {
        case staleNonce = "stale-nonce"
        case pemForDER = "pem-for-der"
        case base64url = "base64url"
        case trailingBytes = "trailing-bytes"
        case oversizedCertificate = "oversized-certificate"
        case wrongDevice = "wrong-device"
        case changedAnswer = "changed-answer"
        case replayedActivation = "replayed-activation"
    }

    public static let allCases =
        SimulatedAppleDevice.Fault.allCases.map { device($0) } + Sending.allCases.map { sending($0) }

    public var name: String {
        switch self {
        case .device(let fault): fault.rawValue
        case .sending(let fault): fault.rawValue
        }
    }

    public init?(_ name: String) {
        guard let fault = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = fault
    }

    public var ofDevice: SimulatedAppleDevice.Fault? {
        if case .device(let fault) = self { fault } else { nil }
    }
}

extension TokenizeCardBody {
    /// The values from PassKit as the app sends them: certificates and signature as Base64, the nonce as hexadecimal
    /// digits.
    public init(_ device: SimulatedAppleDevice, with fault: IPhoneFault? = nil) {
        self.init()
        var leaf = device.leafCertificate
        switch fault {
        case .sending(.trailingBytes): leaf += [0x05, 0x00]
        case .sending(.oversizedCertificate): leaf += [UInt8](repeating: 0, count: 8192)
        case .sending(.pemForDER): leaf = Array(Self.pem(leaf).utf8)
        default: break
        }
        walletType = "APPLE_PAY"
        leafCertificate = EncodedBytes.base64(leaf)
        subordinateCertificate = EncodedBytes.base64(device.subordinateCertificate)
        nonce = EncodedBytes.hexadecimal(device.nonce)
        nonceSignature = fault == .sending(.base64url)
            ? Base64url.encode([0x40, 0xFB, 0xFF] + device.nonceSignature.dropFirst(3))
            : EncodedBytes.base64(device.nonceSignature)
    }

    private static func pem(_ der: [UInt8]) -> String {
        let text = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }
}
