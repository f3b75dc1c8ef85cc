import HTTPContract

/// The request for a deposit.
public struct CreateDepositBody: RequestBody {
    public var amount: Int?
    public var currencyCode: String?
    public var merchantRefNum: String?

    public init() {}

    public static let members: [BodyMember<CreateDepositBody>] = [
        .movedAmount(\.amount), .movedCurrency(\.currencyCode), .merchantRefNum(\.merchantRefNum),
    ]
}

/// A transfer to ask for.
public struct CreateTransferBody: RequestBody {
    public var amount: Int?
    public var currencyCode: String?
    public var recipient: Recipient?
    public var merchantRefNum: String?
    public var transferDetails: Details?

    public init() {}

    public static let members: [BodyMember<CreateTransferBody>] = [
        .movedAmount(\.amount), .movedCurrency(\.currencyCode),
        .object("recipient", \.recipient, isRequired: true, "Who receives the transfer."),
        .merchantRefNum(\.merchantRefNum),
        .object("transferDetails", \.transferDetails, isRequired: true, "What the transfer is for."),
    ]

    public struct Recipient: RequestBody {
        public var customerId: String?

        public init() {}

        public static let members: [BodyMember<Recipient>] = [
            .string(
                "customerId", \.customerId, isRequired: true, pattern: TextForm.customerID, example: "10000002",
                "Another customer of the sender's brand.")
        ]
    }

    public struct Details: RequestBody {
        public var reason: String?
        public var description: String?

        public init() {}

        public static let members: [BodyMember<Details>] = [
            .enumeration(
                "reason", \.reason, of: Vocabulary.transferReasons, isRequired: true, example: "PEER_TRANSFER",
                "The purpose."),
            .string(
                "description", \.description, maximumLength: 200, pattern: TextForm.printable(1...200),
                example: "Half of the rent", "The purpose in words."),
        ]
    }
}

/// A withdrawal to ask for.
public struct CreateWithdrawalBody: RequestBody {
    public var amount: Int?
    public var currencyCode: String?
    public var paymentOption: String?
    public var paymentInstrumentReference: Instrument?
    public var merchantRefNum: String?

    public init() {}

    public static let members: [BodyMember<CreateWithdrawalBody>] = [
        .movedAmount(\.amount), .movedCurrency(\.currencyCode),
        .enumeration(
            "paymentOption", \.paymentOption, of: Vocabulary.paymentOptions, isRequired: true,
            example: "BANK_TRANSFER", "How the money is paid."),
        .object(
            "paymentInstrumentReference", \.paymentInstrumentReference, isRequired: true, "Where the money goes."),
        .merchantRefNum(\.merchantRefNum),
        .anything("deviceInfo", "The device that the app runs on; accepted and ignored."),
    ]

    public struct Instrument: RequestBody {
        public var id: String?
        public var instrumentType: String?

        public init() {}

        public static let members: [BodyMember<Instrument>] = [
            .string(
                "id", \.id, isRequired: true, maximumLength: 50, pattern: TextForm.printable(1...50), example: "1001",
                "The id of the customer's payment instrument. It is kept, and not looked up."),
            .enumeration(
                "instrumentType", \.instrumentType, of: Vocabulary.instrumentTypes, isRequired: true,
                example: "SEPA_BANK_ACCOUNT", "What it is."),
        ]
    }
}

/// The next step of a deposit, a transfer or a withdrawal.
public struct UpdateMovementStatusBody: RequestBody {
    public var status: String?

    public init() {}

    public static let members: [BodyMember<UpdateMovementStatusBody>] = [
        .enumeration(
            "status", \.status, of: Vocabulary.movementSteps, isRequired: true, example: "PENDING",
            "PENDING checks it and creates its transaction; PROCESSING confirms it.")
    ]
}

extension BodyMember {
    fileprivate static func movedAmount(_ property: any WritableKeyPath<Body, Int?> & Sendable) -> BodyMember {
        .integer(
            "amount", property, in: 1...999_999_999_999, isRequired: true, example: "1000",
            "The amount in minor units: 1000 are 10.00 EUR, or 1000 JPY.")
    }

    fileprivate static func movedCurrency(_ property: any WritableKeyPath<Body, String?> & Sendable) -> BodyMember {
        .string(
            "currencyCode", property, isRequired: true, pattern: TextForm.currency, example: "EUR",
            "Currency, ISO 4217.")
    }

    fileprivate static func merchantRefNum(_ property: any WritableKeyPath<Body, String?> & Sendable) -> BodyMember {
        .string(
            "merchantRefNum", property, maximumLength: 50, pattern: TextForm.printable(1...50), example: nil,
            "The caller's own number. The brand uses each of its numbers once, and so does each customer.")
    }
}

