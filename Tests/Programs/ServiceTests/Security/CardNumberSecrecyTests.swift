import CardAPI
import CardClient
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Card numbers stay secret", .timeLimit(.minutes(20)))
struct CardNumberSecrecyTests {
    @Test("The log, the metrics and a dump of the database hold no card number, and the log is JSON lines")
    func noCardNumber() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let arguments = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--log-level", "trace",
            ]
            let (seen, ending) = try await Program.serve(arguments, sandbox) { service in
                let numbers = try await useCards(of: service, sandbox)
                return (numbers: numbers, metrics: try await service.get("/metrics").body)
            }
            let dump = try await DatabaseDump.text(of: scratch)
            #expect(dump.contains("10000001"), "it is the database that was used")
            #expect(seen.metrics.contains("http_server_request_duration"))
            for line in ending.errors.split(separator: "\n") {
                #expect(ServiceLog.entry(String(line)) != nil, "\(line)")
            }
            for number in seen.numbers {
                for spelling in Self.spellings(of: number) {
                    #expect(!ending.errors.contains(spelling), "log")
                    #expect(!seen.metrics.contains(spelling), "metrics")
                    #expect(!dump.contains(spelling), "dump")
                }
            }
        }
    }

    /// Makes requests with card numbers, security codes and PINs, right and wrong.
    ///
    /// - Returns: the card numbers.
    private func useCards(of service: RunningService, _ sandbox: Sandbox) async throws -> [String] {
        let cards = try await service.cards(of: "10000001")
        var numbers: [String] = []
        for program in ["SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA", "SKRILL-VIRTUAL-MC-EEA"] {
            var body = CreateCardBody.virtual(program)
            body.cardPin = "7391"
            if program.contains("PHYSICAL") { body.deliveryAddress = .sofia }
            let card = try await cards.create(body)
            let plastic = try await sandbox.get("/sandbox/cards/\(card.cardId)/plastic")
            let number = try plastic.member("pan")
            #expect(number.hasSuffix(card.lastFour) && number.count == 16)
            numbers.append(number)

            var activation = ActivateCardBody()
            (activation.lastFourDigits, activation.cvv) = (card.lastFour, "x")
            _ = try? await cards.activate(card.cardId, activation)
            activation.cvv = try plastic.member("cvv")
            _ = try? await cards.activate(card.cardId, activation)
            // A card number may still be sent in a field that is not meant for one.
            body.mobile = number
            _ = try? await cards.create(body)
            _ = try await service.get("/digitalwallets/v1/profile/prepaid/cards/\(number)?pan=\(number)")
            _ = try await sandbox.get("/sandbox/cards/\(number)/plastic")
        }
        return numbers
    }

    /// The number as digits, in groups, reversed, in Base64 and as the hexadecimal bytes of its characters. Packed two
    /// digits to a byte, it reads in hexadecimal like the digits themselves.
    private static func spellings(of number: String) -> [String] {
        let groups = stride(from: 0, to: 16, by: 4).map { number.dropFirst($0).prefix(4) }
        let base64 = Data(number.utf8).base64EncodedString()
        let hexadecimal = number.utf8.map { String($0, radix: 16) }.joined()
        return [
            number, groups.joined(separator: " "), groups.joined(separator: "-"), String(number.reversed()),
            base64, String(base64.dropLast(4)), hexadecimal,
        ]
    }
}

extension DeliveryAddressBody {
    fileprivate static var sofia: DeliveryAddressBody {
        var address = DeliveryAddressBody()
        (address.address1, address.city) = ("Vitosha Boulevard 1", "Sofia")
        (address.countryCode, address.postalCode) = ("BG", "1000")
        return address
    }
}
