import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

@testable import Dintero

/// Each sample of Dintero's page about Apple Pay in an app, sent as it is printed there.
@Suite("The samples of Dintero's page")
struct PageSampleTests {
    @Test("Each sample is sent as printed, and answered as printed", Page.dintero.needed)
    func samples() async throws {
        let fixture = try await DinteroFixture.make()
        var page = try SampleCheck(.dintero, accepting: [])
        func send(_ request: PrintedRequest) async throws -> Answer {
            try await fixture.send(
                request.method, request.path, nil, request.headers, text: request.body, to: request.host)
        }

        let order = try JSONValue(parsing: Array(page.sample(36).utf8))
        let session = try await fixture.ask(.post, "/v1/sessions", order)
        page.succeeded(session, 36)
        let id = try #require(session["id"], "\(session.body)")

        let operations = try await send(page.request(70, [("{session_id}", id)]))
        page.succeeded(operations, 70)
        let link = try #require(operations.operations.first?.text("href"))
        let parts = try #require(link.firstMatch(of: /payments\/([\w-]+)\/transactions\?access_token=([\w.-]+)$/))
        let (payment, token) = (String(parts.1), String(parts.2))
        let known = [
            ("{account_id}", DinteroFixture.account), ("{payment_id}", payment), ("{access_token}", token),
        ]
        try page.compare(operations.json, with: 72, known)

        let event = JSONValue.string(try await fixture.paymentData()).jsonText.dropFirst().dropLast()
        let placeholder = "{JSON stringified object of the event from the onpaymentauthorized callback from apple pay}"
        let submitted = try await send(page.request(97, known + [(placeholder, String(event))]))
        page.succeeded(submitted, 97)
        let transaction = try #require(submitted["transaction_id"], "\(submitted.body)")
        try page.compare(submitted.json, with: 106, known + [("{transaction_id}", transaction)])

        let paid = try await send(page.request(113, [("{session_id}", id), ("{transaction_id}", transaction)]))
        page.succeeded(paid, 113)
        // The page prints no answer, but says that the answer has this member.
        let address = try #require(paid["return_url"], "\(paid.body)")
        #expect(address.hasPrefix("yourapp://redirect?initial_recipient=merchant&"))
        page.end()
    }
}
