import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import NetworkServer

/// Payments, and what they cost.
extension SandboxOperations {
    static let playPayment = Operation.sandbox(
        "playPayment", "Play a payment with a card",
        """
        Sends a message to the issuer as the card's network would, and returns the answer with what every check \
        found. `{"amount": 1234}` is a purchase in a shop on the internet, in the card's currency. \
        `{"kind": "CLEARING", "authorizationId": "…"}` is its clearing; with `REVERSAL`, `REFUND`, `INCREMENTAL` and \
        the others it goes on in the same way. The merchant, the currency and the amount of the authorization are \
        repeated, unless the body names others. A chip, an antenna and a stripe are genuine. With `dpanRef` a phone \
        pays with its token.

        A decline is 201, too: it is what the network gets.
        """, .money, .post, "/cards/{cardId}/payments", status: .created, answer: PlayedPaymentAnswer.schema,
        payload: PaymentBody.schema)

    static let sendNetworkMessage = Operation.sandbox(
        "sendNetworkMessage", "Send a message of the card network",
        """
        Answers a message as the doors for a card network do, also if they are closed, and in a tenant: the simulated \
        network replaces the number of a token by the card's and verifies its cryptogram, and the issuer decides. The \
        status is 200 even for a decline. The same `networkReference` again gets the same answer; another message \
        with it gets 94. A field with a wrong value gets 30, 12 or 13, and `errors` names it. A member of a wrong type \
        is 400.
        """, .money, .post, "/network/messages", answer: NetworkOperations.answer,
        payload: NetworkOperations.message)

    static let listExchangeRates = Operation.sandbox(
        "listExchangeRates", "List the exchange rates",
        "Returns the rates at which payments in one currency are taken from accounts in another.", .money, .get,
        "/exchange-rates", answer: ExchangeRatesAnswer.schema)

    static let setExchangeRate = Operation.sandbox(
        "setExchangeRate", "Set an exchange rate",
        """
        Sets how many units of one currency are paid for one unit of another. Without a rate, a payment in another \
        currency is declined with 57. What is held already keeps its rate; a clearing has the rate of its day.
        """, .money, .put, "/exchange-rates", answer: ExchangeRateAnswer.schema, payload: ExchangeRateBody.schema)

    static let getPaymentTerms = Operation.sandbox(
        "getPaymentTerms", "Get a program's payment terms",
        "Returns what a program charges for payments, how long it holds money, and what it demands of merchants.",
        .money, .get, "/programs/{programName}/payment-terms", answer: PaymentTermsAnswer.schema,
        errors: [.entityNotFound])

    static let setPaymentTerms = Operation.sandbox(
        "setPaymentTerms", "Set a program's payment terms",
        """
        Sets what a program charges for payments, how long it holds money, and what it demands of merchants on the \
        internet. A member that is absent gets the value of a new program: no fees, 7 days, 30 days for hotels, \
        cruises and rented vehicles, no demands, and no provisional credit for disputes. To keep the other terms, send \
        what `getPaymentTerms` returns with your changes.
        """, .money, .put, "/programs/{programName}/payment-terms", answer: PaymentTermsAnswer.schema,
        payload: PaymentTermsBody.schema)
}
