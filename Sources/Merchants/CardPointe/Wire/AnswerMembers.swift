import HTTPContract

/// The members of answers, by their names. Each has the same meaning in all answers. Source: CardPointe, "Gateway API".
enum AnswerMembers {
    /// - Parameters:
    ///   - required: the names of those that are always there.
    ///   - further: members that are objects or lists.
    static func schema(
        _ name: String, required: [String] = [], _ names: [String] = [], _ further: [ObjectSchema.Member] = []
    ) -> ObjectSchema {
        let named = (required + names).map { name in
            guard var member = byName[name] else { preconditionFailure("No member of an answer is called \(name)") }
            member.isRequired = required.contains(name)
            return member
        }
        return ObjectSchema(name: name, members: named + further)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static func text(_ name: String, _ example: String? = nil, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .string, example: example, description: description)
    }

    private static func number(_ name: String, _ example: String, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .integer(nil), example: example, description: description)
    }

    private static func secret(_ name: String, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .string, isSecret: true, description: description)
    }

    private static func flag(_ name: String, _ description: String) -> ObjectSchema.Member {
        ObjectSchema.Member(name: name, kind: .boolean, example: "false", description: description)
    }

    private static let all = code + payment + profile + merchant + card + receipt + settlement + secure

    private static let code = [
        text("respproc", "RPCT", "Who found the answer: PPS for the gateway itself, or the processor."),
        text("respcode", "000", "The code of the answer in the table of `respproc`."),
        text("respstat", "A", "A approved, B try later, C declined."),
        text("resptext", "Approve", "The code in words."),
    ]

    private static let payment = [
        text("retref", "343005123105", "The payment's retrieval reference."),
        text("parentretref", "343005123105", "Of a refund: the payment that is refunded."),
        text("merchid", "496160873888", "The merchant's number."),
        text("account", "9418594164541111", "The token, or the masked number if `tokenize` was Y."),
        text("token", "9418594164541111", "What stands for the account."),
        text("expiry", "1228", "MMYY."), text("name", "Ada Byron", "The name of the account's holder."),
        text("lastfour", "1111", "The last digits of the account."),
        text("amount", "10.00", "What the merchant has of the payment, or what was changed; minus for a refund."),
        text("currency", "EUR", "ISO 4217."), text("authcode", "PPS123", "The approval code; REVERS, REFUND."),
        text("authdate", "20260315", "YYYYMMDD."), text("capturedate", "20260315120000", "YYYYMMDDHHMMSS."),
        text("settledate", "20260316000000", "YYYYMMDDHHMMSS."),
        text("avsresp", "Y", "What is found about the address; empty if nothing."),
        text("cvvresp", "M", "What is found about the security code; empty if nothing."),
        text("commcard", "N", "Whether it is a card of a company."), text("bintype", "", "Always empty."),
        text("entrymode", "ECommerce", "How the merchant got the account."),
        text("cof", "C", "Who begins payments with the stored account, as the request said."),
        text("batchid", "1900020527", "The merchant's batch of the day; -1 if nothing is captured."),
        text("setlstat", "Queued for Capture", "The state of the settlement; Y in batches."),
        text("orderid", "A1B2C3D4", "The merchant's order."), text("orderId", "A1B2C3D4", "The merchant's order."),
        text("voidable", "Y", "Whether it can be voided."), text("refundable", "N", "Whether it can be refunded."),
        text("declineCategory", "2", "Of a declined Visa card: whether to try later."),
        text("declineCategoryText", "Wait to retry", "The same in words."),
        secret("signature", "The customer's signature, if the merchant has added one."),
        ObjectSchema.Member(name: "userfields", kind: .anything, description: "The merchant's own fields."),
    ]

    private static let profile = [
        text("profileid", "11700182899933000746", "The profile, of 20 digits."),
        text("acctid", "1", "The account of the profile."), text("defaultacct", "Y", "Whether it is the default one."),
        text("gsacard", "N", "Always N."), text("auoptout", "N", "Whether the updater leaves it alone."),
        text("accttype", "ECHK", "The kind of account, as the request said, or ECHK; in deposits V, M, D, O or ECHK."),
        secret("ssnl4", "The last digits of the social security number, of a check."),
        secret("license", "The driving license, of a check."),
        text("cofpermission", "Y", "Whether the customer allows to store it."),
        text("company", "Byron Ltd", "The company of the holder."), text("address", "123 Main St", "The street."),
        text("address2", "Suite 300", "The second line of the address."), text("city", "Denver", "The city."),
        text("region", "CO", "The state."), text("country", "US", "ISO 3166-1."),
        text("postal", "80014", "Postal code."),
        text("phone", "777-777-7777", "The telephone number; in receipts that of the merchant."),
        text("email", "ada@example.com", "The address for e-mail."),
    ]

    private static let merchant = [
        text("site", "fts-uat", "The site that the merchant calls."),
        text("cardproc", "FNOR", "The processor."), text("avs", "Y", "Whether addresses are verified."),
        text("cvv", "Y", "Whether security codes are verified."), text("echeck", "Y", "Whether it takes checks."),
        text("acctupdater", "N", "Always N."), text("fee_type", "N", "Always N."), text("fee_format", "", "Empty."),
        text("fee_merchid", "", "Empty."), text("fee_value", "", "Empty."),
        flag("enabled", "Whether the merchant may take payments."),
    ]

    private static let card = [
        text("bin", "411111", "The first six digits."), text("product", "V", "The network: V, M, D or A."),
        text("binlo", "411111XXX", "The first of the issuer's numbers."),
        text("binhi", "411111XXX", "The last of the issuer's numbers."), text("issuer", "", "Not known."),
        text("subtype", "", "Not known."), text("cardusestring", "", "Not known."),
        flag("gsa", "Not known."), flag("corporate", "Not known."), flag("fsa", "Not known."),
        flag("purchase", "Not known."), flag("prepaid", "Not known."), flag("success", "Whether the token is known."),
        text("errormsg", "No deposits match your request", "Why there is nothing else."),
    ]

    private static let receipt = [
        text("dateTime", "20260315120000", "YYYYMMDDHHMMSS."), text("dba", "Corner Shop", "The merchant's name."),
        text("address1", "Denver", "The merchant's place."), text("nameOnCard", "Ada Byron", "The holder's name."),
        text("header", "", "Empty."), text("footer", "", "Empty."), text("orderNote", "", "Empty."),
        text("items", "", "Empty."),
    ]

    private static let settlement = [
        text("hostbatch", "1900020527", "The processor's number of the batch."),
        text("hoststat", "GB", "GB: accepted."),
        text("cardtype", "VISA", "The network."), text("setlamount", "10.00", "The amount; minus for a refund."),
        text("salesdoc", "A1B2C3D4", "The merchant's order."),
        text("fundingid", "20260316", "The funding."), text("fundingmasterid", "20260316", "The funding."),
        text("fundingdate", "20260316", "YYYYMMDD."), text("fundingtxnid", "343005123106", "The line of the funding."),
        text("netsales", "10.00", "What was captured."), text("totalfunding", "10.00", "What is paid."),
        text("adjustment", "0", "Always 0."), text("interchangefee", "0", "Always 0."),
        text("servicecharge", "0", "Always 0."), text("fee", "0", "Always 0."), text("reversal", "0", "Always 0."),
        text("otheradjustment", "0", "Always 0."), text("thirdparty", "0", "Always 0."),
        text("cardbrand", "VISA", "The network."), text("cardnumber", "XXXXXXXXXXXX1111", "The masked number."),
        text("date", "20260315", "When it was captured or refunded, YYYYMMDD."),
        text("type", "SALE", "SALE or REFUND."),
        text("status", "Settled", "Always Settled."), text("interchangeunitfee", "0", "Always 0."),
        text("interchangepercentfee", "0", "Always 0."), number("depositid", "20260316", "The deposit."),
        text("action", "DEB", "DEB for a capture, REF for a refund; empty for the whole deposit."),
        text("actdate", "20260316", "The day of the settlement, YYYYMMDD."),
        text("postdate", "20260317", "The day after it."), text("feeamnt", "0.00", "Always 0.00."),
        text("cbakamnt", "0.00", "Always 0.00, because nothing is charged back."),
        number("merchbatch", "1900020527", "The merchant's batch of the day."),
        text("depamnt", "10.00", "The amount, also of a refund."),
    ]

    private static let secure = [
        text("message", "No Error", "The error in words, or what was sent to be repeated."),
        ObjectSchema.Member(
            name: "errorcode", kind: .integer(nil), example: "0", description: "0, or a code of CardSecure."),
    ]
}
