import CardSecrets
import HTTPContract
import Identifiers
import Payments
import Postgres

/// Reading and deleting stored accounts.
extension CardPointe {
    /// All accounts of a profile, or one of them.
    func profile(_ name: ProfileName, _ account: CardPointeAccount) async throws -> JSONValue {
        let found = try await profiles(name, account)
        guard !found.isEmpty else { return AnswerFields(.profileNotFound).json }
        return .array(found.map { Self.shown($0, account).json })
    }

    /// Deletes an account, or the whole profile. The default account goes only with its profile.
    func deleteProfile(_ name: ProfileName, _ account: CardPointeAccount) async throws -> AnswerFields {
        let found = try await profiles(ProfileName(id: name.id), account)
        let named = found.filter { name.number == nil || $0.number == name.number }
        let echo = AnswerFields(["profileid": .string(name.id), "acctid": .text(name.number.map { String($0) })])
        guard !named.isEmpty else { return AnswerFields(.profileNotFound) + echo }
        if name.number != nil, found.count > 1, named.contains(where: \.isDefault) {
            return AnswerFields(Refused(.invalidField, "Make another account the default one first.")) + echo
        }
        _ = try await database.write(
            ProfileStatements.delete(.text(account.merchant.rawValue), .text(name.id), Self.number(name)))
        return AnswerFields(.profileDeleted) + echo
    }

    func profiles(_ name: ProfileName, _ account: CardPointeAccount) async throws -> [StoredProfile] {
        try await database.read(
            ProfileStatements.read(.text(account.merchant.rawValue), .text(name.id), Self.number(name)))
    }

    private static func number(_ name: ProfileName) -> SQLValue { .integer(name.number.map { Int32(clamping: $0) }) }

    static func shown(_ profile: StoredProfile, _ account: CardPointeAccount) -> AnswerFields {
        var details = ProfileDetails(stored: profile.details)?.members ?? [:]
        if details[GatewayField.updaterOptOut.name] == nil { details[GatewayField.updaterOptOut.name] = "N" }
        var shown = AnswerFields([
            "profileid": .string(profile.id), "acctid": .string(String(profile.number)),
            "token": .string(profile.token), "merchid": .string(account.merchant.rawValue),
            "defaultacct": .string(profile.isDefault ? "Y" : "N"), "gsacard": "N",
        ])
        for name in details.keys.sorted() {
            shown = shown + AnswerFields(members: [(name, .string(details[name] ?? ""))])
        }
        return shown
    }
}

extension ProfileName {
    fileprivate init(id: String) {
        (self.id, number) = (id, nil)
    }
}
