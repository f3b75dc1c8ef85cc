import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

@testable import MoneyHash

/// Each sample of MoneyHash's guide to Apple Pay, sent as it is printed there.
@Suite("The samples of MoneyHash's guide")
struct MoneyHashGuideTests {
    /// The intended differences, each with its reason.
    private static let accepted = [
        Accepted(
            112, "data.state_details.payment_methods[]", "data.state_details.express_methods[]",
            because: "every merchant has installments and Apple Pay, too"),
        Accepted(
            112, "data.state_details.saved_cards",
            because: "the printed intent names no customer, so there is nobody whose card could be saved"),
        Accepted(
            310, "data.state_details.native_pay_data.merchant_id",
            because: "the guide prints a sentence in place of the id"),
        Accepted(350, because: "is Swift of an app that sends nothing; AppleFrameworkTests compiles it"),
        Accepted(368, "status", because: "the printed receipt is one of the App Store of 2015"),
    ]

    @Test("Each sample is sent as printed, and answered as printed", Page.moneyHash.needed)
    func samples() async throws {
        let fixture = try await MoneyHashFixture.make()
        var guide = try SampleCheck(.moneyHash, accepting: Self.accepted)
        /// Sends the sample with the merchant's key and the id of an intent, and returns the answer.
        func send(_ line: Int, _ id: String = "") async throws -> Answer {
            let values = [("<YOUR_API_KEY>", "test-M1"), ("<YOUR_API_KEY", "test-M1"), ("YOUR_API_KEY", "test-M1")]
            let request = try guide.request(line, values + [("ePgw3gN", id), ("<intent_id>", id)])
            var headers = request.headers
            // The last sample leaves the headers to the reader.
            headers[.apiKey] = "test-M1"
            headers[.contentType] = "application/json"
            let answer = try await fixture.send(
                request.method, request.path, text: request.body, headers, to: request.host)
            guide.succeeded(answer, line)
            return answer
        }

        var intents: [String] = []
        for line in [15, 19, 55, 60] {
            let made = try await send(line)
            let id = try #require(made.data?.text("id"), "\(made.body)")
            try guide.compare(made.json, with: 37, [("ePgw3gN", id)])
            intents.append(id)
        }
        #expect(try await fixture.details(intents[2]).state == "NATIVE_PAY", "Apple Pay is selected at once")
        try guide.compare(try await send(80, intents[0]).json, with: 112, [("ePgw3gN", intents[0])])
        for line in [83, 94] { #expect(try await send(line, intents[0]).state == "METHOD_SELECTION") }
        for line in [268, 282] { #expect(try await send(line, intents[1]).state == "FORM_FIELDS") }
        // The printed answer is that of an intent of 50, which Python's sample makes.
        try guide.compare(try await send(264, intents[1]).json, with: 310, [("XZOqML8", intents[1])])
        let refused = try await send(368, intents[1])
        #expect(
            refused.words
                == "400 | receipt: The receipt is one of a purchase in the App Store, not PaymentData of Apple Pay.")
        #expect(fixture.issuer.asked.isEmpty)
        guide.end()
    }
}
