import Administration
import Foundation
import HTTPContract
import Identifiers

struct ChangeListAnswer: AnswerBody {
    let changes: [WaitingChange]

    static let members: [AnswerMember<ChangeListAnswer>] = [
        .member(
            "changes", { $0.changes.map(WaitingChangeAnswer.init) }, "The changes that wait, the oldest one first.")
    ]
}

struct WaitingChangeAnswer: AnswerBody {
    let waiting: WaitingChange

    static let members: [AnswerMember<WaitingChangeAnswer>] = [
        .member(
            "changeId", \.waiting.id.description, as: .identifier, example: "4a6f1c52-0b6e-4a39-9a55-0d6d1c1f7c11",
            "The change's id."),
        .member(
            "operation", \.waiting.kind.rawValue, as: .enumeration(ProposedChange.Kind.allCases.map(\.rawValue)),
            example: "eraseCustomer", "The operation that has proposed the change."),
        .member(
            "subject", \.waiting.subject, example: "30000001",
            "The customer's number, or the key or the program with its version; absent for settings."),
        .member("proposedBy", \.waiting.proposedBy, example: "olga", "The operator who must not approve it."),
        .member(
            "proposedDate", { Timestamp($0.waiting.proposedAt) }, example: "2026-11-21T09:45:41Z",
            "The time when it was proposed."),
        .member(
            "endDate", { Timestamp($0.waiting.endsAt) }, example: "2026-11-22T09:45:41Z",
            "The time when it ends unless somebody approves it before."),
        .member(
            "approvingRoles", { Permissions.roles(for: $0.waiting.kind.rawValue).map(\.rawValue) }, example: "operator",
            "The roles of the operators who may approve it."),
    ]
}

/// A change that waits, with all that an operator needs to decide about it.
struct ProposalAnswer: AnswerBody {
    let waiting: WaitingChange
    var effects: [String] = []
    var refusals: [String] = []
    var settings: String?

    static let members: [AnswerMember<ProposalAnswer>] = [
        .member("change", { WaitingChangeAnswer(waiting: $0.waiting) }, "The change."),
        .member(
            "effects", \.effects, example: "+ brands.acme",
            "The changes of settings that it would make now; empty for any other change."),
        .member(
            "refusals", \.refusals, example: "The file would change nothing: everything is so already.",
            "Why it would be refused now; empty if it would not be."),
        .member(
            "settings", \.settings, example: "brands:",
            "The file of settings; absent for any other change, and in the response to a proposal."),
    ]
}

struct ApprovedChangeAnswer: AnswerBody {
    var effects: [String] = []
    var secrets: [RotatedSecretAnswer] = []
    var newKey: NewKeyAnswer?

    static let members: [AnswerMember<ApprovedChangeAnswer>] = [
        .member(
            "effects", \.effects, example: "+ brands.acme",
            "The changes of settings, in the order of the file's sections; empty for any other change."),
        .member("secrets", \.secrets, "The secrets of new clients, which are stored nowhere; empty without any."),
        .member("newKey", \.newKey, "The new version of a key; absent for any other change."),
    ]
}

struct NewKeyAnswer: AnswerBody {
    let version: Int
    let activeFrom: Date

    static let members: [AnswerMember<NewKeyAnswer>] = [
        .member("version", \.version, example: "2", "The new version."),
        .member(
            "activeDate", { Timestamp($0.activeFrom) }, example: "2026-11-21T09:55:41Z",
            "The time from which on it makes new values. Until then it only opens them."),
    ]
}
