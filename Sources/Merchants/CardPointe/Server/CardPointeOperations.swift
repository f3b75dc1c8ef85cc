import HTTPContract
import HTTPTypes

/// Every operation of CardSecure and the gateway. What changes something can be sent with PUT and with POST.
public enum CardPointeOperations {
    static let tokenize = cardSecure(
        "tokenize", "Make a token", "/cardsecure/api/v1/ccn/tokenize",
        """
        Makes a token of a card's number, or of the payment of a wallet. A number always gets the same token, unless \
        `unique` is true. The token of a wallet's payment is good for one authorization, and the wallet's payment must \
        be at most two minutes old. An error has an `errorcode` other than 0; its status is 200 for most codes.
        """,
        .gatewayRequest(
            "Tokenize", required: [],
            [.secureAccount, .deviceData, .encryptionHandler, .expiry, .secureCode, .unique]))
    static let echo = cardSecure(
        "echo", "Repeat a message", "/cardsecure/api/v1/echo", "Answers with the same message, to test the connection.",
        .gatewayRequest("Echo", required: [.message], []))

    static let root = changing(
        "testCredentials", "Test a login", "/cardconnect/rest",
        "Answers with a page if the login is the merchant's.",
        .gatewayRequest("Credentials", required: [.merchant], []),
        answersText: true)
    static let authorize = changing(
        "authorize", "Authorize a payment", "/cardconnect/rest/auth",
        """
        Asks the issuer for money, and captures it if `capture` is Y. The status is 200 also if the answer is no: \
        `respstat` says A for yes, B for a passing failure, C for no, and `respproc` with `respcode` says why. An \
        amount of 0 verifies the account.
        """,
        .gatewayRequest(
            "Authorization", required: [.merchant, .amount],
            [
                .account, .expiry, .currency, .capture, .tokenize, .order, .securityCode, .origin, .onFile,
                .onFileIsScheduled, .onFilePermission, .profile, .accountNumber, .accountType, .bankRouting, .receipt,
                .bin, .authorizationCode, .secureFlag, .secureValue, .secureTransaction, .userFields,
            ] + GatewayField.holder))
    static let capture = changing(
        "capture", "Capture a payment", "/cardconnect/rest/capture",
        "Queues an authorized payment for settlement. A lower amount gives the rest back.",
        .gatewayRequest("Capture", required: [.merchant, .reference], [.amount]))
    static let void = changing(
        "void", "Void a payment", "/cardconnect/rest/void",
        "Cancels a payment that is not settled: all of it, or a part of what is not captured.",
        .gatewayRequest("Void", required: [.merchant, .reference], [.amount]))
    static let voidByOrder = changing(
        "voidByOrderId", "Void the payment of an order", "/cardconnect/rest/voidByOrderId",
        "Cancels the newest payment of an order, for a merchant that did not get its reference.",
        .gatewayRequest("VoidByOrder", required: [.merchant, .order], [.amount]))
    static let refund = changing(
        "refund", "Refund a payment", "/cardconnect/rest/refund",
        "Gives settled money back, in one or several parts.",
        .gatewayRequest("Refund", required: [.merchant, .reference], [.amount, .order]))
    static let saveProfile = changing(
        "profile", "Store an account", "/cardconnect/rest/profile",
        """
        Makes a profile, adds an account to the profile that is named, or replaces the account that is named. The same \
        account is stored once. Tokens of wallets are refused.
        """,
        .gatewayRequest(
            "Profile", required: [.merchant],
            [
                .account, .expiry, .profile, .accountNumber, .makesDefault, .updatesProfile, .updaterOptOut,
                .onFilePermission, .accountType, .bankRouting,
            ] + GatewayField.holder))

    static let inquireMerchant = asking(
        "inquireMerchant", "Get a merchant", "/cardconnect/rest/inquireMerchant/{merchid}", "What the merchant agreed.")
    static let inquire = asking(
        "inquire", "Get a payment", "/cardconnect/rest/inquire/{first}/{second}",
        "The payment with a reference, `retref`, and a `merchid`, in either order.")
    static let inquireOrder = asking(
        "inquireByOrderid", "Get the payments of an order", "/cardconnect/rest/inquireByOrderid/{first}/{second}",
        "The payments of an `orderid` and the login of a `merchid`, in either order, of all merchants of the login.")
    static let inquireOrderOfMerchant = asking(
        "inquireByOrderidOfMerchant", "Get the payments of a merchant's order",
        "/cardconnect/rest/inquireByOrderid/{first}/{second}/{set}", "With 1 at the end, of this `merchid` only.")
    static let settlement = asking(
        "settlestat", "Get settled batches", "/cardconnect/rest/settlestat",
        "The batches of a `date`, MMDD, or one `batchid`; with neither, those that were not asked for before.",
        query: ["merchid", "date", "batchid"])
    static let funding = asking(
        "funding", "Get what a merchant is paid", "/cardconnect/rest/funding",
        "What is paid for a `date`, MMDD or YYYYMMDD; without it, what was not asked for before.",
        query: ["merchid", "date"])
    static let deposit = asking(
        "deposit", "Get what is deposited", "/cardconnect/rest/deposit",
        "The sums that go to the merchant's account for a `date`, MMDD or YYYYMMDD.", query: ["merchid", "date"])
    static let bin = asking(
        "bin", "Get what is known about a card", "/cardconnect/rest/bin/{first}/{second}",
        "What the first digits of the card behind a token say; with a `merchid` and a `token`, in either order.")
    static let readProfile = asking(
        "getProfileAccount", "Get a stored account", "/cardconnect/rest/profile/{profileid}/{acctid}/{merchid}",
        "An account of a profile.")
    static let readWholeProfile = asking(
        "getProfileAccounts", "Get all accounts of a profile", "/cardconnect/rest/profile/{profileid}/{merchid}",
        "All accounts of a profile.")
    static let deleteProfile = asking(
        "deleteProfile", "Delete a stored account", "/cardconnect/rest/profile/{profileid}/{acctid}/{merchid}",
        "Deletes an account of a profile. The default account is deleted with its profile only.", method: .delete)
    static let deleteWholeProfile = asking(
        "deleteProfileAccounts", "Delete a profile", "/cardconnect/rest/profile/{profileid}/{merchid}",
        "Deletes a profile with all its accounts.", method: .delete)

