import Testing
import TestSupport

/// Clients of the gateways that third parties publish on PyPI.
@Suite("Third-party clients of the gateways", .timeLimit(.minutes(20)))
struct GatewayClientTests {
    @Test("CardPointe's client for Python takes Apple Pay, captures and refunds, and the balance follows")
    func cardPointe() async throws {
        try await Shop.open(paidWith: ["apple"]) { shop in
            let token = try await shop.token(of: "apple", at: "cardpointe", ["--amount", "12.34"])
            let account = try await shop.cardPointe("tokenize", token).text("token")
            #expect(try await shop.cardPointe("tokenize", token).text("error").hasPrefix("Decryption failure"))
            let authorized = try await shop.cardPointe("authorize", account)
            #expect(try authorized.text("amount") == "12.34" && authorized.text("entrymode") == "Digital Wallet")
            #expect(try await shop.cardPointe("authorize", account).text("error") == "Invalid token")
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 3766))

            let payment = try authorized.text("retref")
            #expect(try await shop.cardPointe("capture", payment).text("setlstat") == "Queued for Capture")
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 4000))
            #expect(try await shop.cardPointe("refund", payment).text("error") == "Txn not settled")
            try await shop.endDay()
            #expect(try await shop.cardPointe("inquire", payment).text("setlstat") == "Accepted")
            #expect(try await shop.balance() == Shop.Balance(total: 4000, available: 4000))
            #expect(try await shop.cardPointe("refund", payment).text("amount") == "4.00")
            try await shop.endDay()
            #expect(try await shop.balance() == Shop.Balance(total: 4400, available: 4400))
        }
    }

    @Test("A void by CardPointe's client for Python frees the money")
    func void() async throws {
        try await Shop.open(paidWith: ["apple"]) { shop in
            let token = try await shop.token(of: "apple", at: "cardpointe", ["--amount", "12.34"])
            let account = try await shop.cardPointe("tokenize", token).text("token")
            let payment = try await shop.cardPointe("authorize", account).text("retref")
            #expect(try await shop.cardPointe("void", payment).text("authcode") == "REVERS")
            #expect(try await shop.cardPointe("inquire", payment).text("setlstat") == "Voided")
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 5000))
        }
    }

    /// The SDK accepts only rand, so the issuer converts.
    @Test("Stitch's SDK for Python charges three wallets, refunds and queries, and the balance follows")
    func stitch() async throws {
        try await Shop.open(paidWith: ["apple", "google", "samsung"]) { shop in
            try await shop.set("/exchange-rates", #"{"from": "ZAR", "to": "EUR", "rate": "0.05"}"#)
            let rand = ["--amount", "100.00", "--currency", "ZAR"]
            var tokens: [String] = []
            for phone in ["apple", "google", "samsung"] {
                tokens.append(try await shop.token(of: phone, at: "stitch", rand))
            }
            let done = try await shop.stitch(tokens)
            for wallet in ["APPLE_PAY", "GOOGLE_PAY", "SAMSUNG_PAY"] {
                #expect(try done.object("charged").object(wallet).text("status") == "TransactionSuccess")
            }
            #expect(try done.text("charged again").contains("The nonce was used"))
            #expect(try done.object("refunded").text("status") == "TransactionSuccess")
            #expect(try done.text("refunded too much").contains("At most 60.00 ZAR"))
            let charged = try done.object("charged").object("APPLE_PAY").text("id")
            #expect(try done.object("found").text("id") == charged)
            // The SDK sends null for a text that its own document requires.
            #expect(try done.text("found by nonce only").contains("String! does not accept null"))
            #expect(try done.text("wrong secret").contains("invalid_client"))
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 3500))
            try await shop.endDay()
            #expect(try await shop.balance() == Shop.Balance(total: 3700, available: 3700))
        }
    }

    /// As STITCH.md says, the samples swap the nonce and the reference, so all of them have one nonce.
    @Test("The handlers in Python of Stitch's guide run as printed, and only the first can be paid", Page.stitch.needed)
    func stitchGuide() async throws {
        try await Shop.open(paidWith: ["apple", "google", "samsung"]) { shop in
            try await shop.set("/exchange-rates", #"{"from": "ZAR", "to": "EUR", "rate": "0.05"}"#)
            var tokens: [String] = []
            for phone in ["apple", "samsung", "google"] {
                tokens.append(try await shop.token(of: phone, at: "stitch", ["--amount", "1.00", "--currency", "ZAR"]))
            }
            let samples = Sample.all(in: try Page.stitch.text).filter { $0.language == .python }
            try #require(samples.count == 4)
            let done = try await shop.stitch(samples[0], Array(samples.dropFirst()), tokens)
            #expect(try done.object("0").text("status") == "TransactionSuccess")
            for handler in ["1", "2"] {
                let refusal = try done.text(handler)
                #expect(refusal.contains("The nonce was used"), "\(refusal)")
            }
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 4995))
        }
    }

    /// There is no SDK for the app, so its part follows Dintero's guide.
    @Test("Dintero's SDK for Python makes sessions, captures, refunds and voids, and the balance follows")
    func dintero() async throws {
        try await Shop.open(paidWith: ["apple"]) { shop in
            var secrets: [String] = []
            func paid() async throws -> (session: String, answer: Said) {
                let session = try await shop.dintero("session").text("id")
                let token = try await shop.token(of: "apple", at: "dintero", ["--amount", "12.34"])
                let parts = token.matches(of: /"(?:data|ephemeralPublicKey)" ?: ?"([^"]{40})/)
                secrets += parts.map { String($0.1) }
                return (session, try await shop.dintero("pay", session, token))
            }
            let (session, answer) = try await paid()
            #expect(try answer.text("redirect_url").hasPrefix("yourapp://redirect?initial_recipient=merchant&"))
            let transaction = try await shop.dintero("read session", session).text("transaction_id")
            #expect(try await shop.dintero("read", transaction).text("status") == "AUTHORIZED")
            #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 3766))
            #expect(try await shop.dintero("capture", transaction).text("status") == "CAPTURED")
            #expect(try await shop.dintero("void", transaction).text("error") == "InvalidRequestBody")
            try await shop.endDay()
            #expect(try await shop.balance() == Shop.Balance(total: 3766, available: 3766))
            #expect(try await shop.dintero("refund", transaction).text("status") == "PARTIALLY_REFUNDED")
            try await shop.endDay()
            #expect(try await shop.balance() == Shop.Balance(total: 4166, available: 4166))

            let (second, _) = try await paid()
            let other = try await shop.dintero("read session", second).text("transaction_id")
            #expect(try await shop.balance() == Shop.Balance(total: 4166, available: 2932))
            #expect(try await shop.dintero("void", other).text("status") == "AUTHORIZATION_VOIDED")
            #expect(try await shop.balance() == Shop.Balance(total: 4166, available: 4166))
            #expect(try await shop.dintero("wrong secret", second).text("error") == "AuthError")
            #expect(try await shop.dintero("read", "unknown").text("error") == "UnexpectedError")

            let journal = try await shop.sandbox.get("/sandbox/requests?gateway=dintero").body
            let log = shop.service.log.lines.joined()
            #expect(secrets.count == 4 && journal.contains("dinteroSubmitApplePay"))
            for secret in secrets + ["access_token=", "demo-client-secret"] {
                #expect(!journal.contains(secret) && !log.contains(secret), "\(secret.prefix(12))")
            }
        }
    }

    /// The guide sells in dollars, so the issuer converts.
    @Test("A server written from MoneyHash's samples takes Apple Pay at both hosts and both paths")
    func moneyHash() async throws {
        try await Shop.open(paidWith: ["apple"]) { shop in
            try await shop.set("/exchange-rates", #"{"from": "USD", "to": "EUR", "rate": "0.5"}"#)
            var secrets: [String] = []
            for submission in ["submit", "submit as text"] {
                let created = try await shop.moneyHash("create")
                let intent = try created.object("data").text("id")
                let page = "https://web.moneyhash.io/payments/embed/\(intent)/"
                #expect(try created.object("data").text("embed_url") == page)
                for step in ["details", "details by curl"] {
                    let details = try await shop.moneyHash(step, intent).object("data")
                    #expect(try details.text("state") == "METHOD_SELECTION")
                    #expect(try details.object("intent").object("amount").text("value") == "50.00USD")
                }
                #expect(try await shop.moneyHash("update method", intent, "CARD").object("data").text("state")
                    == "FORM_FIELDS")
                let selected = try await shop.moneyHash("update method", intent, "APPLE_PAY").object("data")
                let sheet = try selected.object("state_details").object("native_pay_data")
                #expect(try sheet.text("merchant_id") == "merchant.moneyhash.496160873888")
                let token = try await shop.token(
                    of: "apple", at: "moneyhash", ["--amount", "50.00", "--currency", "USD"])
                secrets += token.matches(of: /"(?:data|ephemeralPublicKey)" ?: ?"([^"]{40})/).map { String($0.1) }
                let paid = try await shop.moneyHash(submission, intent, token).object("data")
                #expect(try paid.text("state") == "INTENT_PROCESSED")
                let again = try await shop.moneyHash(submission, intent, token).json
                #expect(again.contains("The intent is processed; no further attempts are allowed."), "\(again)")
                let transaction = try paid.object("transaction").text("id")
                if submission == "submit" {
                    #expect(try await shop.balance() == Shop.Balance(total: 5000, available: 2500))
                    try await shop.endDay()
                    let refunded = try await shop.moneyHash("refund", transaction, "30").object("data")
                    #expect(try refunded.object("transaction").text("status") == "refund.successful")
                    try await shop.endDay()
                    #expect(try await shop.balance() == Shop.Balance(total: 4000, available: 4000))
                }
            }
            #expect(try await shop.balance() == Shop.Balance(total: 4000, available: 1500))

            let journal = try await shop.sandbox.get("/sandbox/requests?gateway=moneyhash").body
            let log = shop.service.log.lines.joined()
            #expect(secrets.count == 4 && journal.contains("moneyHashSubmitReceipt"))
            for secret in secrets + ["YOUR_API_KEY"] {
                #expect(!journal.contains(secret) && !log.contains(secret), "\(secret.prefix(12))")
            }
        }
    }
}
