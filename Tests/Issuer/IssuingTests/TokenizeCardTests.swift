import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Provisioning
import Sandbox
import SimulatedWallets
import Testing
import TestSupport
import Validation

@Suite("Tokenizing a card")
struct TokenizeCardTests {
    @Test(
        "Only the Apple device that requested a pass can open it",
        arguments: [DemoProgram.virtualVisa, .virtualMastercard])
    func applePass(program: DemoProgram) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(program, to: fixture.enrol())
        let (device, other) = (try fixture.device(), try fixture.device())
        let pass = try #require(try await fixture.tokenize(card, .apple(device)).value?.pass)
        let opened = try pass.open(with: device.privateKey)
        let plastic = try await fixture.sandbox.plastic(of: card.id)
        #expect(opened.primaryAccountNumber == plastic.pan.reveal { $0 })
        #expect(opened.expiration == "03/29" && opened.name == "ADA BYRON")
        #expect(opened.nonce == EncodedBytes.hexadecimal(device.nonce))
        #expect(throws: SealedFailure.doesNotOpen) { try pass.open(with: other.privateKey) }
        let networks = try #require(fixture.sandbox.networks)
        if program == .virtualVisa {
            let data = try VisaActivationData(
                opening: String(decoding: pass.activationData, as: UTF8.self), with: networks.visa)
            #expect(data.nonce == device.nonce)
        } else {
            let value = try MastercardActivationValue(json: pass.activationData)
            let network = networks.mastercard.network
            #expect(value.isValid(for: plastic.pan, expiry: "0329", at: IssuingFixture.now, under: network))
        }
    }

    @Test(
        "The network can open the card that Google Pay or Samsung Pay receives",
        arguments: [WalletType.google, .samsung])
    func opaquePaymentCard(wallet: WalletType) async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let networks = try #require(fixture.sandbox.networks)
        let visa = try await fixture.issue(.virtualVisa, to: customer)
        let text = try #require(try await fixture.tokenize(visa, .google(wallet)).value?.opaque)
        let opened = try VisaPaymentCard(opening: text, with: networks.visa).data
        let plastic = try await fixture.sandbox.plastic(of: visa.id)
        #expect(opened.accountNumber == plastic.pan.reveal { $0 } && opened.cvv2 == plastic.cvv.reveal { $0 })
        #expect(opened.provider.clientDeviceID == "WNkcsfZPiKfa5PrH3jilkQYT")
        #expect(opened.provider.clientWalletAccountID == "40exmLiWV1iV55ZVstOAiMf7")
        #expect(opened.billingAddress.city == "Sofia")

        let mastercard = try await fixture.issue(.virtualMastercard, to: customer)
        let nameless = try #require(
            try await fixture.tokenize(mastercard, .google(wallet, device: nil, profile: nil)).value?.opaque)
        let card = try MastercardPaymentCard(opening: nameless, with: networks.mastercard.network).data
        #expect(card.accountNumber == (try await fixture.sandbox.plastic(of: mastercard.id).pan.reveal { $0 }))
    }

    @Test("The rules accept exactly the device names that can be sealed")
    func deviceNames() {
        let characters = (0...127).map { String(UnicodeScalar(UInt8($0))) }
        let names = characters + ["", "ä", String(repeating: "a", count: 24), String(repeating: "a", count: 25)]
        for name in names {
            let application = TokenizationApplication.google(device: name, profile: name)
            let isAccepted = application.draft.errors(for: .visa).isEmpty
            let isSealed = (try? PushDevice(clientDeviceID: name, clientWalletAccountID: name)) != nil
            #expect(isAccepted == isSealed, "\(name)")
        }
    }

    @Test("A VISA card needs the device and the wallet account")
    func visaDevice() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let refused = await refusal { try await fixture.tokenize(card, .google(device: nil, profile: nil)) }
        #expect(refused?.fields == ["clientDeviceId", "clientWalletAccountId"])
        #expect(try await fixture.tokenizations(of: card) == [])
    }

    @Test("An Apple nonce is accepted once for each card")
    func appleNonce() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let (card, other) = (
            try await fixture.issue(.virtualVisa, to: customer), try await fixture.issue(.virtualVisa, to: customer)
        )
        let device = try fixture.device()
        try await fixture.tokenize(card, .apple(device))
        let before = try await fixture.tokenizationHistory(of: card)
        #expect(await refusal { try await fixture.tokenize(card, .apple(device)) }?.faults == ["nonce.used"])
        #expect(try await fixture.tokenizationHistory(of: card) == before)
        try await fixture.tokenize(other, .apple(device))
        try await fixture.tokenize(card, .apple(fixture.device()))
        #expect(try await fixture.tokenizations(of: card).map(\.state) == [.initiated], "started again, not twice")
    }

    @Test(
        "Invalid data of an Apple device is refused, and nothing is stored",
        arguments: SimulatedAppleDevice.Fault.allCases)
    func invalidDevice(fault: SimulatedAppleDevice.Fault) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let refused = await refusal { try await fixture.tokenize(card, .apple(fixture.device(fault))) }
        #expect(refused?.faults.isEmpty == false, "\(fault)")
        let count = "SELECT count(*)::text FROM"
        for table in ["tokenization", "tokenization_history", "apple_nonce"] {
            #expect(try await fixture.texts("\(count) \(table) WHERE card_id = $1", .uuid(card.id.rawValue)) == ["0"])
        }
    }

    @Test("A late failure undoes the whole tokenization, including the nonce and the key")
    func rollback() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let device = try fixture.device()
        try await fixture.issuing.database.execute(
            script: "ALTER TABLE tokenization_history ADD CONSTRAINT nothing CHECK (change_number < 1)")
        let failed = await #expect(throws: IssuingFailure.self) {
            try await fixture.tokenize(card, .apple(device), request: .keyed("one"))
        }
        #expect(failed?.postgresFailure?.constraint == "nothing")
        try await fixture.issuing.database.execute(script: "ALTER TABLE tokenization_history DROP CONSTRAINT nothing")
        let done = try await fixture.tokenize(card, .apple(device), request: .keyed("one"))
        #expect(!done.isReplayed, "neither the nonce nor the key was used up")
        #expect(try await fixture.tokenize(card, .apple(device), request: .keyed("one")).answer == done.answer)
    }

    @Test("A DIGITAL card is tokenized, and an ISSUED or LOCKED one is refused")
    func cardStatuses() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let digital = try await fixture.issue(.digitalVisa, to: customer)
        try await fixture.tokenize(digital)
        let issued = try await fixture.issue(.physicalMastercard, to: customer)
        #expect(await refusal { try await fixture.tokenize(issued) } == .tokenization(.notAllowed(status: .issued)))
        let locked = try await fixture.move(try await fixture.issue(.virtualVisa, to: customer), to: .locked)
        #expect(await refusal { try await fixture.tokenize(locked) } == .tokenization(.notAllowed(status: .locked)))
    }

    @Test("A wallet place has one token, and a deleted token makes room")
    func walletPlace() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("DPAN-\(card.id)", for: card)
        #expect(
            await refusal { try await fixture.tokenize(card) }
                == .tokenization(.alreadyTokenized(.google, found: "DPAN-\(card.id)")))
        try await fixture.tokenize(card, .google(profile: "another"))
        try await fixture.tokenize(card, .google(.samsung))
        let states = try await fixture.tokenizations(of: card).map(\.state)
        #expect(states.count { $0 == .initiated } == 2 && states.count == 3)
        _ = try await fixture.issuing.changeToken(#require(DPANReference(rawValue: "DPAN-\(card.id)")), by: .delete)
        try await fixture.tokenize(card)
        #expect(try await fixture.tokenizations(of: card).count == 3, "what is deleted is in nobody's way")
    }

    @Test("A card has a limited number of tokenizations, and starting one again needs no room")
    func tokenizationLimit() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for number in 1...Tokenization.limit { try await fixture.tokenize(card, .google(profile: "\(number)")) }
        #expect(await refusal { try await fixture.tokenize(card) } == .tokenization(.limitExceeded))
        try await fixture.tokenize(card, .google(profile: "7"))
        #expect(try await fixture.tokenizations(of: card).count == Tokenization.limit)
    }

    @Test("An unfinished tokenization stops counting towards the card's limit")
    func unfinishedTokenization() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for number in 2...Tokenization.limit {
            try await fixture.token("\(number)", for: card, .google(profile: "\(number)"))
        }
        try await fixture.tokenize(card, .google(profile: "1"))
        let almost = try await fixture.server(now: IssuingFixture.now + Tokenization.patienceSeconds - 1)
        #expect(await refusal { try await almost.tokenize(card) } == .tokenization(.limitExceeded))
        let later = try await fixture.server(now: IssuingFixture.now + Tokenization.patienceSeconds)
        try await later.tokenize(card)
        #expect(try await fixture.tokenizations(of: card).count == Tokenization.limit)
        try await later.complete(card, as: "one-more", walletID: "40exmLiWV1iV55ZVstOAiMf7")
        #expect(await refusal { try await later.tokenize(card, .google(.samsung)) } == .tokenization(.limitExceeded))
    }

    @Test("An unfinished tokenization can be completed late")
    func lateCompletion() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        let later = try await fixture.server(now: IssuingFixture.now + 3 * Tokenization.patienceSeconds)
        try await later.complete(card, as: "late")
        #expect(try await fixture.tokens(of: card) == ["late ACTIVE"])
    }
}
