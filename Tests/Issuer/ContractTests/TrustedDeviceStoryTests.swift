import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Testing
import TestSupport

private let devicesPath = "/digitalwallets/v1/auth/sca/trusted-devices"

@Suite("Trusted devices")
struct TrustedDeviceStoryTests {
    @Test("A device is trusted after a challenge, listed, signs instead of a code, and can be deleted")
    func life() async throws {
        try await withLiveService(asking: [.updateCard, .trustDevice]) { service in
            let app = try await App(at: service)
            let card = try await app.newCard()
            var phone = Phone()
            let event = try await app.ask("POST", devicesPath, phone.introduction).event
            try await app.verify(event)
            let key = [(name: "Idempotency-Key", value: "phone")]
            let trusted = try await app.ask(
                "POST", devicesPath, phone.introduction, presenting: event, headers: key)
            let device: TrustedDeviceBody = try trusted.decoded(expecting: 201)
            #expect(device.name == "Phone" && device.lastUsedDate == nil)
            phone.id = device.deviceId
            let again = try await app.ask("POST", devicesPath, phone.introduction, headers: key)
            #expect(again.body == trusted.body && again["Idempotent-Replayed"] == "true")
            #expect(try await app.devices() == [device])

            #expect(try await app.lock(card, signedBy: phone, at: service.milliseconds).status == 200)
            var used = device
            used.lastUsedDate = device.createdDate
            #expect(try await app.devices() == [used])
            #expect(try await app.lock(card).event.availableVerifications.contains { $0.method == "BIOMETRIC" })

            let path = "\(devicesPath)/\(phone.id)"
            let pass = try phone.pass(for: "DELETE", path, "", signedAt: service.milliseconds + 1)
            let removal = try await app.ask("DELETE", path, headers: [("SCA-Device", pass)])
            try await app.verify(removal.event)
            let gone = try await app.ask("DELETE", path, presenting: removal.event)
            #expect(gone.status == 204 && gone.body.isEmpty)
            #expect(try await app.devices() == [])
            _ = try await app.lock(card, signedBy: phone, at: service.milliseconds + 1).event
            let nothing = try await app.ask("DELETE", path)
            #expect(nothing.problem == Problem(.entityNotFound, "There is no such trusted device."))
        }
    }

    @Test("A signature is valid for one request, within 300 seconds, and later than all before it")
    func signatures() async throws {
        try await withLiveService(asking: [.updateCard, .trustDevice]) { service in
            let app = try await App(at: service)
            let (card, other) = (try await app.newCard(), try await app.newCard())
            let (phone, now) = (try await app.trustedPhone(), service.milliseconds)
            let locking = ("PATCH", "\(cardsPath)/\(card.cardId)", App.locking)
            var stolen = Phone()
            stolen.id = phone.id
            var unknown = phone
            unknown.id = LiveService.anyID
            for pass in [
                try phone.pass(for: locking.0, locking.1, locking.2 + " ", signedAt: now),
                try phone.pass(for: "PUT", locking.1, locking.2, signedAt: now),
                try phone.pass(for: locking.0, "\(cardsPath)/\(other.cardId)", locking.2, signedAt: now),
                try phone.pass(for: locking.0, locking.1, locking.2, signedAt: now + 300_001),
                try phone.pass(for: locking.0, locking.1, locking.2, signedAt: now - 300_001),
                try stolen.pass(for: locking.0, locking.1, locking.2, signedAt: now),
                try unknown.pass(for: locking.0, locking.1, locking.2, signedAt: now),
            ] {
                _ = try await app.lock(card, headers: [("SCA-Device", pass)]).event
            }
            let good = try phone.pass(for: locking.0, locking.1, locking.2, signedAt: now - 300_000)
            #expect(try await app.lock(card, headers: [("SCA-Device", good)]).status == 200)
            _ = try await app.lock(card, headers: [("SCA-Device", good)]).event
            _ = try await app.lock(other, signedBy: phone, at: now - 300_000).event
            #expect(try await app.lock(other, signedBy: phone, at: now - 299_999).status == 200)
        }
    }

