import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("The tables of webhooks")
struct WebhookSchemaTests {
    @Test("The tables of webhooks need no table of another target")
    func alone() async throws {
        let scratch = try await ScratchDatabase.makeForService()
        let database = try scratch.database
        try await database.execute(script: SchemaPart.webhooks.sql)
        let webhooks = Webhooks(
            database: database, host: TestWebhookHost(scratch) { WebhooksFixture.now }, subscriptionLimit: 10,
            dialects: [TestDialect()])
        let url = try #require(WebhookURL(WebhooksFixture.url))
        let subscription = try await webhooks.subscribe(
            "owner", to: "moved", at: url, signingKey: nil, in: TestDialect()
        ).subscription
        let event = NewWebhookEvent(type: "moved", body: "there")
        try await webhooks.queue([event], of: "owner", about: "subject")
        #expect(try await webhooks.claim(for: subscription.id)?.word == "there")
    }
}
