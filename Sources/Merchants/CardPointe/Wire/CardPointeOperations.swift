import HTTPContract
import HTTPTypes

/// Every operation of CardSecure and the gateway. Those that change something can be sent with PUT and with POST.
public enum CardPointeOperations {
    static let tokenize = cardSecure(
        "tokenize", "Make a token", "/cardsecure/api/v1/ccn/tokenize",
        """
        Makes a token of a card's number, or of the payment of a wallet. With a login, a number always gets the same \
        token, which stands for the number only. With `unique`, or without a login, it gets another one each time, \
        which stands for the expiry, too. The token of a wallet's payment is good for one authorization within 24 \
        hours, and the wallet's payment must be at most two minutes old. An error has an `errorcode` other than \
        0; its status is 200 for most codes.
        """,
        .gatewayRequest(
            "Tokenize", required: [],
            [.secureAccount, .deviceData, .encryptionHandler, .expiry, .secureCode, .unique]),
        answer: GatewayAnswers.token, readsLogin: true)
    static let echo = cardSecure(
        "echo", "Repeat a message", "/cardsecure/api/v1/echo", "Answers with the same message, to test the connection.",
        .gatewayRequest("Echo", required: [.message], []), answer: GatewayAnswers.echo)

    static let root = testing(
        .put, "testCredentials", "Answers with a page if the login is the merchant's.",
        .json(.gatewayRequest("Credentials", required: [.merchant], [])))
    static let readRoot = testing(
        .get, "testLogin", "Answers with a page if the login is a merchant's.", .none)
    static let authorize = changing(
        "authorize", "Authorize a payment", "/cardconnect/rest/auth",
        """
        Asks the issuer for money, and captures it if `capture` is Y. The status is 200 also if the answer is no: \
        `respstat` is A for approved, B for a temporary failure, C for declined, and `respproc` with `respcode` says \
        why. An amount of 0 verifies the account.
        """,
        .gatewayRequest(
            "Authorization", required: [.merchant, .amount],
            [
                .account, .expiry, .currency, .capture, .tokenize, .order, .securityCode, .origin, .onFile,
                .onFileIsScheduled, .onFilePermission, .profile, .accountNumber, .accountType, .bankRouting, .receipt,
                .bin, .authorizationCode, .secureFlag, .secureValue, .secureTransaction, .userFields,
            ] + GatewayField.holder), GatewayAnswers.authorization)
    static let capture = changing(
        "capture", "Capture a payment", "/cardconnect/rest/capture",
        "Queues an authorized payment for settlement. A lower amount gives the rest back.",
        .gatewayRequest("Capture", required: [.merchant, .reference], [.amount]), GatewayAnswers.capture)
    static let void = changing(
        "void", "Void a payment", "/cardconnect/rest/void",
        "Cancels a payment that is not settled: all of it, or a part of what is not captured.",
        .gatewayRequest("Void", required: [.merchant, .reference], [.amount]), GatewayAnswers.void)
    static let voidByOrder = changing(
        "voidByOrderId", "Void the payment of an order", "/cardconnect/rest/voidByOrderId",
        "Cancels the newest payment of an order, for a merchant that did not get its reference.",
        .gatewayRequest("VoidByOrder", required: [.merchant, .order], [.amount]), GatewayAnswers.void)
    static let refund = changing(
        "refund", "Refund a payment", "/cardconnect/rest/refund",
        "Gives settled money back, in one or several parts.",
        .gatewayRequest("Refund", required: [.merchant, .reference], [.amount, .order]), GatewayAnswers.refund)
    static let captureSignature = changing(
        "sigcap", "Add a signature to a payment", "/cardconnect/rest/sigcap",
        "Keeps the customer's signature with a payment; `inquire` answers it. Without `signature`, it is deleted.",
        .gatewayRequest("Signature", required: [.merchant, .reference], [.signature]), GatewayAnswers.signature)
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
                .onFilePermission, .accountType, .bankRouting, .socialSecurity, .license,
            ] + GatewayField.holder), GatewayAnswers.savedProfile)

    static let inquireMerchant = asking(
        "inquireMerchant", "Get a merchant", "/cardconnect/rest/inquireMerchant/{merchid}", "The merchant's settings.",
        answer: GatewayAnswers.merchant)
    static let inquire = asking(
        "inquire", "Get a payment", "/cardconnect/rest/inquire/{first}/{second}",
        """
        The payment with a reference, `retref`, and a `merchid`, in either order. While the issuer still decides, the \
        answer is 503; inquire again.
        """,
        answer: GatewayAnswers.inquiry)
    static let inquireOrder = asking(
        "inquireByOrderid", "Get the payments of an order", "/cardconnect/rest/inquireByOrderid/{first}/{second}",
        """
        The payments of an `orderid` and the login of a `merchid`, in either order, of all merchants of the login. \
        While the issuer still decides about one of them, the answer is 503; inquire again.
        """,
        answer: GatewayAnswers.inquiry, isArray: true)
    static let inquireOrderOfMerchant = asking(
        "inquireByOrderidOfMerchant", "Get the payments of a merchant's order",
        "/cardconnect/rest/inquireByOrderid/{first}/{second}/{set}", "With 1 at the end, of this `merchid` only.",
        answer: GatewayAnswers.inquiry, isArray: true)
    static let settlement = asking(
        "settlestat", "Get settled batches", "/cardconnect/rest/settlestat",
        "The batches of a `date`, MMDD, or one `batchid`; with neither, those that were not asked for before.",
        query: ["merchid", "date", "batchid"],
        answer: GatewayAnswers.batch, isArray: true, text: noBatches)
    static let funding = asking(
        "funding", "Get what a merchant is paid", "/cardconnect/rest/funding",
        "What is paid for a `date`, MMDD or YYYYMMDD; without it, what was not asked for before.",
        query: ["merchid", "date"],
        answer: GatewayAnswers.funding)
    static let deposit = asking(
        "deposit", "Get what is deposited", "/cardconnect/rest/deposit",
        """
        What goes to the merchant's account for a `date`, MMDD or YYYYMMDD, by currency, processor and network. \
        Without a date, what was not asked for before.
        """, query: ["merchid", "date"], answer: GatewayAnswers.deposit, isArray: true)
    static let bin = asking(
        "bin", "Get what is known about a card", "/cardconnect/rest/bin/{first}/{second}",
        "What the first digits of the card behind a token say; with a `merchid` and a `token`, in either order.",
        secretPathParameters: ["first", "second"], answer: GatewayAnswers.card)
    static let readProfile = asking(
        "getProfileAccount", "Get a stored account", "/cardconnect/rest/profile/{profileid}/{acctid}/{merchid}",
        "An account of a profile.",
        answer: GatewayAnswers.profile, isArray: true)
    static let readWholeProfile = asking(
        "getProfileAccounts", "Get all accounts of a profile", "/cardconnect/rest/profile/{profileid}/{merchid}",
        "All accounts of a profile.",
        answer: GatewayAnswers.profile, isArray: true)
    static let deleteProfile = asking(
        "deleteProfile", "Delete a stored account", "/cardconnect/rest/profile/{profileid}/{acctid}/{merchid}",
        "Deletes an account of a profile. The default account is deleted with its profile only.", method: .delete,
        answer: GatewayAnswers.deletedProfile)
    static let deleteWholeProfile = asking(
        "deleteProfileAccounts", "Delete a profile", "/cardconnect/rest/profile/{profileid}/{merchid}",
        "Deletes a profile with all its accounts.", method: .delete,
        answer: GatewayAnswers.deletedProfile)

    /// Those that can be sent with PUT and with POST.
    static let changes = [root, authorize, capture, void, voidByOrder, refund, captureSignature, saveProfile]

    public static let all =
        [tokenize, echo, readRoot] + changes + changes.map { $0.with(.post) } + [
            inquireMerchant, inquire, inquireOrder, inquireOrderOfMerchant, settlement, funding, deposit, bin,
            readProfile, readWholeProfile, deleteProfile, deleteWholeProfile,
        ]
}
