import CardAPI
import HTTPContract
import HTTPTypes

/// The customer's cards: Paysafe's card service, with the names of its SDK.
///
/// A call is sent again by itself where that is safe: reading, telling of a tokenization, `setPin`, and what has an
/// idempotency key, which each `create`, `activate`, `replace`, `resetPinCvvRetries` and `tokenize` gets anew unless it
/// is given one, and keeps over all its tries, so that a lost answer makes no second card. It is sent again after a
/// failed connection and after a 503, with growing pauses, within the limits of the configuration. Everything else is
/// sent once.
public struct CardService: Sendable {
    let wallet: Wallet

    /// The customer's cards, newest first.
    public func getAll(parameters: Wallet.CardParameters = .init()) async throws(WalletError) -> Wallet.CardList {
        let body: CardListBody = try await wallet.answer(
            to: Call(Operations.listCards, query: parameters.query.text))
        return Wallet.CardList(body)
    }

    public func get(
        cardID: String, include: [Wallet.CardIncludesParam] = []
    ) async throws(WalletError) -> Wallet.Card {
        var query = CardQuery()
        query.inclusions = include.map(\.rawValue)
        return try await card(Call(Operations.getCard, filling: ["cardId": cardID], query: query.text))
    }

    /// Issues a virtual card, or orders a physical one. May ask for strong customer authentication.
    ///
    /// - Parameter idempotencyKey: one of the app's own where a call that got no answer is to be made again later: with
    ///   the same key, within a day, there is one card.
    public func create(
        request: Wallet.CardRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(
                Operations.createCard, body: request.body, idempotencyKey: idempotencyKey ?? newKey(),
                scaDetails: scaDetails))
    }

    /// Activates a physical card with what is printed on it. May ask for strong customer authentication.
    ///
    /// - Parameter idempotencyKey: as in ``create(request:scaDetails:idempotencyKey:)``.
    public func activate(
        cardID: String, request: Wallet.CardActivationRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(
                Operations.activateCard, filling: ["cardId": cardID], body: request.body,
                idempotencyKey: idempotencyKey ?? newKey(), scaDetails: scaDetails))
    }

    /// Orders a card in place of one that is damaged, lost or about to expire, and ends that one for good. May ask for
    /// strong customer authentication.
    ///
    /// - Parameter idempotencyKey: as in ``create(request:scaDetails:idempotencyKey:)``.
    /// - Returns: the new card.
    public func replace(
        cardID: String, request: Wallet.CardReplacementRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(
                Operations.replaceCard, filling: ["cardId": cardID], body: request.body,
                idempotencyKey: idempotencyKey ?? newKey(), scaDetails: scaDetails))
    }

    /// Locks, unlocks or cancels a card, or changes its PIN. May ask for strong customer authentication.
    public func update(
        cardID: String, request: Wallet.CardUpdateRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(Operations.updateCard, filling: ["cardId": cardID], body: request.body, scaDetails: scaDetails))
    }

    /// Sets the PIN of a card of a customer in the United States; all others send it with
    /// ``update(cardID:request:scaDetails:)``. May ask for strong customer authentication.
    public func setPin(
        cardID: String, request: Wallet.CardPinRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(Operations.setPIN, filling: ["cardId": cardID], body: request.body, scaDetails: scaDetails))
    }

    /// Allows new attempts at a card's PIN and security code once they are used up, which
    /// ``Wallet/CardAction/resetPinCvvRetries`` among its actions says. May ask for strong customer authentication.
    ///
    /// - Parameter idempotencyKey: as in ``create(request:scaDetails:idempotencyKey:)``.
    public func resetPinCvvRetries(
        cardID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(
                Operations.resetRetries, filling: ["cardId": cardID], idempotencyKey: idempotencyKey ?? newKey(),
                scaDetails: scaDetails))
    }

    /// The programs the customer is eligible for.
    public func getPrograms(cardType: Wallet.CardType? = nil) async throws(WalletError) -> [Wallet.CardProgram] {
        var query = ProgramListQuery()
        query.cardType = cardType?.rawValue
        let body: ProgramListBody = try await wallet.answer(to: Call(Operations.listPrograms, query: query.text))
        return body.programs.map(Wallet.CardProgram.init)
    }

    /// Seals a card for the wallet on this device. May ask for strong customer authentication.
    ///
    /// - Parameter idempotencyKey: as in ``create(request:scaDetails:idempotencyKey:)``.
    public func tokenize(
        cardID: String, request: Wallet.CardTokenizationRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.CardTokenization {
        let call = Call(
            Operations.tokenizeCard, filling: ["cardId": cardID], body: request.body,
            idempotencyKey: idempotencyKey ?? newKey(), scaDetails: scaDetails)
        let body: CardTokenizationBody = try await wallet.answer(to: call)
        return Wallet.CardTokenization(body)
    }

    /// Tells that the card is in the wallet, and what its token is called. May ask for strong customer authentication.
    public func updateTokenizationStatus(
        cardID: String, request: Wallet.MobileWalletTokenization,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.MobileWalletTokenization {
        let call = Call(
            Operations.updateTokenizationStatus, filling: ["cardId": cardID], body: request.body,
            scaDetails: scaDetails)
        let body: TokenizationBody = try await wallet.answer(to: call)
        return Wallet.MobileWalletTokenization(body)
    }

    /// Views that show the card's number, security code, expiry and cardholder, once. They need a token with scope
    /// `pci-dss-1`; may ask for strong customer authentication, once for all of them.
    public func getSecureDetailsViews(
        request: Wallet.CardSecureDetailsViewRequest
    ) async throws(WalletError) -> Wallet.CardSecureDetailsViews {
        let answer = try await secureView(of: request.cardID, request.viewsConfiguration.body, request.scaDetails)
        guard let views = Wallet.CardSecureDetailsViews(answer.views ?? []) else { throw noView }
        return views
    }

    /// A view that shows the card's PIN, once. Needs a token with scope `pci-dss-1`; may ask for strong customer
    /// authentication.
    public func getSecurePinView(
        request: Wallet.CardSecureViewRequest
    ) async throws(WalletError) -> Wallet.SecureView {
        var body = SecureViewRequestBody()
        body.type = "PIN"
        let answer = try await secureView(of: request.cardID, body, request.scaDetails)
        guard let view = Wallet.SecureView(url: answer.url, expiresAt: answer.expiresAt) else { throw noView }
        return view
    }

    private func secureView(
        of cardID: String, _ body: SecureViewRequestBody, _ scaDetails: Wallet.SCAAuthenticationEventRequest?
    ) async throws(WalletError) -> SecureViewBody {
        try await wallet.answer(
            to: Call(Operations.createSecureView, filling: ["cardId": cardID], body: body, scaDetails: scaDetails))
    }

    private var noView: WalletError {
        .notUnderstood(
            operation: Operations.createSecureView.name, status: Operations.createSecureView.successStatus.code)
    }

    private func card(_ call: Call) async throws(WalletError) -> Wallet.Card {
        let body: CardBody = try await wallet.answer(to: call)
        return Wallet.Card(body)
    }

    private func newKey() -> String { wallet.client.makeIdempotencyKey() }
}
