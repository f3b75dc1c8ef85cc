import Administration
import HTTPContract

/// The changes that a file of settings would make.
struct SettingsChangesAnswer: AnswerBody {
    let changes: [SettingsChange]

    static let members: [AnswerMember<SettingsChangesAnswer>] = [
        .member(
            "changes", { $0.changes.map(\.description) }, example: "+ brands.acme",
            "The changes in the order of the file's sections; empty if everything is so already."),
    ]
}
