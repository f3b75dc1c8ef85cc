import CardAPI
import CardClient
import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Testing
import TestSupport

@Suite("Authentication secrets stay secret")
struct AuthenticationSecrecyTests {
    private static let password = "correct horse battery staple"
    private static let seed = Array("an authenticator's seed".utf8)
    /// The same bytes in Base32, as an authenticator reads them.
    private static let seedText = "MFXCAYLVORUGK3TUNFRWC5DPOITXGIDTMVSWI"
    private static let pin = "4071"
    private static let walletPIN = "402817"

    @Test("The log, the journal and a database dump hold no code, password, PIN or authenticator seed")
    func busyRun() async throws {
        try await withSandboxService(asking: ProtectedOperation.ofCustomerTokens) { service in
            let app = try await App(at: service)
            let means = #"{"password":"\#(Self.password)","pin":"\#(Self.walletPIN)","#
                + #""authenticatorSecret":"\#(Self.seedText)"}"#
            #expect(try await service.sandbox("PUT", "/customers/10000001/authentication", means).status == 200)
            let card = try await service.business().create(
                for: app.person.rawValue, .ordering("SKRILL-VIRTUAL-MC-EEA", pin: Self.pin))
            let codes = try await Self.prove(on: card, app)
            #expect(Set(codes).count == 3)

            let log = service.log.text
            let dump = try await DatabaseDump.text(of: service.fixture.scratch)
            #expect(log.contains(#""message":"request""#) && dump.contains("COPY issuing.authentication_challenge"))
            let journal = try await service.journal("?limit=1000").text
            #expect(journal.contains(#""otp":"hidden""#))
            for text in [log, dump, journal] {
                for secret in codes + [Self.password, Self.seedText, Self.pin, Self.walletPIN] {
                    #expect(Self.found(Array(secret.utf8), in: text) == [], "\(secret)")
                }
                #expect(Self.found(Self.seed, in: text) == [])
            }
        }
    }

    @Test("The search finds a secret in each spelling", arguments: [
        (#"{"otp":"407193"}"#, "as it is"), ("otp=407193", "as it is"), ("\t407193\n", "as it is"),
        ("\\x00343037313933", "hexadecimal"), ("NDA3MTkz", "Base64"),
    ])
    func searchFinds(text: String, how: String) {
        #expect(Self.found(Array("407193".utf8), in: text) == [how])
        #expect(Self.found(Array("407193".utf8), in: #"{"ms":0.407193,"id":"b407193f"}"#) == [])
    }

    /// Answers challenges with every kind of secret, right and wrong, and sends secrets where none is expected.
    ///
    /// - Returns: the codes that were sent.
    private static func prove(on card: CardBody, _ app: App) async throws -> [String] {
        var codes: [String] = []
        for way in [String.sms, #"{"method":"OTP","channel":"EMAIL"}"#, .sms] {
            let event = try await app.lock(card).event
            _ = try await app.challenge(event, way)
            let code = try await app.code()
            codes.append(code.right)
            for otp in [code.wrong, code.right] {
                let body = #"{"walletOperationId":"\#(event.walletOperationId)","verification":\#(way),"otp":"\#(otp)""#
                let path = "\(eventsPath)/\(event.eventId)/attempts"
                let key = [(name: "Idempotency-Key", value: "try-\(codes.count)-\(otp == code.right)")]
                for headers in [key, key] {
                    #expect(try await app.ask("POST", path, body + "}", headers: headers).status == 200)
                }
                #expect(try await app.ask("POST", path, body).status == 400)
                #expect(try await app.ask("POST", path, body + #","code":"\#(otp)"}"#).status == 400)
                #expect(try await app.ask("POST", "\(path)?otp=\(otp)", body + "}").status == 400)
            }
        }
        let event = try await app.lock(card).event
        for (way, answers) in [
            (#"{"method":"PASSWORD"}"#, [#""password":"\#(password)""#, #""password":"\#(password)!""#]),
            (#"{"method":"PIN"}"#, [#""pin":"\#(walletPIN)""#, #""pin":"\#(pin)""#, #""password":"\#(walletPIN)""#]),
            (#"{"method":"OTP","channel":"AUTHENTICATOR"}"#, [#""otp":"\#(password)""#, #""otp":"\#(pin)""#]),
        ] {
            _ = try await app.challenge(event, way)
            for answer in answers { _ = try await app.attempting(event, answer, way) }
        }
        #expect(try await app.ask("PATCH", "\(cardsPath)/\(card.cardId)", #"{"pin":"\#(pin)"}"#).status == 401)
        return codes
    }

    /// The spellings in which a text holds a secret. The plain spelling counts only as a whole word, not as part of a
    /// longer word or number.
    private static func found(_ secret: [UInt8], in text: String) -> [String] {
        let word = String(decoding: secret, as: UTF8.self)
        let stands = text.ranges(of: word).contains { range in
            let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
            let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
            return ![before, after].contains { $0.isLetter || $0.isNumber || ".-".contains($0) }
        }
        let hexadecimal = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = String(Data(secret).base64EncodedString().prefix(secret.count / 3 * 4))
        let spellings = [("hexadecimal", hexadecimal), ("Base64", base64)]
        // The Base64 of a secret as short as a PIN can occur by chance in any longer Base64.
        return (stands ? ["as it is"] : [])
            + spellings.filter { $0.1.count > 6 && text.contains($0.1) }.map(\.0)
    }
}
