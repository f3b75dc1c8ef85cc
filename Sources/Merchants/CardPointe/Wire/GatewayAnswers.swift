import HTTPContract

/// The answer of each operation. A refusal has the members of a code, and leaves most of the others out.
enum GatewayAnswers {
    private static let code = ["respproc", "respcode", "respstat", "resptext"]

    static let refusal = AnswerMembers.schema("Refusal", required: code)

    static let token = AnswerMembers.schema("TokenAnswer", required: ["message", "errorcode"], ["token"])
    static let echo = AnswerMembers.schema("EchoAnswer", required: ["message", "errorcode"])

    static let authorization = AnswerMembers.schema(
        "AuthorizationAnswer", required: code,
        [
            "amount", "merchid", "retref", "account", "token", "expiry", "authcode", "avsresp", "cvvresp", "commcard",
            "entrymode", "cof", "batchid", "declineCategory", "declineCategoryText", "orderId", "profileid", "acctid",
        ],
        [
            object("binInfo", card, "What is known about the card's issuer, if `bin` was Y."),
            object("receipt", receipt, "What to print, if `receipt` was Y."),
            object("receiptObj", receipt, "What to print, if `receipt` was json."),
        ])

    static let capture = AnswerMembers.schema(
        "CaptureAnswer", required: code,
        ["amount", "merchid", "retref", "account", "token", "orderid", "authcode", "batchid", "commcard", "setlstat"])

    static let void = AnswerMembers.schema(
        "VoidAnswer", required: code, ["amount", "merchid", "retref", "orderId", "currency", "authcode"])

    static let refund = AnswerMembers.schema(
        "RefundAnswer", required: code, ["amount", "merchid", "retref", "orderId", "authcode"])

    static let inquiry = AnswerMembers.schema(
        "InquiryAnswer", required: code,
        [
            "retref", "merchid", "orderId", "account", "token", "expiry", "name", "lastfour", "amount", "currency",
            "authcode", "authdate", "batchid", "capturedate", "settledate", "setlstat", "entrymode", "bintype",
            "voidable", "refundable", "parentretref", "userfields", "signature", "declineCategory",
            "declineCategoryText",
        ])

    static let signature = AnswerMembers.schema("SignatureAnswer", required: code, ["merchid", "retref"])

    static let savedProfile = AnswerMembers.schema(
        "SavedProfileAnswer", required: code, ["merchid"] + profileMembers)

    /// An account, or the code of a refusal.
    static let profile = AnswerMembers.schema("ProfileAnswer", code + ["merchid"] + profileMembers)

    static let deletedProfile = AnswerMembers.schema(
        "DeletedProfileAnswer", required: code, ["profileid", "acctid"])

    private static let profileMembers =
        ["profileid", "acctid", "token", "defaultacct", "gsacard"] + GatewayField.holder.map(\.name)
        + ["expiry", "accttype", "auoptout", "cofpermission", "ssnl4", "license"]

    static let merchant = AnswerMembers.schema(
        "MerchantAnswer",
        required: [
            "merchid", "site", "cardproc", "enabled", "avs", "cvv", "echeck", "acctupdater", "fee_type", "fee_format",
            "fee_merchid", "fee_value",
        ])

    static let card = AnswerMembers.schema(
        "CardAnswer",
        [
            "success", "errormsg", "bin", "product", "binlo", "binhi", "country", "issuer", "subtype",
            "cardusestring", "gsa", "corporate", "fsa", "purchase", "prepaid",
        ])

    private static let receipt = AnswerMembers.schema(
        "Receipt",
        [
            "dateTime", "dba", "address1", "address2", "nameOnCard", "phone", "header", "footer", "orderNote", "items",
        ])

    // MARK: Reports

    static let batch = AnswerMembers.schema(
        "BatchAnswer", code + ["batchid", "hostbatch", "hoststat", "merchid"],
        [
            list(
                "txns",
                AnswerMembers.schema(
                    "SettledTransaction",
                    required: ["retref", "authcode", "cardtype", "setlstat", "setlamount", "salesdoc"]),
                "The captures and refunds.")
        ])

    static let funding = AnswerMembers.schema(
        "FundingAnswer", code + ["merchid", "fundingdate", "fundingmasterid", "errormsg"],
        [
            list(
                "fundings",
                AnswerMembers.schema(
                    "Funding",
                    required: [
                        "fundingid", "fundingmasterid", "merchid", "netsales", "totalfunding", "fundingdate",
                        "currency", "adjustment", "interchangefee", "servicecharge", "fee", "reversal",
                        "otheradjustment", "thirdparty",
                    ]),
                "What is paid, by currency."),
            list(
                "txns",
                AnswerMembers.schema(
                    "FundedTransaction",
                    required: [
                        "fundingtxnid", "fundingid", "retref", "authdate", "batchid", "cardproc", "cardbrand",
                        "cardnumber", "date", "amount", "currency", "type", "status", "interchangeunitfee",
                        "interchangepercentfee",
                    ], ["parentretref", "authcode"]),
                "The captures and refunds."),
        ])

    static let deposit = AnswerMembers.schema(
        "DepositAnswer",
        code + [
            "depositid", "merchid", "accttype", "action", "actdate", "postdate", "currency", "amount", "feeamnt",
            "cbakamnt",
        ],
        [
            list(
                "txns",
                AnswerMembers.schema(
                    "DepositedTransaction",
                    required: ["merchbatch", "hostbatch", "retref", "action", "depamnt", "feeamnt"]),
                "The captures and refunds.")
        ])

    private static func object(_ name: String, _ schema: ObjectSchema, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .object(schema), description: description)
    }

    private static func list(_ name: String, _ schema: ObjectSchema, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .objects(schema, maximumCount: nil), description: description)
    }
}