    @Test("A device signs only for its customer, if the brand accepts it, and not for another device")
    func limits() async throws {
        try await withLiveService(asking: [.updateCard, .trustDevice]) { service in
            let app = try await App(at: service)
            let stranger = try await App(of: .jonas, at: service)
            let (card, theirs) = (try await app.newCard(), try await stranger.newCard())
            let (phone, now) = (try await app.trustedPhone(), service.milliseconds)
            _ = try await stranger.lock(theirs, signedBy: phone, at: now).event
            #expect(try await stranger.ask("DELETE", "\(devicesPath)/\(phone.id)").status == 404)
            #expect(try await stranger.devices() == [])

            let second = Phone().introduction
            let pass = try phone.pass(for: "POST", devicesPath, second, signedAt: now)
            _ = try await app.ask("POST", devicesPath, second, headers: [("SCA-Device", pass)]).event

            let settings = "/brands/demo/authentication"
            _ = try await service.sandbox("PUT", settings, #"{"acceptsTrustedDevices":false}"#)
            _ = try await app.lock(card, signedBy: phone, at: now).event
            _ = try await service.sandbox("PUT", settings, #"{"acceptsTrustedDevices":true}"#)
            #expect(try await app.lock(card, signedBy: phone, at: now).status == 200)
        }
    }

    @Test("A customer trusts at most 10 devices")
    func ten() async throws {
        try await withLiveService { service in
            let app = try await App(at: service)
            for _ in 1...10 { #expect(try await app.ask("POST", devicesPath, Phone().introduction).status == 201) }
            let answer = try await app.ask("POST", devicesPath, Phone().introduction)
            #expect(answer.status == 403 && answer.problem == Problem(
                .deviceLimitExceeded, "A customer trusts at most 10 devices; delete one first."))
            #expect(try await app.devices().count == 10)
        }
    }

    @Test("A refused device names every wrong field", arguments: textTable(#"""
        {} | name: is required; publicKey: is required
        {"name":"","publicKey":{},"id":1} | name: must be 1 to 40 characters long; publicKey.kty: is required; \#
        publicKey.crv: is required; publicKey.x: is required; publicKey.y: is required; id: is not a known field
        {"name":1,"publicKey":{"kty":"RSA","crv":"P-384","x":1,"y":"y"}} | name: must be a string, not a number; \#
        publicKey.kty: must be EC; publicKey.crv: must be P-256; \#
        publicKey.x: must be a string, not a number
        {"name":"x","publicKey":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}} | \#
        publicKey: must be a point of P-256: x and y of 32 bytes each in Base64url, \#
        so a compressed point has to be expanded
        """#))
    func badBodies(row: [String]) async throws {
        try await withLiveService(asking: [.trustDevice]) { service in
            let answer = try await App(at: service).ask("POST", devicesPath, row[0])
            #expect(answer.wrongFields == row[1])
        }
    }
}

extension App {
    fileprivate func devices() async throws -> [TrustedDeviceBody] {
        try await ask("GET", devicesPath).decoded(as: TrustedDeviceListBody.self, expecting: 200).trustedDevices
    }

    fileprivate func trustedPhone() async throws -> Phone {
        var phone = Phone()
        let event = try await ask("POST", devicesPath, phone.introduction).event
        try await verify(event)
        let answer = try await ask("POST", devicesPath, phone.introduction, presenting: event)
        phone.id = try answer.decoded(as: TrustedDeviceBody.self, expecting: 201).deviceId
        return phone
    }

    fileprivate func lock(_ card: CardBody, signedBy phone: Phone, at milliseconds: Int) async throws -> RawAnswer {
        let pass = try phone.pass(
            for: "PATCH", "\(cardsPath)/\(card.cardId)", App.locking, signedAt: milliseconds)
        return try await lock(card, headers: [("SCA-Device", pass)])
    }
}

extension LiveService {
    /// The service's time in milliseconds since 1970.
    fileprivate var milliseconds: Int { Int(fixture.issuing.clock.now().timeIntervalSince1970 * 1000) }
}
