import CardAPI
import CardServer
import HTTPContract
import HTTPTypes

/// Simulated phones: the calls of an app on a phone to Google's TapAndPay, Samsung Pay or PassKit.
extension SandboxOperations {
    static let createPhone = Operation.sandbox(
        "createPhone", "Create a phone",
        """
        Creates a simulated iPhone, Pixel or Galaxy for a customer. It lives in the database, with the tokens in its \
        wallet. A customer can have 100 phones.
        """, .wallets, .post, "/phones", status: .created, answer: PhoneAnswer.schema, payload: PhoneBody.schema,
        errors: [.noSuchCustomer])

    static let getPhone = Operation.sandbox(
        "getPhone", "Get a phone",
        """
        Returns a phone with its stable hardware id and the id of its active wallet. `activeWalletId` is absent while \
        the phone has no wallet.
        """, .wallets, .get, "/phones/{phoneId}", answer: PhoneAnswer.schema)

    static let deletePhone = Operation.sandbox(
        "deletePhone", "Delete a phone",
        """
        Erases a phone. Its tokens are deleted, and the Card service learns of those that it knows as `COMPLETED`. \
        After that, every request about the phone gets 404 with the code `DW-ENTITY-NOT-FOUND`, also a second DELETE. \
        What the phone has pushed is not accepted again on another phone.
        """, .wallets, .delete, "/phones/{phoneId}", status: .noContent)

    static let createPhoneWallet = Operation.sandbox(
        "createPhoneWallet", "Create a wallet on a phone",
        """
        Creates a wallet on a phone that has none, as Google's `createWallet` does. A phone with a wallet keeps it.
        """, .wallets, .post, "/phones/{phoneId}/wallet", answer: PhoneAnswer.schema)

    static let getPhoneCertificates = Operation.sandbox(
        "getPhoneCertificates", "Get an iPhone's certificates and nonce",
        """
        Returns what PassKit gives an app that wants to add a card to an iPhone: two certificates, a nonce and its \
        signature, in the form that the Card service takes. `devicePrivateKey` opens the encrypted card, and \
        `/sandbox/phones/{phoneId}/push` takes it; a real iPhone never shows it. Everything is new each time.
        """, .wallets, .post, "/phones/{phoneId}/certificates", answer: CertificatesAnswer.schema)

    static let listPhoneTokens = Operation.sandbox(
        "listPhoneTokens", "List the tokens on a phone",
        """
        Returns the tokens in the phone's wallet, newest first, as Google's `listTokens` does. A token that the Card \
        service knows as `COMPLETED` follows its card: it is suspended with the card, and deleted with it. Without a \
        wallet, the response is 409 with the code `TAP_AND_PAY_NO_ACTIVE_WALLET`.
        """, .wallets, .get, "/phones/{phoneId}/tokens", answer: PhoneTokenListAnswer.schema,
        errors: [.noActiveWallet])

    static let listCardTokens = Operation.sandbox(
        "listCardTokens", "List the tokens of a card",
        """
        Returns the tokens of a card on all phones, newest first, each with its phone. A deleted token is not listed. \
        A card can have 12 tokens.
        """, .wallets, .get, "/cards/{cardId}/tokens", answer: CardTokenListAnswer.schema)

    static let pushToPhone = Operation.sandbox(
        "pushToPhone", "Push a card to a phone",
        """
        Gives a phone's wallet what the Card service encrypted for it, as Google's `pushTokenize` does. The network \
        opens it with its keys, checks it step by step, asks the issuer whether the card can be tokenized in its \
        status, and issues a token. The status is 200 either way: `verdict` says whether there is a token. If the \
        network has doubts, the token is `NEEDS_IDENTITY_VERIFICATION`, and the cardholder gets a code. The Card \
        service learns of the token when the app reports it. If the network refuses the card, the Card service sends \
        the event `TOKENIZATION_FAILED`. A phone without a wallet gets 409 with the code \
        `TAP_AND_PAY_NO_ACTIVE_WALLET`. An unknown phone, or a message about a card that is not in this database, gets \
        404 with the code `DW-ENTITY-NOT-FOUND`. A phone that has had 50 tokens, and a sandbox without networks, get \
        403.
        """, .wallets, .post, "/phones/{phoneId}/push", answer: PushAnswer.schema, payload: PushBody.schema,
        errors: [.noActiveWallet])

    static let beginPhoneToken = Operation.sandbox(
        "beginPhoneToken", "Begin a token in the wallet",
        """
        Simulates a cardholder who types a card's number into the wallet itself. The network issues a token that is \
        `NEEDS_IDENTITY_VERIFICATION`, sends a code to the cardholder, and reports the token to the Card service. \
        There the tokenization is `INITIATED`, with the token's `issuerTokenId` as `dpanRef`, and the app can \
        complete it without starting a tokenization.
        """, .wallets, .post, "/phones/{phoneId}/tokens", status: .created, answer: PhoneTokenAnswer.schema,
        payload: PhoneTokenBody.schema, errors: [.noActiveWallet, .tokenizationLimitExceeded])

    static let verifyPhoneToken = Operation.sandbox(
        "verifyPhoneToken", "Verify the cardholder of a token",
        """
        Activates a token that is `NEEDS_IDENTITY_VERIFICATION` with the code that the network sent to the \
        cardholder; `GET /sandbox/messages` shows it. After five wrong codes, no code is accepted for the token any \
        more. A token that the app reports to the Card service as \
        `COMPLETED` needs no code.
        """, .wallets, .post, "/phones/{phoneId}/tokens/{issuerTokenId}/verification",
        answer: PhoneTokenAnswer.schema, payload: VerificationCodeBody.schema,
        errors: [.walletTokenNotFound, .invalidTokenState])

    static let changePhoneToken = Operation.sandbox(
        "changePhoneToken", "Change a token on a phone",
        """
        Suspends, resumes or deletes a token, as the owner of the phone or the wallet does. The Card service learns \
        of it if it knows the token as `COMPLETED`; any other token can only be deleted. The Card service does not \
        learn of that, so it still accepts a late report of the token as `COMPLETED`, although the phone has no such \
        token any more; `POST /sandbox/tokens/{dpanRef}/events` can delete it there.
        """, .wallets, .post, "/phones/{phoneId}/tokens/{issuerTokenId}/events", answer: PhoneTokenAnswer.schema,
        payload: TokenEventBody.schema, errors: [.walletTokenNotFound, .invalidTokenState])

    static let payWithPhone = Operation.sandbox(
        "payWithPhone", "Pay with a token on a phone",
        """
        Makes what a phone gives to a terminal or an app: the token's number, its expiry, the next counter, and a \
        cryptogram that is bound to them, to the amount and the currency, and to whether the phone is at a terminal. \
        No money moves: the merchant sends these values to the network in a message. The network accepts each \
        cryptogram for one message. It accepts a counter in a shop only above the highest one that it has seen, and in \
        an app up to 16 below it. A token that is not `ACTIVE` gets 409 with the code \
        `TAP_AND_PAY_INVALID_TOKEN_STATE`. A token that has made 65535 payments gets 403.
        """, .wallets, .post, "/phones/{phoneId}/tokens/{issuerTokenId}/cryptograms", status: .created,
        answer: PhonePaymentAnswer.schema, payload: PhonePaymentBody.schema,
        errors: [.walletTokenNotFound, .invalidTokenState])
}
