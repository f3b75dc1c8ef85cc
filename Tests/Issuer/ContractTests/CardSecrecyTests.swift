import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Card secrets stay secret")
struct CardSecrecyTests {
    @Test("No answer, log line, metric or journal entry holds a PAN, a CVV or a PIN, in any spelling")
    func busyRun() async throws {
        // With this seed no CVV equals a number that occurs everywhere, such as 201.
        try await withSandboxService(seed: 2) { service in
            let pins = ["8362", "9471", "7058"]
            var answers: [RawAnswer] = []
            var plastics: [PlasticBody] = []
            for person in [LiveService.Person.ivana, .jonas, .emily] {
                let token = try await service.token(of: person)
                for program in person == .emily ? Self.programsInTheUS : Self.programs {
                    let done = try await Self.live(program, token: token, pins: pins, at: service)
                    answers += done.answers
                    plastics.append(done.plastic)
                }
                answers.append(try await service.ask("GET", cardsPath + "?include=AVAILABLE_ACTIONS", token: token))
            }
            let metrics = try await service.ask("GET", "/metrics")
            #expect(answers.count > 60 && metrics.text.contains("http_server_request_duration"))
            #expect(service.log.text.contains(#""message":"request""#))
            // The number of a request, and the length of a body, can be any three digits.
            let journal = try await service.journal("?limit=1000").text
                .replacing(/"(number|bodyBytes|answerBytes)":\d+/, with: "")
            #expect(journal.contains("activateCard") && journal.contains(#""cvv":"hidden""#))
            let texts =
                answers.map { $0.headWithoutLength + "\n" + $0.text } + [metrics.text, service.log.text, journal]
            let cvvs = plastics.map(\.cvv)
            for text in texts {
                for pan in plastics.map(\.pan) { Self.expect(text, holdsNo: pan) }
                for digits in cvvs + pins { Self.expect(text, holdsNo: digits) }
            }
        }
    }

    @Test("The search finds a number in each spelling", arguments: [
        "x4761739012345678y", "4761 7390 1234 5678", "4761-7390-1234-5678", "\"4761739012345678\"",
        "34373631373339303132333435363738", Data("ab4761739012345678".utf8).base64EncodedString(),
        Data("a4761739012345678c".utf8).base64EncodedString(), Data("4761739012345678".utf8).base64EncodedString(),
    ])
    func searchFinds(text: String) {
        #expect(Self.spellings(of: "4761739012345678").contains { text.contains($0) })
        #expect(Self.isToken("567", in: #"{"cvv":"567"}"#) && Self.isToken("567", in: "cvv=567"))
        #expect(!Self.isToken("567", in: #"{"id":"1567-a","ms":0.567}"#))
    }

    private static let programs = ["SKRILL-VIRTUAL-MC-EEA", "SKRILL-PHYSICAL-MC-EEA", "DEMO-PHYSICAL-VISA-EEA"]
    private static let programsInTheUS = ["DEMO-VIRTUAL-VISA-US", "DEMO-PHYSICAL-MC-US"]

