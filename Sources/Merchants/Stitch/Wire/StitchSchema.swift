import GraphQL
import HTTPContract
import Ledger
import Validation

/// The part of Stitch's GraphQL API that wallet payments use, after docs.stitch.money/api/types.
enum StitchSchema {
    static let schema: Schema = {
        do {
            return try Schema(parsing: text, scalars: scalars)
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let scalars: [String: ScalarRule] = [
        "Money": .any,
        "Json": .any,
        "Date": text("Date accepts a time such as 2026-01-31T12:00:00Z.") { Timestamp($0) != nil },
        "URL": text("URL accepts an absolute URL of at most 2048 characters.") {
            $0.utf8.count <= 2048 && $0.contains("://")
        },
        "Ip": text("Ip accepts an IP address.") { (2...45).contains($0.utf8.count) },
        "UInt": ScalarRule { value in
            guard case .number(let digits) = value, UInt32(digits) != nil else {
                return "UInt accepts a whole number from 0 to 4294967295."
            }
            return nil
        },
    ]

    private static func text(_ refusal: String, _ accepts: @escaping @Sendable (String) -> Bool) -> ScalarRule {
        ScalarRule { value in
            guard case .string(let text) = value, accepts(text) else { return refusal }
            return nil
        }
    }

    /// The schema as text.
    static let text = #"""
        "An amount with its currency: {quantity, currency}. It is selected without fields."
        scalar Money
        scalar Date
        scalar URL
        scalar UInt
        scalar Ip
        scalar Json

        input MoneyInput { quantity: Float!, currency: String! }
        input Secure3DPaymentDataInput { onlinePaymentCryptogram: String!, eciIndicator: String }
        input ApplePayInput {
          network: String, displayName: String, type: String
          applicationPrimaryAccountNumber: String, applicationExpirationDate: String, cardHolderName: String
          deviceManufacturerIdentifier: String, paymentDataType: String
          secure3DPaymentData: Secure3DPaymentDataInput
          requireSecure3d: Boolean, preAuthorization: PreAuthorizationInput
        }
        input GooglePayInput {
          network: String, last4: String, primaryAccountNumber: String
          expirationYear: UInt, expirationMonth: UInt, cryptogram: String, eciIndicator: String
          requireSecure3d: Boolean, preAuthorization: PreAuthorizationInput
        }
        input SamsungPayInput {
          network: String, last4: String, tokenPrimaryAccountNumber: String, tokenExpirationDate: String
          cryptogram: String, eciIndicator: String, referenceId: String
          requireSecure3d: Boolean, preAuthorization: PreAuthorizationInput
        }
        "An authorization to capture later. The amount that is not captured is released at voidAt at the latest."
        input PreAuthorizationInput { enabled: Boolean!, voidAt: Date }
        "Exactly one of them."
        input PaymentMethodsTransactionInput {
          applePay: ApplePayInput, googlePay: GooglePayInput, samsungPay: SamsungPayInput
        }
        "Either the fingerprint, or all three other fields."
        input DeviceInformationInput { fingerprint: String, deviceId: String, ip: Ip, screenDimensions: Json }
        input TransactionInitiateInput {
          paymentRequestId: ID, amount: MoneyInput!
          "Unique for each transaction; at most 4096 characters."
          nonce: String!
          externalReference: String, payerInformation: Json
          deviceInformation: DeviceInformationInput, merchantId: ID, beneficiaryAccountId: ID, metadata: Json
          "The wallet's token in Base64."
          token: ID
          paymentMethods: PaymentMethodsTransactionInput
        }

        enum TransactionStateReason {
          getTokenError unknownError authenticationError authorizationFailed authorizationNotFinalised
          downstreamProviderError downstreamProviderUnavailable internalServerError insufficientFunds
          invalidInputError invalidTransactionError invalidTransactionStatusError invalidPaymentRequest
          invalidConsentRequest paymentRequestInInvalidState clientNotFound invalidCardError restrictedCard
          secure3dDeclined secure3dNotCompleted secure3dLookupFailed waitingFor3dSecure
        }
        type TransactionPending { reason: TransactionStateReason! }
        type TransactionSuccess { date: Date! }
        type TransactionFailure { date: Date!, reason: TransactionStateReason! }
        type TransactionCancelled { date: Date!, reason: TransactionStateReason }
        union TransactionState = TransactionPending | TransactionSuccess | TransactionFailure | TransactionCancelled

        "An object that node finds by its id."
        interface Node { id: ID! }
        interface PaymentTransaction {
        \#(commonFields)
        }
        type ApplePayTransaction implements PaymentTransaction & Node {
        \#(transactionFields)
        }
        type GooglePayTransaction implements PaymentTransaction & Node {
        \#(transactionFields)
        }
        type SamsungPayTransaction implements PaymentTransaction & Node {
        \#(transactionFields)
        }
        type WalletRefundTransaction implements PaymentTransaction & Node {
        \#(commonFields)
          initiator: String, reason: RefundReason
        }
        enum CardNetwork { visa mastercard amex diners discover jcb unionPay other }
        "The number that the wallet paid with, which is the token's and not that of the card."
        type Card implements Node {
          id: ID!, cardHolderName: String, expiryYear: UInt!, expiryMonth: UInt!, network: CardNetwork
          first6: String @deprecated(reason: "Use bin.")
          bin: String!, last4: String!, clientId: String
          "The same for each transaction of a merchant with the same number."
          fingerprint: String
        }
        enum Secure3dDecision { required notRequired }
        enum Secure3dDecisionReason { clientSpecified recommendedByShield ruleApplied }
        type Secure3dDetails { decision: Secure3dDecision!, decisionReason: Secure3dDecisionReason! }

        "The whole or a part of a preauthorized transaction."
        input TransactionContinueInput { transactionId: ID, amount: MoneyInput! }
        input TransactionCancelInput { transactionId: ID }

        enum RefundReason { duplicate fraudulent requested_by_user cancelled_payment }
        input RefundInput {
          amount: MoneyInput!, reason: RefundReason!, nonce: String!, externalReference: String, metadata: Json
        }
        input RefundTransactionInitiateInput { originalPaymentId: ID!, refundInput: RefundInput! }

        input ValidateApplePayMerchantInput {
          merchantIdentifier: String!, validationUrl: URL!, displayName: String!, initiative: String!
          initiativeContext: String!, paymentRequestId: ID
        }
        type ValidateApplePayMerchantPayload {
          "JSON in a string."
          sessionData: String!
        }
        input VerifySamsungPayInput {
          amount: MoneyInput!, callbackUrl: URL!, displayName: String!, initiativeContext: String!
        }
        type EncInfo { keyId: String!, mod: String!, exp: String! }
        type SamsungSession { id: ID!, href: URL!, encInfo: EncInfo! }
        type VerifySamsungPayPayload { merchantSession: SamsungSession! }

        input IdFilter { eq: String, in: [String!] }
        input TransactionsFilter { externalReference: IdFilter, nonce: IdFilter }
        type TransactionEdge { node: PaymentTransaction! }
        "The newest 100."
        type TransactionConnection { edges: [TransactionEdge!]! }
        type Client {
          transactions(filter: TransactionsFilter): TransactionConnection!
          "All, or those with one of these filter types."
          webhookEndpoints(filter: [String!]): [WebhookEndpoint!]!
        }

        input ClientWebhookAddInput { url: URL!, filterTypes: [String!]! }
        type AddWebhookPayload {
          url: URL!, filterTypes: [String!]!, id: ID!
          "It signs the requests and is shown only here."
          secret: String!
        }
        type WebhookEndpoint { url: URL!, filterTypes: [String!]!, id: ID! }
        input ClientWebhookDeleteInput { id: ID! }
        type DeleteWebhookPayload { id: ID! }

        type Query { client: Client!, node(id: ID!): Node }
        type Mutation {
          initiateTransaction(input: TransactionInitiateInput!): PaymentTransaction!
          continueTransaction(input: TransactionContinueInput!): PaymentTransaction!
          cancelTransaction(input: TransactionCancelInput!): PaymentTransaction!
          refundTransactionInitiate(input: RefundTransactionInitiateInput!): PaymentTransaction!
          validateApplePayMerchant(input: ValidateApplePayMerchantInput!): ValidateApplePayMerchantPayload!
          verifySamsungPay(input: VerifySamsungPayInput!): VerifySamsungPayPayload!
          clientWebhookAdd(input: ClientWebhookAddInput!): AddWebhookPayload!
          clientWebhookDelete(input: ClientWebhookDeleteInput!): DeleteWebhookPayload!
        }
        """#

    /// The fields of every transaction and every refund.
    private static let commonFields = """
          id: ID!, amount: Money!, state: TransactionState!, externalReference: String, nonce: String
          originalTransaction: PaymentTransaction, interactionUrl: String, retrievalReferenceNumber: String
          metadata: Json
        """

    /// The fields of a transaction, the same for each wallet.
    private static let transactionFields = """
        \(commonFields)
          card: Card, refunds: [WalletRefundTransaction!], eci: String, secure3d: Secure3dDetails
          bin: String @deprecated(reason: "Use card.")
          last4: String @deprecated(reason: "Use card.")
          maskedPan: String @deprecated(reason: "Use card.")
          network: CardNetwork @deprecated(reason: "Use card.")
        """
}
