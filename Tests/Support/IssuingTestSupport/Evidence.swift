import Cards
import Foundation
import Identifiers
import Issuing
import Postgres
import Testing
import TestSupport

/// Reads the database directly, without the service.
extension IssuingFixture {
    /// The only column of a query, which must be text, row by row; NULL is ∅.
    package func texts(_ sql: String, _ values: SQLValue...) async throws -> [String] {
        try await issuing.database.read(Query(statement: .evidence(sql), values: values))
    }

    /// A digest of each table's contents, which differs if one byte changes.
    package func contents() async throws -> [String: String] {
        let tables = try await texts(
            "SELECT oid::regclass::text FROM pg_class WHERE \(SchemaCatalog.ours) AND relkind = 'r'")
        let digests = tables.map { table in
            """
            SELECT '\(table) ' || count(*) || ' ' || md5(coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), ''))
            FROM \(table) r
            """
        }
        let lines = try await texts(digests.joined(separator: " UNION ALL "))
        return Dictionary(uniqueKeysWithValues: lines.map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        })
    }

    /// A card's whole history, oldest first.
    package func history(of card: Card) async throws -> [Change] {
        let statement = Statement(
            "evidence_history",
            """
            SELECT change_number, actor, occasion, from_status, to_status, reason, changed_at
            FROM card_status_history WHERE customer_id = $1 AND card_id = $2 ORDER BY change_number
            """
        ) { row throws(PostgresFailure) in
            Change(
                number: try row.integer("change_number"),
                actor: try row.text("actor", as: TransitionMatrix.Actor.self),
                occasion: try row.text("occasion", as: TransitionMatrix.Occasion.self),
                from: try row.optionalText("from_status", as: CardStatus.self),
                to: try row.text("to_status", as: CardStatus.self),
                reason: try row.optionalText("reason"), at: try row.timestamp("changed_at"))
        }
        return try await issuing.database.read(
            statement(.bigint(card.customer.rawValue), .uuid(card.id.rawValue)))
    }

    /// A card's statuses, oldest first. Expects a history without gaps, in which the matrix allows every step.
    package func path(of card: Card) async throws -> [CardStatus] {
        let history = try await history(of: card)
        let stored = try await texts(
            "SELECT status || ' ' || changes FROM card WHERE customer_id = $1 AND card_id = $2",
            .bigint(card.customer.rawValue), .uuid(card.id.rawValue))
        #expect(stored == ["\(history.last?.to.rawValue ?? "nothing") \(history.count)"])
        #expect(history.map(\.number) == Array(1...history.count))
        #expect(history.first?.from == nil)
        let cells = TransitionMatrix.cells
        for (before, change) in zip(history, history.dropFirst()) {
            #expect(change.from == before.to)
            #expect(cells.contains {
                $0.actor == change.actor && $0.occasion == change.occasion && $0.from == before.to
                    && $0.to == change.to
            }, "\(change) is no row of the matrix")
        }
        return history.map(\.to)
    }

    /// Sets the status of a card in the database, for tests that start from it.
    package func place(_ card: Card, at standing: Standing) async throws {
        try await issuing.database.execute(
            script: """
                UPDATE card SET status = '\(standing.status.rawValue)',
                    returns_to = \(standing.returnsTo.map { "'\($0.rawValue)'" } ?? "NULL"),
                    activated_at = CASE WHEN card_type = 'PHYSICAL' AND '\(standing.status.rawValue)' = 'ACTIVE'
                                   THEN created_at END
                WHERE card_id = '\(card.id)'
                """)
    }
}

/// A row of a card's history.
package struct Change: Equatable {
    package let number: Int
    package let actor: TransitionMatrix.Actor
    package let occasion: TransitionMatrix.Occasion
    package let from: CardStatus?
    package let to: CardStatus
    package let reason: String?
    package let at: Date

    package init(
        number: Int, actor: TransitionMatrix.Actor, occasion: TransitionMatrix.Occasion, from: CardStatus?, to:
        CardStatus, reason: String?, at: Date
    ) {
        self.number = number
        self.actor = actor
        self.occasion = occasion
        self.from = from
        self.to = to
        self.reason = reason
        self.at = at
    }
}

/// Finds the tables in the service's schemas.
package enum SchemaCatalog {
    package static let ours =
        "relnamespace::regnamespace::text IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox')"

    /// The tables that grow as more data is stored. A name that is a keyword has quotes.
    package static let growingTables = [
        "authentication_challenge", "authentication_event", "authentication_factor", "authentication_means",
        "call_use", "card", "card_allowance",
        "card_status_history", "customer", "customer_identifier", "idempotent_answer", "issued_pan", "message",
        "authentication_owner",
        "passkey", "refresh_family", "secure_view", "apple_nonce", "dpan_reference", "tokenization",
        "tokenization_history", "trusted_device", "bulk_order", "webhook_attempt",
        "webhook_delivery", "webhook_line", "sandbox.change", "sandbox.network_token", "sandbox.phone",
        "sandbox.phone_token", "sandbox.used_counter", "card_controls", "spent",
        "account", "account_number", "hold", "journal", "posting", "transaction", "movement",
        "used_merchant_reference", "\"authorization\"", "early_reversal", "network_message", "dispute", "dispute_step",
        "dispute_evidence", "token_message", "token_request",
        "clearing_line", "clearing_break", "clearing_loss", "shadow_difference",
        "merchants.payment", "merchants.payment_step", "merchants.unsent_step", "merchants.payment_reference",
        "merchants.wallet_token_claim", "merchants.cardpointe_profile", "merchants.cardpointe_token",
        "merchants.cardpointe_signature",
        "merchants.stitch_assertion", "merchants.dintero_session", "merchants.moneyhash_intent",
        "merchants.moneyhash_answer", "merchants.moneyhash_card", "merchants.moneyhash_customer",
    ]

    /// Their names without their schemas, as plans and statistics show them.
    package static let growingTableNames = growingTables.map { table in
        String(table.split(separator: ".").last ?? "").replacing("\"", with: "")
    }
}
