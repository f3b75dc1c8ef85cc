/// The same calls for code without `await`. Each returns at once and later calls `completion` on the main actor.
extension CardService {
    public func getAll(
        parameters: Wallet.CardParameters = .init(), completion: @escaping Wallet.Completion<Wallet.CardList>
    ) {
        complete(completion) { () async throws(WalletError) in try await getAll(parameters: parameters) }
    }

    public func get(
        cardID: String, include: [Wallet.CardIncludesParam] = [], completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in try await get(cardID: cardID, include: include) }
    }

    public func create(
        request: Wallet.CardRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await create(request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func activate(
        cardID: String, request: Wallet.CardActivationRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil,
        completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await activate(
                cardID: cardID, request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func replace(
        cardID: String, request: Wallet.CardReplacementRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil,
        completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await replace(
                cardID: cardID, request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func update(
        cardID: String, request: Wallet.CardUpdateRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await update(cardID: cardID, request: request, scaDetails: scaDetails)
        }
    }

    public func setPin(
        cardID: String, request: Wallet.CardPinRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await setPin(cardID: cardID, request: request, scaDetails: scaDetails)
        }
    }

    public func resetPinCvvRetries(
        cardID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.Card>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await resetPinCvvRetries(cardID: cardID, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func getPrograms(
        cardType: Wallet.CardType? = nil, completion: @escaping Wallet.Completion<Wallet.CardProgramList>
    ) {
        complete(completion) { () async throws(WalletError) in try await getPrograms(cardType: cardType) }
    }

    public func tokenize(
        cardID: String, request: Wallet.CardTokenizationRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil,
        completion: @escaping Wallet.Completion<Wallet.CardTokenization>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await tokenize(
                cardID: cardID, request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func updateTokenizationStatus(
        cardID: String, request: Wallet.MobileWalletTokenization,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        completion: @escaping Wallet.Completion<Wallet.MobileWalletTokenization>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await updateTokenizationStatus(cardID: cardID, request: request, scaDetails: scaDetails)
        }
    }

    public func getSecureDetailsViews(
        request: Wallet.CardSecureDetailsViewRequest,
        completion: @escaping Wallet.Completion<Wallet.CardSecureDetailsViews>
    ) {
        complete(completion) { () async throws(WalletError) in try await getSecureDetailsViews(request: request) }
    }

    public func getSecurePinView(
        request: Wallet.CardSecureViewRequest, completion: @escaping Wallet.Completion<Wallet.SecureView>
    ) {
        complete(completion) { () async throws(WalletError) in try await getSecurePinView(request: request) }
    }

    public func getEncryptedDetails(
        request: Wallet.CardEncryptedDetailsRequest,
        completion: @escaping Wallet.Completion<Wallet.EncryptedCardDetails>
    ) {
        complete(completion) { () async throws(WalletError) in try await getEncryptedDetails(request: request) }
    }
}
