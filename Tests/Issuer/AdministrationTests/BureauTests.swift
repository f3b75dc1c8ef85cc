import Administration
import Audit
import Authorizing
import Cards
import CardSecrets
import Crypto
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Ordering plastic from a bureau", .timeLimit(.minutes(30)))
struct BureauTests {
    /// The bureau's half of the key.
    private static let secret = [UInt8](repeating: 7, count: 32)

    private static func key() throws -> DevicePublicKey {
        let bureau = try P256.KeyAgreement.PrivateKey(rawRepresentation: secret)
        return try #require(DevicePublicKey(pem: bureau.publicKey.pemRepresentation))
    }

    /// The cards of a file, as the bureau reads them.
    private struct Opened: Decodable {
        struct Address: Decodable {
            let name, address1, city, countryCode, postalCode: String
        }

        let file, line: Int
        let reference, program, scheme, pan, expiry, nameOnCard, serviceCode, cvv2, cvv, icvv: String
        let pinBlock: String?
        let address: Address
    }

    private static func open(_ bytes: [UInt8]) throws -> [Opened] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix(#"{"file":"#) == true)
        #expect(lines.last?.hasSuffix(#""cards":\#(lines.count - 2)}"#) == true)
        let secret = Secret(Array(secret))
        return try lines.dropFirst().dropLast().map { line in
            let text = try #require(SessionKeySealing.open(line, with: secret))
            return try text.withBytes { try JSONDecoder().decode(Opened.self, from: Data($0)) }
        }
    }

    private static func write(
        _ number: Int, on fixture: IssuingFixture
    ) async throws -> (file: BureauFile, cards: [Opened]) {
        let (file, bytes) = try await fixture.administration.writeBureauFile(number, to: key())
        #expect(file.writing?.digest == Array(SHA256.hash(data: bytes)))
        return (file, try open(bytes))
    }

    private static func load(_ lines: [String], on fixture: IssuingFixture) async throws -> BureauLoad {
        let text = (["cardReference,status"] + lines).joined(separator: "\n") + "\n"
        return try await fixture.administration.loadBureauReports(
            LineSource(bytes: Array(text.utf8)), as: #require(NetworkReference("BUREAU-1")))
    }

    @Test("A card is ordered, its file opens for the bureau alone, it is dispatched, and activated with its digits")
    func story() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.physicalMastercard, to: customer)
        _ = try await fixture.setPIN("4826", of: card)
        _ = try await fixture.issue(.virtualVisa, to: customer)
        let ordered = try #require(try await fixture.administration.orderPlastic(atMost: 10_000))
        #expect(ordered.number == 1 && ordered.cards == 1 && ordered.writing == nil)
        #expect(try await fixture.administration.unwrittenBureauFile() == ordered)
        #expect(try await fixture.administration.orderPlastic(atMost: 10_000) == nil)

