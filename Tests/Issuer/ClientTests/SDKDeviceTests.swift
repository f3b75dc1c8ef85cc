import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Crypto
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("The SDK: devices that the customer trusts")
struct SDKDeviceTests {
    @Test("A device is trusted after a code, listed, signs a challenge, and is distrusted")
    func life() async throws {
        try await withLiveService(asking: [.updateCard, .trustDevice]) { service in
            let (app, wallet, key) = (try await App(at: service), service.sdk(), P256.Signing.PrivateKey())
            let request = Wallet.SCATrustDeviceRequest(
                name: "Ivana's phone", publicKey: key.publicKey.rawRepresentation)
            let asked = try await failure { () throws(WalletError) in
                try await wallet.scaService.trustDevice(request: request)
            }
            let event = try await wallet.verify(asked, as: app)
            let device = try await wallet.scaService.trustDevice(request: request, scaDetails: event)
            #expect(device.name == "Ivana's phone" && device.lastUsedDate == nil)
            #expect(try await wallet.scaService.getTrustedDevices() == [device])

            let card = try await wallet.cardService.create(request: .virtual)
            let lock = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
            let askedAgain = try await failure { () throws(WalletError) in
                try await wallet.cardService.update(cardID: card.cardID, request: lock)
            }
            guard case .scaRequired(let event, _) = askedAgain else { throw askedAgain }
            let biometric = try #require(event.availableVerifications.first { $0.method == .biometric })
            let challenge = try await wallet.scaService.sendChallenge(event: event.scaDetails, verification: biometric)
            let signature = try key.signature(for: #require(challenge.deviceMessage)).derRepresentation
            let attempt = try await wallet.scaService.attempt(
                event: event.scaDetails, verification: biometric,
                answer: .device(deviceID: device.deviceID, signature: signature))
            #expect(attempt.status == .verified)
            let locked = try await wallet.cardService.update(
                cardID: card.cardID, request: lock, scaDetails: event.scaDetails)
            #expect(locked.status == .locked)

            let askedLast = try await failure { () throws(WalletError) in
                try await wallet.scaService.distrustDevice(deviceID: device.deviceID)
            }
            let last = try await wallet.verify(askedLast, as: app)
            try await wallet.scaService.distrustDevice(deviceID: device.deviceID, scaDetails: last)
            #expect(try await wallet.scaService.getTrustedDevices().isEmpty)
        }
    }

    @Test("After a lost answer no device is trusted twice, and a distrusted one is not found")
    func lostAnswers() async throws {
        try await withLiveService { service in
            try await withFront(of: service, [.loseAnswer]) { front, port in
                let scaService = service.sdk(port: port).scaService
                let key = P256.Signing.PrivateKey().publicKey.x963Representation
                let device = try await scaService.trustDevice(request: .init(name: "Phone", publicKey: key))
                #expect(front.received.count == 2 && Set(front.received.map(\.key)).count == 1)
                #expect(try await scaService.getTrustedDevices() == [device])
            }
            let device = try await service.sdk().scaService.getTrustedDevices()[0]
            try await withFront(of: service, [.loseAnswer]) { front, port in
                let gone = try await failure { () throws(WalletError) in
                    try await service.sdk(port: port).scaService.distrustDevice(deviceID: device.deviceID)
                }
                #expect(front.received.map(\.method) == ["DELETE", "DELETE"])
                #expect(gone.knownProblem?.code == .entityNotFound)
            }
        }
    }

    @Test("Completions get the answers, and a refused key names its field")
    func completions() async throws {
        try await withLiveService { service in
            let scaService = service.sdk().scaService
            let key = P256.Signing.PrivateKey().publicKey
            let request = Wallet.SCATrustDeviceRequest(name: "Phone", publicKey: key.rawRepresentation)
            let device = try await told { scaService.trustDevice(request: request, completion: $0) }
            #expect(try await told { scaService.getTrustedDevices(completion: $0) } == [device])
            try await told { scaService.distrustDevice(deviceID: device.deviceID, completion: $0) }
            #expect(try await told { scaService.getTrustedDevices(completion: $0) } == [])
            for key in [Data(), key.compressedRepresentation, Data(repeating: 1, count: 64)] {
                let refused = try await failure { () throws(WalletError) in
                    try await scaService.trustDevice(request: .init(name: "Phone", publicKey: key))
                }
                #expect(refused.knownProblem?.code == .fieldErrors)
                #expect(refused.problem?.fieldErrors.first?.field.hasPrefix("publicKey") == true)
            }
        }
    }
}