    /// A card's life with every request that takes or touches a secret, right and wrong.
    private static func live(
        _ program: String, token: String, pins: [String], at service: LiveService
    ) async throws -> (answers: [RawAnswer], plastic: PlasticBody) {
        var answers: [RawAnswer] = []
        func ask(_ method: String, _ path: String, _ body: String = "") async throws {
            answers.append(try await service.ask(method, path, token: token, body))
        }
        var order = CreateCardBody.ordering(program)
        try await ask("POST", cardsPath, String(decoding: order.jsonBytes, as: UTF8.self))
        let card: CardBody = try answers[0].decoded()
        let plastic = try await service.plastic(of: card)
        let path = "\(cardsPath)/\(card.cardId)"
        order.cardPin = pins[0]
        try await ask("POST", cardsPath, String(decoding: order.jsonBytes, as: UTF8.self))
        order.currency = "XXX"
        try await ask("POST", cardsPath, String(decoding: order.jsonBytes, as: UTF8.self))
        try await ask("PATCH", path, #"{"pin":"\#(pins[1])"}"#)
        try await ask("PUT", path + "/pin", #"{"pin":"\#(pins[2])"}"#)
        try await ask("PATCH", path, #"{"pin":"\#(pins[2])","status":"LOCKED"}"#)
        try await ask("PATCH", path, #"{"pni":"\#(pins[2])"}"#)
        try await ask("PATCH", path, #"{"pin":"\#(plastic.pan)"}"#)
        try await ask("PATCH", path, #"{"status":"\#(plastic.pan)","statusReason":"x"}"#)
        try await ask("POST", path + "/activate", #"{"lastFourDigits":"\#(plastic.pan)","cvv":"\#(plastic.cvv)"}"#)
        let wrong = #"{"lastFourDigits":"\#(card.lastFour)","cvv":"\#(plastic.wrongCVV)"}"#
        try await ask("POST", path + "/activate", wrong)
        try await ask("POST", path + "/activate", wrong.replacing(plastic.wrongCVV, with: plastic.cvv))
        try await ask("POST", path + "/activate", #"{"cvv":"\#(plastic.cvv)"#)
        let push = TokenizeCardBody.push()
        try await ask("POST", path + "/tokenizations", String(decoding: push.jsonBytes, as: UTF8.self))
        let pass = TokenizeCardBody.apple(try service.device())
        try await ask("POST", path + "/tokenizations", String(decoding: pass.jsonBytes, as: UTF8.self))
        try await ask("PUT", path + "/tokenizations", #"{"dpanRef":"\#(plastic.pan)","status":"COMPLETED"}"#)
        try await ask("POST", path + "/replace", #"{"reason":"RENEW","cardPin":"\#(pins[0])"}"#)
        try await ask("POST", path + "/replace", #"{"reason":"RENEW"}"#)
        try await ask("GET", path + "?include=AVAILABLE_ACTIONS,TOKENIZATIONS")
        return (answers, plastic)
    }

    private static func expect(
        _ text: String, holdsNo digits: String, at sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isLong = digits.count > 4
        let found = spellings(of: digits).first { isLong ? text.contains($0) : isToken($0, in: text) }
        #expect(found == nil, "\(found ?? "") stands in \(text.prefix(2000))", sourceLocation: sourceLocation)
    }

    /// The spellings of digits: plain, in groups, as hexadecimal bytes, and in Base64 at any offset.
    private static func spellings(of digits: String) -> [String] {
        let groups = stride(from: 0, to: digits.count, by: 4).map { String(digits.dropFirst($0).prefix(4)) }
        let base64 = (0..<3).map { place in
            let text = Data((String(repeating: "\0", count: place) + digits).utf8).base64EncodedString()
            let first = place == 0 ? 0 : place + 1
            return String(text.dropFirst(first).prefix((digits.utf8.count + place) / 3 * 4 - first))
        }
        let whole = Data(digits.utf8).base64EncodedString()
        return [digits, groups.joined(separator: " "), groups.joined(separator: "-"), whole]
            + [digits.utf8.map { String($0, radix: 16) }.joined()] + (digits.count > 4 ? base64 : [])
    }

    /// Finds the word only on its own, because many longer words and numbers contain three digits.
    private static func isToken(_ word: String, in text: String) -> Bool {
        text.ranges(of: word).contains { range in
            let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
            let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
            return ![before, after].contains { $0.isLetter || $0.isNumber || ".-".contains($0) }
        }
    }
}

extension RawAnswer {
    /// The head without the length of the body, which can be any three digits.
    fileprivate var headWithoutLength: String {
        head.split(separator: "\r\n").filter { !$0.hasPrefix("Content-Length: ") }.joined(separator: "\r\n")
    }
}
