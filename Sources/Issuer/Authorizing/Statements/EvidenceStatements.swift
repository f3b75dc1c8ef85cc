import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

/// Files about disputes. Their contents are sealed.
public enum EvidenceStatements {
    private static let columns = "evidence_id, actor, file_name, media_type, size_bytes, added_at"

    static let add = Statement(
        "evidence_add",
        """
        INSERT INTO dispute_evidence (
            customer_id, evidence_id, dispute_id, file_number, actor, file_name, media_type, size_bytes,
            sealed_content, key_version, added_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """)

    static let count = Statement(
        "evidence_count", "UPDATE dispute SET evidence_files = $3 WHERE customer_id = $1 AND dispute_id = $2")

    static let list = Statement(
        "evidence_list",
        """
        SELECT \(columns) FROM dispute_evidence
        WHERE customer_id = $1 AND dispute_id = $2 ORDER BY file_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.evidence() }

    static let find = Statement(
        "evidence_find",
        """
        SELECT \(columns), sealed_content, key_version FROM dispute_evidence
        WHERE customer_id = $1 AND dispute_id = $2 AND evidence_id = $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let evidence = try row.evidence()
        let content = try row.bytes("sealed_content")
        return Stored(evidence: evidence, sealedContent: content, keyVersion: try row.integer("key_version"))
    }

    static let all = [add.erased, count.erased, list.erased, find.erased]

    /// A file with its sealed content.
    package struct Stored: Sendable {
        package let evidence: DisputeEvidence
        package let sealedContent: [UInt8]
        package let keyVersion: Int
    }

    /// Adds a file to a dispute whose account is locked.
    package static func add(
        _ evidence: DisputeEvidence, sealed content: [UInt8], keyVersion: Int, to dispute: Dispute
    ) -> Query<Void> {
        add(
            .id(dispute.holder), .id(evidence.id), .id(dispute.id), .integer(dispute.evidenceFiles + 1),
            .text(evidence.actor.rawValue), .text(evidence.name), .text(evidence.mediaType.rawValue),
            .integer(evidence.sizeBytes), .bytes(content), .integer(keyVersion), .timestamp(evidence.addedAt))
    }

    /// Counts a file that was added.
    package static func count(one dispute: Dispute) -> Query<Void> {
        count(.id(dispute.holder), .id(dispute.id), .integer(dispute.evidenceFiles + 1))
    }

    /// The files of a dispute, oldest first: at most as many as a dispute may have.
    package static func list(of id: DisputeID, _ holder: AccountHolder) -> Query<DisputeEvidence> {
        list(.id(holder), .id(id))
    }

    package static func find(
        _ evidence: EvidenceID, of id: DisputeID, _ holder: AccountHolder
    ) -> Query<Stored> {
        find(.id(holder), .id(id), .id(evidence))
    }

    /// The place of a sealed content.
    package static func place(of evidence: EvidenceID) -> String {
        "dispute_evidence.sealed_content evidence \(evidence)"
    }
}

extension Row {
    fileprivate mutating func evidence() throws(PostgresFailure) -> DisputeEvidence {
        let id = try id("evidence_id", EvidenceID.self)
        let actor = try text("actor", as: DisputeMatrix.Actor.self)
        let name = try text("file_name")
        let type = try text("media_type", as: EvidenceFile.MediaType.self)
        return DisputeEvidence(
            id: id, actor: actor, name: name, mediaType: type, sizeBytes: try integer("size_bytes"),
            addedAt: try timestamp("added_at"))
    }
}
