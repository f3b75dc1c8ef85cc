import CardAPI
import CardServer
import HTTPContract
import HTTPTypes

/// Merchants, whom phones pay through gateways.
extension SandboxOperations {
    static let createMerchant = Operation.sandbox(
        "createMerchant", "Create a merchant",
        """
        Makes a merchant with everything at every gateway: credentials for the merchant's clients, and a key for each \
        wallet that the gateway takes. Credentials are shown only in this response. `{}` makes a shop with a new \
        number. A `merchantId` that exists is refused.
        """, .merchants, .post, "/merchants", status: .created, answer: MerchantAnswer.schema,
        payload: MerchantBody.schema, errors: [.tooManyRequests])

    static let listMerchants = Operation.sandbox(
        "listMerchants", "List the merchants",
        "Returns the merchants, by their numbers, without what their gateways have.", .merchants, .get, "/merchants",
        answer: MerchantListAnswer.schema)

    static let getMerchant = Operation.sandbox(
        "getMerchant", "Get a merchant",
        """
        Returns a merchant with its gateways and the public keys to which the wallets of phones seal payments.
        """, .merchants, .get, "/merchants/{merchantId}", answer: MerchantAnswer.schema, errors: [.entityNotFound])

    static let setMerchantSettings = Operation.sandbox(
        "setMerchantSettings", "Change a merchant's settings at a gateway",
        """
        Changes what the merchant has agreed with a gateway. What the body leaves out stays, and each gateway has \
        settings of its own: docs/GATEWAYS.md lists them. An unknown setting is refused.
        """, .merchants, .patch, "/merchants/{merchantId}/gateways/{gateway}", status: .noContent,
        payload: MerchantSettingsBody.schema, errors: [.entityNotFound])

    static let listMerchantKeys = Operation.sandbox(
        "listMerchantKeys", "List a merchant's keys",
        """
        Returns the public keys of a merchant: those that wait for a certificate, those to which wallets seal, and \
        those that were replaced and still open payments.
        """, .merchants, .get, "/merchants/{merchantId}/keys", answer: MerchantKeyListAnswer.schema,
        errors: [.entityNotFound])

    static let createMerchantKey = Operation.sandbox(
        "createMerchantKey", "Replace a merchant's key",
        """
        Makes a key for a wallet at a gateway. Wallets seal to it at once, and the key before it still opens payments \
        for `overlapSeconds`. A key of Apple Pay that needs a certificate is made by \
        `/sandbox/merchants/{merchantId}/certificate-requests` instead.
        """, .merchants, .post, "/merchants/{merchantId}/keys", status: .created, answer: MerchantKeyAnswer.schema,
        payload: MerchantKeyBody.schema, errors: [.entityNotFound, .tooManyRequests])

    static let requestMerchantCertificate = Operation.sandbox(
        "requestMerchantCertificate", "Request a certificate for a merchant",
        """
        Makes a key and the request for its certificate, as a gateway does for Apple's developer site. The key waits \
        until its certificate is uploaded. Until then the key before it is used.
        """, .merchants, .post, "/merchants/{merchantId}/certificate-requests", status: .created,
        answer: CertificateRequestAnswer.schema, payload: CertificateRequestBody.schema,
        errors: [.entityNotFound, .tooManyRequests])

    static let uploadMerchantCertificate = Operation.sandbox(
        "uploadMerchantCertificate", "Upload a merchant's certificate",
        """
        Takes the certificate of a waiting key. Wallets seal to this key from now on, and the key before it still \
        opens payments for `overlapSeconds`. A certificate of another key, or for another Apple merchant id than the \
        request's, is refused.
        """, .merchants, .post, "/merchants/{merchantId}/certificates", answer: MerchantKeyAnswer.schema,
        payload: CertificateBody.schema, errors: [.entityNotFound])
}

extension Operation.Noun {
    static let merchants = Self("Merchants", "Makes merchants, whom phones pay through gateways.")
}
