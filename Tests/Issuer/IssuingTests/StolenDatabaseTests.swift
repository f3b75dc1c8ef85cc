import Cards
import CardSecrets
import Crypto
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Secrets in a stolen database")
struct StolenDatabaseTests {
    @Test("The search finds a card number in every form")
    func disguisedNumber() async throws {
        let number = "4761731234567893"
        let disguises = Disguise.all(of: number)
        for (name, text) in disguises { #expect(Disguise.found(of: number, in: "x\(text)y") == [name]) }

        let fixture = try await IssuingFixture.make()
        #expect(Disguise.found(of: number, in: try await DatabaseDump.text(of: fixture.scratch)) == [])
        try await fixture.issuing.database.execute(script: """
            UPDATE customer SET first_name = '\(number)' WHERE customer_id = 10000001;
            INSERT INTO idempotent_answer
            VALUES ('customer 10000001', 'k', '', 201, convert_to('{"pan":"\(number)"}', 'UTF8'), '2026-01-01Z')
            """)
        let planted = try await DatabaseDump.text(of: fixture.scratch)
        #expect(Disguise.found(of: number, in: planted) == ["digits", "hexadecimal"])
    }

    @Test("A dump of the database contains no card number, PIN or CVV")
    func databaseDump() async throws {
        let fixture = try await IssuingFixture.make(seed: 11)
        let secrets = try await Self.busyDay(in: fixture)
        #expect(secrets.numbers.count == 18)
        let dump = try await DatabaseDump.text(of: fixture.scratch)
        #expect(dump.contains("COPY issuing.card "))
        for number in secrets.numbers {
            #expect(Disguise.found(of: number, in: dump) == [])
        }

        // Any text can hold three or four digits by chance, so only whole columns and words are compared.
        let columns = Set(dump.split(separator: "\n").flatMap { $0.split(separator: "\t") }.map(String.init))
        let free = try await fixture.texts("""
            SELECT coalesce(reason, '') FROM card_status_history UNION SELECT coalesce(external_id, '') FROM card
            UNION SELECT convert_from(body, 'UTF8') FROM idempotent_answer
            """)
        #expect(free.contains { $0.contains("Card(") }, "there are answers to look into")
        let words = Set(free.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" } }.map(String.init))
        for secret in secrets.pins.union(secrets.verificationValues) {
            #expect(!columns.contains(secret), "a column is \(secret)")
            #expect(!words.contains(secret), "an answer, a reason or an external id says \(secret)")
        }
    }

    private struct Secrets {
        var numbers: Set<String> = []
        var pins: Set<String> = []
        var verificationValues: Set<String> = []
    }

    /// Cards of every kind with PINs, keys, wrong and right activations, changed PINs and replacements.
    private static func busyDay(in fixture: IssuingFixture) async throws -> Secrets {
        var secrets = Secrets()
        var cards: [Card] = []
        for (number, program) in [DemoProgram.virtualVisa, .physicalMastercard, .digitalVisa].enumerated() {
            let customer = try await fixture.enrol()
            for index in 0..<4 {
                let pin = "\(number + 4)07\(index + 5)"
                secrets.pins.insert(pin)
                let created = try await fixture.issuing.createCard(
                    .ordering(program, pin: pin, externalID: "order"), pin: PIN(pin), for: customer,
                    request: .keyed("create \(index)"))
                let card = try #require(created.value)
                cards.append(card)
                if program.isPhysical {
                    let wrong = try await fixture.wrongCVV(of: card)
                    _ = try await fixture.activate(card, cvv: wrong, request: .keyed("try \(index)"))
                    _ = try await fixture.activate(card, request: .keyed("activate \(index)"))
                }
                let changed = "\(number + 4)18\(index + 2)"
                secrets.pins.insert(changed)
                _ = try await fixture.setPIN(changed, of: card)
                guard index % 2 == 0 else { continue }
                cards.append(try await fixture.replace(card, .lost, pin: pin, request: .keyed("replace \(index)")))
            }
        }
        for card in cards {
            let plastic = try await fixture.sandbox.plastic(of: card.id)
            secrets.numbers.insert(plastic.pan.reveal { $0 })
            secrets.verificationValues.insert(plastic.cvv.reveal { $0 })
        }
        return secrets
    }
}

/// The forms in which a card number could hide in a text.
private enum Disguise {
    static func all(of number: String) -> [(name: String, text: String)] {
        let ascii = Array(number.utf8)
        let groups = stride(from: 0, to: 16, by: 4).map { String(decoding: ascii[$0..<$0 + 4], as: UTF8.self) }
        let integer = Int64(number) ?? 0
        let bytes = withUnsafeBytes(of: integer.bigEndian, Array.init)
        // The text before a number shifts it by 0, 1 or 2 bytes in Base64. Only the middle depends on the number alone.
        let shifted = (0..<3).map { shift in
            let text = Data([UInt8](repeating: 0, count: shift) + ascii).base64EncodedString()
            return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
        }
        return [
            ("digits", number), ("hexadecimal", hexadecimal(ascii)), ("in fours", groups.joined(separator: " ")),
            ("with hyphens", groups.joined(separator: "-")), ("backwards", String(number.reversed())),
            ("Base64", shifted[0]), ("Base64, one byte on", shifted[1]), ("Base64, two bytes on", shifted[2]),
            ("a number", hexadecimal(bytes)), ("a number, little-endian", hexadecimal(bytes.reversed())),
            ("UTF-16", hexadecimal(ascii.flatMap { [0, $0] })), ("MD5", hexadecimal(Insecure.MD5.hash(data: ascii))),
            ("SHA-1", hexadecimal(Insecure.SHA1.hash(data: ascii))), ("SHA-256", hexadecimal(SHA256.hash(data: ascii))),
        ]
    }

    /// The names of the forms that the text holds. Packed digits (BCD) in hexadecimal are the digits themselves.
    static func found(of number: String, in text: String) -> [String] {
        all(of: number).filter { text.contains($0.text) }.map(\.name)
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
