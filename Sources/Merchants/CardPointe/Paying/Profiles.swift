import CardSecrets
import Crypto
import HTTPContract
import Identifiers
import Payments
import Postgres
import Validation

/// A profile, and perhaps one of its accounts: `11700182899933000746/1`.
struct ProfileName: Hashable, Sendable {
    let id: String
    /// Nil for the default account, or for all.
    let number: Int?

    /// - Throws: 96 if the text is no name of a profile, because no profile has such a name.
    init(_ text: String, number: String? = nil) throws(Refused) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let id = parts.first, id.utf8.count == 20, id.utf8.allSatisfy(isASCIIDigit) else {
            throw Refused(.profileNotFound)
        }
        self.id = String(id)
        guard let account = parts.count == 2 ? String(parts[1]) : number, !account.isEmpty else {
            self.number = nil
            return
        }
        guard let number = Int(account), (1...999).contains(number) else { throw Refused(.profileNotFound) }
        self.number = number
    }
}

/// A merchant's data about the holder of a stored account. Two accounts are the same if all of this and the token are
/// equal.
struct ProfileDetails: Sendable {
    private(set) var members: [String: String] = [:]

    private static let fields = GatewayField.holder
        + [.expiry, .accountType, .updaterOptOut, .onFilePermission, .socialSecurity, .license]

    init(_ fields: RequestFields, expiry: PaymentInstrument.Expiry?) throws(Refused) {
        for field in Self.fields {
            guard let text = try fields.text(field) else { continue }
            members[field.name] = CardNumber.hidden(in: text)
        }
        _ = try AuthorizationRequest.postal(fields)
        members[GatewayField.expiry.name] = try AuthorizationRequest.expiry(fields).map(GatewayExpiry.spelled)
            ?? expiry.map(GatewayExpiry.spelled)
    }

    /// - Returns: nil if the text is not what ``json`` writes.
    init?(stored text: String) {
        guard case .object(let object)? = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
        for name in object.names { members[name] = object.text(name) }
    }

    /// In the order of the fields, so that the same details give the same text.
    var json: String { JSONValue.members(Self.fields.map { ($0.name, .text(members[$0.name])) }).jsonText }

    /// These details, completed by earlier ones.
    func completed(by earlier: ProfileDetails) -> ProfileDetails {
        var both = self
        both.members.merge(earlier.members) { new, _ in new }
        return both
    }

    /// These details as they are of a bank's account, which has no expiry, or of a card.
    func fitting(isCheck: Bool) -> ProfileDetails {
        var fitting = self
        let type = GatewayField.accountType.name
        let saysCheck = PaymentAccount.isCheck(type: members[type])
        if isCheck {
            fitting.members[GatewayField.expiry.name] = nil
            if !saysCheck { fitting.members[type] = "ECHK" }
        } else if saysCheck {
            fitting.members[type] = nil
        }
        return fitting
    }

    var expiry: PaymentInstrument.Expiry? { members[GatewayField.expiry.name].flatMap(GatewayExpiry.read) }
}

/// Stored accounts of customers, by which they pay without typing a number.
extension CardPointe {
    private static let attempts = 4

    /// Makes a profile, adds an account to one, or replaces an account.
    func saveProfile(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        try await Self.answered(refusedWith: AnswerFields(["merchid": .string(account.merchant.rawValue)])) {
            let name = try fields.text(.profile).map { try ProfileName($0, number: fields.text(.accountNumber)) }
            let earlier = try await earlier(name, account)
            let keeps = try fields.isYes(.updatesProfile)
            let stored = try await storable(fields, account, earlier: keeps ? earlier : nil)
            let isCheck = stored.instrument.isBankAccount
            let saysCheck = try PaymentAccount.isCheck(fields)
            guard isCheck || !saysCheck else {
                throw Refused(.invalidCard, "The account is a card, not a bank account.")
            }
            var details = try ProfileDetails(fields, expiry: nil)
            if keeps, let earlier = earlier.flatMap({ ProfileDetails(stored: $0.details) }) {
                details = details.completed(by: earlier)
            }
            details = details.fitting(isCheck: isCheck)
            guard details.expiry != nil || isCheck else { throw Refused(.nonNumericExpiry, "expiry is missing") }
            let makesDefault = try fields.isYes(.makesDefault)
            let saved = try await store(
                stored.token, details, account, name, replacing: earlier, makesDefault: makesDefault)
            return AnswerFields(.profileSaved) + Self.shown(saved, account)
        }
    }

