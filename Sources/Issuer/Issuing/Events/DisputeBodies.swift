import Authorizing
import CardAPI
import Cards
import Foundation
import HTTPContract
import Identifiers
import Ledger

extension DisputeBody {
    /// A dispute without its history and its files.
    package init(_ dispute: Dispute) {
        self.init(
            id: dispute.id.description, customerId: dispute.holder.description,
            accountId: dispute.account.description, authorizationId: dispute.authorization.description,
            cardId: dispute.card.description, status: dispute.status.rawValue, reason: dispute.reason.rawValue,
            description: dispute.description, amount: Int(dispute.amount.minorUnits),
            disputedAmount: Int(dispute.money.disputed), creditedAmount: Int(dispute.money.credited),
            currencyCode: dispute.amount.currency.code, deadline: dispute.deadline.map { Timestamp($0) },
            creationTime: Timestamp(dispute.openedAt), lastChangeDate: Timestamp(dispute.changedAt))
    }

    package init(_ dossier: DisputeDossier) {
        self.init(dossier.dispute)
        history = dossier.history.map { DisputeLineBody($0) }
        evidence = dossier.files.map { EvidenceBody($0) }
    }
}

extension DisputeLineBody {
    fileprivate init(_ line: DisputeLine) {
        self.init(
            step: line.step.rawValue, actor: line.actor.rawValue, status: line.status.rawValue,
            disputedAmount: Int(line.disputed), note: line.note, time: Timestamp(line.takenAt))
    }
}

extension EvidenceBody {
    package init(_ evidence: DisputeEvidence) {
        self.init(
            id: evidence.id.description, actor: evidence.actor.rawValue, fileName: evidence.name,
            mediaType: evidence.mediaType.rawValue, size: evidence.sizeBytes,
            creationTime: Timestamp(evidence.addedAt))
    }
}

extension EvidenceContentBody {
    package init(_ file: EvidenceFile) {
        self.init(
            fileName: file.name, mediaType: file.mediaType.rawValue, content: Data(file.bytes).base64EncodedString())
    }
}