    /// Those that can be sent with PUT and with POST.
    static let changes = [root, authorize, capture, void, voidByOrder, refund, saveProfile]

    public static let all =
        [tokenize, echo] + changes + changes.map { $0.with(.post) } + [
            inquireMerchant, inquire, inquireOrder, inquireOrderOfMerchant, settlement, funding, deposit, bin,
            readProfile, readWholeProfile, deleteProfile, deleteWholeProfile,
        ]
}

extension HTTPContract.Operation {
    /// The same operation, with another method.
    func with(_ method: HTTPRequest.Method) -> HTTPContract.Operation {
        var other = HTTPContract.Operation(
            name: "\(name)By\(method.rawValue.prefix(1))\(method.rawValue.dropFirst().lowercased())", summary: summary,
            description: description, noun: noun, method: method, path: path, audience: audience,
            successStatus: successStatus, answer: answer, query: query, payload: payload, headers: headers,
            errorCodes: errorCodes, otherErrors: otherErrors)
        other.textAnswer = textAnswer
        return other
    }
}

extension CardPointeOperations {
    private static let gateway = HTTPContract.Operation.Noun("Gateway", "Payments with cards and with tokens.")
    private static let cardSecure = HTTPContract.Operation.Noun("CardSecure", "Tokens for what must not be stored.")

    private static let merchants = Audience(
        "merchant", "a merchant of the gateway, with its login",
        by: SecurityScheme("merchantLogin", .basic, "The username and the password of the merchant's login."))
    private static let anyone = Audience(
        "anyone", "anyone; with a merchant's login, tokens of wallets are opened for its merchants", by: nil)

    private static func cardSecure(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ payload: ObjectSchema
    ) -> HTTPContract.Operation {
        HTTPContract.Operation(
            name: name, summary: summary, description: description, noun: cardSecure, method: .post, path: path,
            audience: anyone, successStatus: .ok, payload: .json(payload), bodyLimitBytes: bodyLimitBytes,
            headers: [.requestID], errorCodes: [], otherErrors: errors([.badRequest, .notFound]))
    }

    /// Device data is up to 64 KiB long.
    static let bodyLimitBytes = 128 * 1024

    private static func changing(
        _ name: String, _ summary: String, _ path: String, _ description: String, _ payload: ObjectSchema,
        answersText: Bool = false
    ) -> HTTPContract.Operation {
        var operation = HTTPContract.Operation(
            name: name, summary: summary, description: description, noun: gateway, method: .put, path: path,
            audience: merchants, successStatus: .ok, payload: .json(payload), headers: [.requestID], errorCodes: [],
            otherErrors: errors([.badRequest, .unauthorized, .tooManyRequests]))
        if answersText {
            operation.textAnswer = TextBody(
                mediaType: "text/html", description: "A page with one heading.",
                example: "<h1>CardConnect REST Servlet</h1>")
        }
        return operation
    }

    private static func asking(
        _ name: String, _ summary: String, _ path: String, _ description: String, query: [String] = [],
        method: HTTPRequest.Method = .get
    ) -> HTTPContract.Operation {
        HTTPContract.Operation(
            name: name, summary: summary, description: description, noun: gateway, method: method, path: path,
            audience: merchants, successStatus: .ok,
            query: ReportParameters.schema.filter { query.contains($0.name) }, headers: [.requestID],
            errorCodes: [], otherErrors: errors([.badRequest, .unauthorized, .tooManyRequests]))
    }

    private static func errors(_ statuses: [HTTPResponse.Status]) -> [HTTPContract.Operation.Answer] {
        statuses.map { HTTPContract.Operation.Answer(status: $0, body: errorBody, headers: [.requestID]) }
    }

    private static let errorBody = ObjectSchema(
        name: "CardPointeError",
        members: [
            .init(name: "message", kind: .string, isRequired: true, description: "What is wrong."),
            .init(
                name: "errorcode", kind: .integer(nil), isRequired: true,
                description: "A code of CardSecure, or else the status."),
        ])
}

/// The parameters of reports. Others are ignored.
private struct ReportParameters: RequestQuery {
    var merchant: String?
    var date: String?
    var batch: String?

    static let parameters: [BoundParameter<ReportParameters>] = [
        .text("merchid", \.merchant, "The merchant's number."),
        .text("date", \.date, "MMDD of this year, or YYYYMMDD."),
        .text("batchid", \.batch, "The number of a batch: ten digits."),
    ]
}