        let (file, cards) = try await Self.write(1, on: fixture)
        let made = try #require(cards.first)
        #expect(cards.count == 1 && file.writing?.cards == 1)
        #expect(try await fixture.administration.bureauFiles() == [file])
        #expect(try await fixture.administration.unwrittenBureauFile() == nil)
        let plastic = try await fixture.sandbox.plastic(of: card.id)
        #expect(plastic.pan.reveal { $0 } == made.pan && plastic.cvv.reveal { $0 } == made.cvv2)
        #expect(made.reference == "\(card.id)" && made.file == 1 && made.line == 1 && made.serviceCode == "201")
        #expect(Set([made.cvv, made.cvv2, made.icvv]).count > 1)
        #expect(made.nameOnCard == plastic.cardholderName && made.address.address1 == card.deliveryAddress?.address1)
        let block = try EncodedBytes.decode(try #require(made.pinBlock), count: 16)
        let pin = try #require(try fixture.issuing.vault.open(zoneBlock: block, of: plastic.pan))
        #expect(pin.reveal { $0 } == "4826")

        #expect(try await Self.load(["\(card.id),DISPATCHED"], on: fixture).changes == 1)
        #expect(try await fixture.sandbox.plastic(of: card.id).dispatchedAt == IssuingFixture.now)
        // It needs no plastic any more.
        #expect(try await Self.write(1, on: fixture).cards.isEmpty)
        let activated = try await fixture.activate(card, lastFour: String(made.pan.suffix(4)), cvv: made.cvv2)
        #expect(activated.value?.card?.standing.status == .active)
        let acts = try await fixture.texts("""
            SELECT concat_ws(' ', act, subject, split_part(detail, ',', 1)) FROM audit.audit_event
            WHERE act LIKE 'PLASTIC%' OR act = 'CARD_EVENT_RECORDED' ORDER BY number
            """)
        #expect(acts == [
            "PLASTIC_ORDERED 1 1 cards", "PLASTIC_ORDER_WRITTEN 1 1 cards",
            "CARD_EVENT_RECORDED \(card.id) DISPATCHED in BUREAU-1", "PLASTIC_ORDER_WRITTEN 1 0 cards",
        ])
        let der = try Self.key().der
        let keys = try await fixture.texts("""
            SELECT DISTINCT split_part(detail, ', ', 3) FROM audit.audit_event WHERE act = 'PLASTIC_ORDER_WRITTEN'
            """)
        #expect(keys == ["key \(EncodedBytes.hexadecimal(SHA256.hash(data: der)))"])
    }

    @Test("Each card is in one file, in the order of issue; a replacement is another card; ended ones are left out")
    func once() async throws {
        let fixture = try await IssuingFixture.make()
        var cards: [Card] = []
        for _ in 1...5 { cards.append(try await fixture.issue(.physicalMastercard, to: fixture.enrol())) }
        // This one waits until it is not suspended any more.
        _ = try await fixture.administration.record(.suspend, on: cards[1].id)
        let first = try #require(try await fixture.administration.orderPlastic(atMost: 2))
        #expect(try await Self.write(first.number, on: fixture).cards.map(\.reference)
            == [cards[0], cards[2]].map { "\($0.id)" })
        _ = try await fixture.move(cards[2], to: .cancelled, by: .business)
        _ = try await fixture.administration.record(.resume, on: cards[1].id)
        let again = try await Self.write(first.number, on: fixture)
        #expect(again.cards.map(\.reference) == ["\(cards[0].id)"] && again.file.cards == 2)
        #expect(try await Self.load(["\(cards[0].id),DESTROYED"], on: fixture).changes == 1)
        #expect(try await Self.write(first.number, on: fixture).cards.isEmpty)
        let renewed = try await fixture.replace(cards[3], .renew)
        let second = try #require(try await fixture.administration.orderPlastic(atMost: 10_000))
        #expect(second.number == 2)
        #expect(try await Self.write(2, on: fixture).cards.map(\.reference)
            == [cards[1], cards[4], renewed].map { "\($0.id)" })
        let failure = await #expect(throws: BureauFailure.self) { try await Self.write(3, on: fixture) }
        #expect(failure?.description == "There is no order file 3.")
    }

    @Test("A damaged card stops its file by name, and the file is written when the card has ended")
    func damagedCard() async throws {
        let fixture = try await IssuingFixture.make()
        var cards: [Card] = []
        for _ in 1...2 { cards.append(try await fixture.issue(.physicalMastercard, to: fixture.enrol())) }
        let damaged = cards[0].id
        try await fixture.issuing.database.execute(script: """
            UPDATE card SET sealed_pan = '' WHERE card_id = '\(damaged)'
            """)
        let file = try #require(try await fixture.administration.orderPlastic(atMost: 10))
        let failure = await #expect(throws: BureauFailure.self) { try await Self.write(file.number, on: fixture) }
        #expect(failure?.description.hasPrefix("The card \(damaged) stops the file 1: ") == true)
        #expect(try await fixture.administration.unwrittenBureauFile() == file)
        _ = try await fixture.administration.record(.expire, on: damaged)
        #expect(try await Self.write(file.number, on: fixture).cards.map(\.reference) == ["\(cards[1].id)"])
    }

    @Test("Several servers at once put each card into one file")
    func race() async throws {
        let fixture = try await IssuingFixture.make()
        for _ in 1...12 { _ = try await fixture.issue(.physicalMastercard, to: fixture.enrol()) }
        let servers = [fixture, try await fixture.server(), try await fixture.server()]
        try await withThrowingTaskGroup { group in
            for server in servers {
                group.addTask {
                    while true {
                        do {
                            guard try await server.administration.orderPlastic(atMost: 3) != nil else { return }
                        } catch BureauFailure.busy {
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let files = try await fixture.administration.bureauFiles()
        #expect(files.map(\.cards).reduce(0, +) == 12)
        let named = try await fixture.texts("""
            SELECT concat_ws(' ', bureau_file, count(*)) FROM card WHERE bureau_file IS NOT NULL
            GROUP BY bureau_file ORDER BY bureau_file DESC
            """)
        #expect(named == files.map { "\($0.number) \($0.cards)" })
    }

    /// The database refuses the last statement of each transaction once, as a kill would stop it.
    @Test("A stop between the steps loses no card and orders none twice", arguments: ["INSERT", "UPDATE"])
    func stopped(_ step: String) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION stop_order() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'stopped'; END $$;
            CREATE TRIGGER stop_order BEFORE \(step) ON bureau_file FOR EACH ROW EXECUTE FUNCTION stop_order();
            """)
        await #expect(throws: BureauFailure.self) {
            guard try await fixture.administration.orderPlastic(atMost: 10) != nil else { return }
            _ = try await Self.write(1, on: fixture)
        }
        try await fixture.issuing.database.execute(script: """
            DROP TRIGGER stop_order ON bureau_file; DROP FUNCTION stop_order();
            """)
        let unwritten = try await fixture.administration.unwrittenBureauFile()
        #expect((unwritten == nil) == (step == "INSERT"))
        let number = try #require(try await fixture.administration.nextBureauFile(atMost: 10)).number
        #expect(number == 1)
        #expect(try await Self.write(number, on: fixture).cards.map(\.reference) == ["\(card.id)"])
        #expect(try await fixture.administration.orderPlastic(atMost: 10) == nil)
    }

    @Test("Wrong lines are named with their numbers, the others are done, and the same file again changes nothing")
    func reports() async throws {
        let fixture = try await IssuingFixture.make()
        var cards: [Card] = []
        for _ in 1...4 { cards.append(try await fixture.issue(.physicalMastercard, to: fixture.enrol())) }
        let virtual = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.administration.orderPlastic(atMost: 4)
        _ = try await fixture.move(cards[3], to: .cancelled, by: .business)
        let pan = try await fixture.sandbox.plastic(of: cards[0].id).pan.reveal { $0 }
        let lines = [
            "\(cards[0].id),DISPATCHED", "\(cards[1].id),LOST", "\(pan),DISPATCHED", "\(cards[0].id),RETURNED",
            "\(virtual.id),DISPATCHED", "\(cards[3].id),DISPATCHED", "\(cards[3].id),DESTROYED", "", "a,b,c",
            "\(cards[1].id),DISPATCHED\r", "\(cards[0].id),DISPATCHED",
        ]
        let load = try await Self.load(lines, on: fixture)
        #expect(load.lines == 11 && load.changes == 4 && load.faultCount == 6)
        #expect(load.faults.map(\.line) == [3, 4, 6, 7, 9, 10])
        #expect(load.faults.allSatisfy { !$0.error.contains(pan) })
        let told = try await fixture.texts("""
            SELECT concat_ws(' ', num_nonnulls(dispatched_at), num_nonnulls(returned_at), num_nonnulls(destroyed_at))
            FROM card WHERE card_type = 'PHYSICAL' ORDER BY insertion
            """)
        #expect(told == ["1 1 0", "1 0 0", "0 0 0", "0 0 1"])
        let before = try await fixture.contents()
        let again = try await Self.load(lines, on: fixture)
        #expect(again.changes == 0 && again.faults == load.faults)
        #expect(try await fixture.contents() == before)
    }

    /// The second batch is refused, as a kill would stop it.
    @Test("A load that stops goes on with the same file, and each report is in the trail once")
    func resumed() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        _ = try await fixture.administration.orderPlastic(atMost: 1)
        let lines = ["\(card.id),DISPATCHED"] + [String](repeating: "\(card.id),DISPATCHED", count: 600)
            + ["\(card.id),RETURNED"]
        try await fixture.issuing.database.execute(script: """
            CREATE FUNCTION stop_load() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'stopped'; END $$;
            CREATE TRIGGER stop_load BEFORE UPDATE ON card FOR EACH ROW WHEN (NEW.returned_at IS NOT NULL)
                EXECUTE FUNCTION stop_load();
            """)
        await #expect(throws: BureauFailure.self) { try await Self.load(lines, on: fixture) }
        try await fixture.issuing.database.execute(script: """
            DROP TRIGGER stop_load ON card; DROP FUNCTION stop_load();
            """)
        #expect(try await fixture.sandbox.plastic(of: card.id).dispatchedAt != nil)
        #expect(try await Self.load(lines, on: fixture).changes == 1)
        let acts = try await fixture.texts("""
            SELECT concat_ws(' ', act, detail) FROM audit.audit_event
            WHERE act IN ('CARD_EVENT_RECORDED', 'PLASTIC_REPORTED') ORDER BY number
            """)
        #expect(acts == ["CARD_EVENT_RECORDED DISPATCHED in BUREAU-1", "PLASTIC_REPORTED RETURNED in BUREAU-1"])
    }

    @Test("A file of another kind, and a line that is too long, are refused by name")
    func otherFiles() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await fixture.contents()
        let reference = try #require(NetworkReference("BUREAU-1"))
        for (text, sentence) in [
            ("", "must begin with the line cardReference,status"), ("record,a\n", "must begin with the line"),
            ("cardReference,status\n" + String(repeating: "a", count: 1025), "Line 2 has more than 1024 bytes"),
        ] {
            let failure = await #expect(throws: BureauFailure.self) {
                try await fixture.administration.loadBureauReports(
                    LineSource(bytes: Array(text.utf8)), as: reference)
            }
            #expect(failure?.description.contains(sentence) == true, "\(text.prefix(40))")
        }
        #expect(try await fixture.contents() == before)
    }
}
