import CardAPI
import HTTPContract
import HTTPTypes

/// The customer's cards: Paysafe's card service, with the names of its SDK.
///
/// A call is retried automatically if that is safe: every call that only reads, every call with an idempotency key, and
/// `updateTokenizationStatus` and `setPin` unless they have `scaDetails`, because a request that was done has used up
/// its event. Each `create`, `activate`, `replace`, `resetPinCvvRetries` and `tokenize` gets a new key unless you pass
/// one, and keeps it over all its tries, so a lost response creates no second card. If all tries fail, the error has
/// the key (``WalletError/idempotencyKey``). Retries follow a failed connection, a 502, 503 or 504 from the service or
/// a proxy, or a 409 because the first try is still in progress, with growing pauses, within the limits of the
/// configuration. All other calls are sent once. If the service refuses the token of any call, the call is sent again
/// with a new token.
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

    /// Issues a virtual card, or orders a physical one. May require strong customer authentication.
    ///
    /// - Parameter idempotencyKey: the app's own key, or that of an earlier call's error, to repeat a call later
    ///   because no response arrived. All calls with the same key and the same request within a day create only one
    ///   card.
    public func create(
        request: Wallet.CardRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(
                Operations.createCard, body: request.body, idempotencyKey: idempotencyKey ?? newKey(),
                scaDetails: scaDetails))
    }

    /// Activates a physical card with what is printed on it. May require strong customer authentication.
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

    /// Orders a card to replace one that is damaged, lost or about to expire, and ends the old one. May require strong
    /// customer authentication.
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

    /// Locks, unlocks or cancels a card, or changes its PIN. May require strong customer authentication.
    public func update(
        cardID: String, request: Wallet.CardUpdateRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(Operations.updateCard, filling: ["cardId": cardID], body: request.body, scaDetails: scaDetails))
    }

    /// Sets the PIN of a card whose customer lives in the United States. All others send it with
    /// ``update(cardID:request:scaDetails:)``. May require strong customer authentication.
    public func setPin(
        cardID: String, request: Wallet.CardPinRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.Card {
        try await card(
            Call(Operations.setPIN, filling: ["cardId": cardID], body: request.body, scaDetails: scaDetails))
    }

    /// Allows new attempts at a card's PIN and security code once they are used up. Then
    /// ``Wallet/CardAction/resetPinCvvRetries`` is among the card's actions. May require strong customer
    /// authentication.
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

    /// The programs that the customer is eligible for.
    public func getPrograms(cardType: Wallet.CardType? = nil) async throws(WalletError) -> Wallet.CardProgramList {
        var query = ProgramListQuery()
        query.cardType = cardType?.rawValue
        let body: ProgramListBody = try await wallet.answer(to: Call(Operations.listPrograms, query: query.text))
        return Wallet.CardProgramList(programs: body.programs.map(Wallet.CardProgram.init))
    }

    /// Encrypts a card for the wallet on this device. May require strong customer authentication.
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

    /// Reports that the card is in the wallet, with the reference of its token. May require strong customer
    /// authentication.
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

    /// Views that show the card's number, security code, expiry and cardholder once. They need a token with scope
    /// `pci-dss-1`, and may require strong customer authentication once for all views.
    ///
    /// An app that lost its views, for example because the device was rotated, can repeat the same request with the
    /// same `scaDetails` for a minute, but not after the event's own end.
    public func getSecureDetailsViews(
        request: Wallet.CardSecureDetailsViewRequest
    ) async throws(WalletError) -> Wallet.CardSecureDetailsViews {
        let answer = try await secureView(of: request.cardID, request.viewsConfiguration.body, request.scaDetails)
        guard let views = Wallet.CardSecureDetailsViews(answer.views ?? []) else { throw noView }
        return views
    }

    /// A view that shows the card's PIN once. It needs a token with scope `pci-dss-1`, and may require strong customer
    /// authentication. It can be repeated like ``getSecureDetailsViews(request:)``.
    public func getSecurePinView(
        request: Wallet.CardSecureViewRequest
    ) async throws(WalletError) -> Wallet.SecureView {
        var body = SecureViewRequestBody()
        (body.type, body.bare) = ("PIN", request.appearance.body)
        let answer = try await secureView(of: request.cardID, body, request.scaDetails)
        guard let view = Wallet.SecureView(url: answer.url, expiresAt: answer.expiresAt) else { throw noView }
        return view
    }

    /// Details or the PIN, encrypted for a key of the app's own, for a view that the app draws itself. It needs a token
    /// with scope `pci-dss-1`, and may require strong customer authentication. It can be repeated like
    /// ``getSecureDetailsViews(request:)``.
    public func getEncryptedDetails(
        request: Wallet.CardEncryptedDetailsRequest
    ) async throws(WalletError) -> Wallet.EncryptedCardDetails {
        let answer = try await secureView(of: request.cardID, request.body, request.scaDetails)
        guard let jwe = answer.jwe else { throw noView }
        return Wallet.EncryptedCardDetails(jwe: jwe)
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