    /// The account that a request names. A profile that is named must exist.
    private func earlier(_ name: ProfileName?, _ account: CardPointeAccount) async throws -> StoredProfile? {
        guard let name else { return nil }
        let found = try await profiles(name, account)
        guard !found.isEmpty else { throw Refused(.profileNotFound) }
        return name.number == nil ? nil : found.first
    }

    /// The account to store: that of the request, or else that of the earlier profile.
    private func storable(
        _ fields: RequestFields, _ account: CardPointeAccount, earlier: StoredProfile?
    ) async throws -> (token: CardToken, instrument: PaymentInstrument) {
        guard let named = try PaymentAccount.read(fields) else {
            guard let token = earlier.flatMap({ CardToken($0.token) }), let tokenized = try await tokenized(token)
            else { throw Refused(.invalidCard, "account is missing") }
            return (token, tokenized.instrument)
        }
        switch named {
        case .bank(let bank):
            guard account.takesChecks else { throw Refused(.noChecks) }
            let instrument = instrument(of: bank)
            return (try await sharedToken(for: instrument), instrument)
        case .number(let pan):
            let instrument = PaymentInstrument(pan: pan, expiry: nil, kind: .card(cvv2: nil))
            return (try await sharedToken(for: instrument), instrument)
        case .token(let token):
            guard let tokenized = try await tokenized(token) else { throw Refused(.invalidToken) }
            guard tokenized.instrument.wallet == nil else {
                throw Refused(.invalidToken, "A wallet's token must not be stored in a profile.")
            }
            return (token, tokenized.instrument)
        }
    }

    /// Stores an account, or finds the same one.
    func store(
        _ token: CardToken, _ details: ProfileDetails, _ account: CardPointeAccount, _ name: ProfileName? = nil,
        replacing earlier: StoredProfile? = nil, makesDefault: Bool = false
    ) async throws -> StoredProfile {
        let merchant = SQLValue.text(account.merchant.rawValue)
        let digest = Array(SHA256.hash(data: Array((token.text + details.json).utf8)))
        if let earlier {
            let replaced = try await database.write(
                ProfileStatements.replace(
                    merchant, .text(earlier.id), .integer(earlier.number), .text(token.text), .text(details.json),
                    .bytes(digest))).first
            guard let replaced else { throw Refused(.profileNotFound) }
            return makesDefault ? try await makeDefault(replaced, account) : replaced
        }
        if name == nil, let same = try await database.read(ProfileStatements.same(merchant, .bytes(digest))).first {
            return makesDefault ? try await makeDefault(same, account) : same
        }
        let id = name?.id ?? "1" + entropy.digits(19)
        let stored = try await add(to: id) {
            ProfileStatements.add(
                merchant, .text(id), .text(token.text), .text(details.json), .bytes(digest), .boolean(false),
                .timestamp(clock.now()))
        }
        return makesDefault && !stored.isDefault ? try await makeDefault(stored, account) : stored
    }

    /// Two requests at once may draw the same number; the later one draws the next.
    private func add(to id: String, _ query: () -> Query<StoredProfile>) async throws -> StoredProfile {
        for _ in 0..<Self.attempts {
            do {
                guard let stored = try await database.write(query()).first else {
                    throw Refused(.invalidField, "A profile has at most 999 accounts.")
                }
                return stored
            } catch let failure as PostgresFailure where failure.constraint == "cardpointe_profile_is_known_once" {
                continue
            }
        }
        throw Refused(.duplicateSequence, "Other requests add accounts to the profile; repeat the request.")
    }

    private func makeDefault(_ profile: StoredProfile, _ account: CardPointeAccount) async throws -> StoredProfile {
        let (merchant, id) = (SQLValue.text(account.merchant.rawValue), SQLValue.text(profile.id))
        let set = try await database.transaction { tx throws(PostgresFailure) -> [StoredProfile] in
            let (_, set) = try tx.commit(
                ProfileStatements.clearDefault(merchant, id),
                ProfileStatements.setDefault(merchant, id, .integer(profile.number)))
            return set
        }
        return set.first ?? profile
    }
}
