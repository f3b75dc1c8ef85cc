import HTTPContract

extension ObjectSchema.Kind {
    /// An amount in the minor units of its currency (ISO 4217): cents of EUR, yen of JPY.
    public static let minorUnits = ObjectSchema.Kind.integer(-4_000_000_000_000_000_000...4_000_000_000_000_000_000)
}

/// The prepaid balance of a customer in one currency.
public struct AccountBody: Sendable, Hashable, Decodable {
    public var id: String
    public var customerId: String
    public var currencyCode: String
    /// The posted balance, in minor units. It may be below 0.
    public var totalBalance: Int
    /// The amount that can be spent, in minor units. It may be below 0.
    public var availableBalance: Int
    public var creationTime: Timestamp

    public init(
        id: String, customerId: String, currencyCode: String, totalBalance: Int, availableBalance: Int,
        creationTime: Timestamp
    ) {
        self.id = id
        self.customerId = customerId
        self.currencyCode = currencyCode
        self.totalBalance = totalBalance
        self.availableBalance = availableBalance
        self.creationTime = creationTime
    }
}

extension AccountBody: AnswerBody {
    public static let members: [AnswerMember<AccountBody>] = [
        .member("id", \.id, pattern: TextForm.accountID, example: "100000001", "The account's number."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the account belongs to."),
        .member("currencyCode", \.currencyCode, example: "EUR", "Currency, ISO 4217."),
        .member(
            "totalBalance", \.totalBalance, as: .minorUnits, example: "5000",
            "What is on the account, in minor units. It can be below 0."),
        .member(
            "availableBalance", \.availableBalance, as: .minorUnits, example: "3766",
            "What can be spent, in minor units: the total minus what is held. It can be below 0."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time of opening."),
    ]
}

/// The customer, as far as the Card service knows them.
public struct ProfileBody: Sendable, Hashable, Decodable {
    public var id: String
    public var firstName: String
    public var lastName: String
    public var country: String
    public var mobile: String
    /// Present only if `include` has ACCOUNTS.
    public var accounts: [AccountBody]?

    public init(
        id: String, firstName: String, lastName: String, country: String, mobile: String, accounts: [AccountBody]?
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.country = country
        self.mobile = mobile
        self.accounts = accounts
    }
}

extension ProfileBody: AnswerBody {
    public static let members: [AnswerMember<ProfileBody>] = [
        .member("id", \.id, example: "10000001", "The customer's id."),
        .member("firstName", \.firstName, example: "Ivana", "First name."),
        .member("lastName", \.lastName, example: "Petrova", "Last name."),
        .member("country", \.country, example: "BG", "Country, ISO 3166-1 alpha-2."),
        .member("mobile", \.mobile, example: "+359 881234567", "The customer's mobile number."),
        .member("accounts", \.accounts, "The customer's accounts; present if `include` has ACCOUNTS."),
    ]
}

/// Whose accounts to list.
public struct CustomerAccountQuery: RequestQuery {
    /// Present in every query that was read.
    public var customerId: String?

    public init() {}

    public static let parameters: [BoundParameter<CustomerAccountQuery>] = [
        .number("customerId", \.customerId, digits: 18, isRequired: true, "The customer whose accounts to return.")
    ]
}

/// The additions to the profile that the caller asks for.
public struct ProfileQuery: RequestQuery {
    public var inclusions: [String] = []

    public init() {}

    public static let parameters: [BoundParameter<ProfileQuery>] = [
        .enumerationList("include", \.inclusions, of: Vocabulary.profileInclusions, "What to add to the profile.")
    ]
}