/// A deposit, a transfer or a withdrawal, and its status.
public struct MovementBody: Sendable, Hashable, Decodable {
    public var id: String
    public var status: String
    public var statusReason: String?
    public var amount: Int
    public var currencyCode: String
    public var customerId: String
    /// Absent until it is PENDING, as are the next two.
    public var accountId: String?
    public var transactionId: String?
    public var slipId: String?
    public var merchantRefNum: String?
    /// Of a transfer, as is the next one.
    public var recipient: Recipient?
    public var transferDetails: Details?
    /// Of a withdrawal, as is the next one.
    public var paymentOption: String?
    public var paymentInstrumentReference: Instrument?
    public var creationTime: Timestamp
    public var lastChangeDate: Timestamp

    public struct Recipient: Sendable, Hashable, Decodable {
        public var customerId: String

        public init(customerId: String) {
            self.customerId = customerId
        }
    }

    public struct Details: Sendable, Hashable, Decodable {
        public var reason: String
        public var description: String?

        public init(reason: String, description: String?) {
            self.reason = reason
            self.description = description
        }
    }

    public struct Instrument: Sendable, Hashable, Decodable {
        public var id: String
        public var instrumentType: String

        public init(id: String, instrumentType: String) {
            self.id = id
            self.instrumentType = instrumentType
        }
    }

    public init(
        id: String, status: String, statusReason: String?, amount: Int, currencyCode: String, customerId: String,
        accountId: String?, transactionId: String?, slipId: String?, merchantRefNum: String?, recipient: Recipient?,
        transferDetails: Details?, paymentOption: String?, paymentInstrumentReference: Instrument?,
        creationTime: Timestamp, lastChangeDate: Timestamp
    ) {
        self.id = id
        self.status = status
        self.statusReason = statusReason
        self.amount = amount
        self.currencyCode = currencyCode
        self.customerId = customerId
        self.accountId = accountId
        self.transactionId = transactionId
        self.slipId = slipId
        self.merchantRefNum = merchantRefNum
        self.recipient = recipient
        self.transferDetails = transferDetails
        self.paymentOption = paymentOption
        self.paymentInstrumentReference = paymentInstrumentReference
        self.creationTime = creationTime
        self.lastChangeDate = lastChangeDate
    }
}

extension MovementBody: AnswerBody {
    public static let members: [AnswerMember<MovementBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "7d1f5b0e-9a53-4a4e-8a3e-5f0f6c1d2b34",
            "The id of the deposit, the transfer or the withdrawal."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.movementStatuses), example: "PREVIEW",
            "The movement's status."),
        .member("statusReason", \.statusReason, example: "INSUFFICIENT_FUNDS", "The reason for a failure."),
        .member("amount", \.amount, as: .minorUnits, example: "1000", "The amount in minor units. There are no fees."),
        .member("currencyCode", \.currencyCode, example: "EUR", "Currency, ISO 4217."),
        .member(
            "customerId", \.customerId, example: "10000001", "Who receives the deposit, or sends the money."),
        .member(
            "accountId", \.accountId, pattern: TextForm.accountID, example: "100000001",
            "The customer's account; absent in the preview of a deposit."),
        .member(
            "transactionId", \.transactionId, pattern: TextForm.transactionID, example: "5000000001",
            "The customer's transaction; absent in a preview."),
        .member(
            "slipId", \.slipId, pattern: TextForm.transactionID, example: "5000000002",
            "The number that all its transactions have; absent in a preview."),
        .member(
            "merchantRefNum", \.merchantRefNum, example: "5040452805",
            "The number that the brand or the customer has given it."),
        .member("recipient", \.recipient, "Who receives a transfer."),
        .member("transferDetails", \.transferDetails, "What a transfer is for."),
        .member(
            "paymentOption", \.paymentOption, as: .enumeration(Vocabulary.paymentOptions), example: "BANK_TRANSFER",
            "How a withdrawal is paid."),
        .member("paymentInstrumentReference", \.paymentInstrumentReference, "Where a withdrawal goes."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time of creation."),
        .member("lastChangeDate", \.lastChangeDate, example: "2026-11-21T08:45:34Z", "The time of the last change."),
    ]
}

extension MovementBody.Recipient: AnswerBody {
    public static let members: [AnswerMember<MovementBody.Recipient>] = [
        .member("customerId", \.customerId, example: "10000002", "The customer who receives the transfer.")
    ]
}

extension MovementBody.Instrument: AnswerBody {
    public static let members: [AnswerMember<MovementBody.Instrument>] = [
        .member("id", \.id, example: "1001", "The id of the payment instrument."),
        .member(
            "instrumentType", \.instrumentType, as: .enumeration(Vocabulary.instrumentTypes),
            example: "SEPA_BANK_ACCOUNT", "What it is."),
    ]
}

extension MovementBody.Details: AnswerBody {
    public static let members: [AnswerMember<MovementBody.Details>] = [
        .member(
            "reason", \.reason, as: .enumeration(Vocabulary.transferReasons), example: "PEER_TRANSFER",
            "The purpose."),
        .member("description", \.description, example: "Half of the rent", "The purpose in words."),
    ]
}
