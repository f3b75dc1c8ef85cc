/** What bodies.mjs has read in sandbox-openapi.txt. */
declare namespace Sandbox {
    interface Bodies {
        "GET /about": AboutAnswer;
        "GET /accounts/{}/holds": HoldListAnswer;
        "GET /accounts/{}/postings": PostingListAnswer;
        "GET /authentication-events/{}": SeenAuthenticationAnswer;
        "GET /brands/{}/authentication": AuthenticationPolicy;
        "PUT /brands/{}/authentication": AuthenticationPolicy;
        "DELETE /brands/{}/partner-decision": null;
        "GET /brands/{}/partner-decision": PartnerDecisionAnswer;
        "PUT /brands/{}/partner-decision": PartnerDecisionAnswer;
        "PUT /brands/{}/secure-views": SecureViewSettings;
        "GET /cards": FoundCardsAnswer;
        "GET /cards/{}": LocatedCardAnswer;
        "GET /cards/{}/actions": WhyNotAnswer;
        "GET /cards/{}/actions/purchase": PurchaseAnswer;
        "POST /cards/{}/events": Card;
        "GET /cards/{}/history": CardHistoryAnswer;
        "POST /cards/{}/payments": PlayedPaymentAnswer;
        "GET /cards/{}/plastic": PlasticAnswer;
        "POST /cards/{}/token-requests": RequestedTokenAnswer;
        "GET /cards/{}/tokens": CardTokenListAnswer;
        "GET /clearing-file": null;
        "POST /clearing-file": ClearingLoadAnswer;
        "GET /clearing/breaks": LocatedBreakListAnswer;
        "GET /clearing/breaks/{}": LocatedBreakAnswer;
        "POST /clearing/breaks/{}/resolve": ClearingBreakAnswer;
        "GET /clearing/positions": PositionListAnswer;
        "GET /clock": ClockAnswer;
        "PUT /clock": ClockAnswer;
        "DELETE /coverage": null;
        "GET /coverage": CoverageAnswer;
        "GET /customers": CustomerListAnswer;
        "POST /customers": CustomerAnswer;
        "PUT /customers/{}/authentication": AuthenticationMeansAnswer;
        "POST /customers/{}/load": Transaction;
        "GET /disputes": DisputeListAnswer;
        "GET /disputes/{}": SeenDisputeAnswer;
        "POST /disputes/{}/steps": Dispute;
        "GET /events": null;
        "GET /exchange-rates": ExchangeRatesAnswer;
        "PUT /exchange-rates": ExchangeRateAnswer;
        "POST /explain": ExplainAnswer;
        "DELETE /faults": null;
        "GET /faults": FaultPlanAnswer;
        "PUT /faults": FaultPlanAnswer;
        "GET /ledger": LedgerAnswer;
        "GET /merchants": MerchantListAnswer;
        "POST /merchants": MerchantAnswer;
        "GET /merchants/{}": MerchantAnswer;
        "POST /merchants/{}/certificate-requests": CertificateRequestAnswer;
        "POST /merchants/{}/certificates": MerchantKeyAnswer;
        "PATCH /merchants/{}/gateways/{}": null;
        "GET /merchants/{}/keys": MerchantKeyListAnswer;
        "POST /merchants/{}/keys": MerchantKeyAnswer;
        "GET /messages": InboxAnswer;
        "POST /messages/{}/approve": MessageAnswer;
        "POST /messages/{}/deny": MessageAnswer;
        "POST /network/messages": NetworkAnswer;
        "GET /payments": MerchantPaymentListAnswer;
        "GET /payments/{}": MerchantPaymentAnswer;
        "POST /payments/{}/outcome": MerchantPaymentAnswer;
        "GET /phones": PhoneListAnswer;
        "POST /phones": PhoneAnswer;
        "DELETE /phones/{}": null;
        "GET /phones/{}": PhoneAnswer;
        "POST /phones/{}/certificates": CertificatesAnswer;
        "POST /phones/{}/push": PushAnswer;
        "GET /phones/{}/tokens": PhoneTokenListAnswer;
        "POST /phones/{}/tokens": PhoneTokenAnswer;
        "POST /phones/{}/tokens/{}/cryptograms": PhonePaymentAnswer;
        "POST /phones/{}/tokens/{}/events": PhoneTokenAnswer;
        "POST /phones/{}/tokens/{}/verification": PhoneTokenAnswer;
        "POST /phones/{}/wallet": PhoneAnswer;
        "GET /programs": AllProgramsAnswer;
        "POST /programs": Program;
        "GET /programs/{}/controls": CardControls;
        "PUT /programs/{}/controls": CardControls;
        "DELETE /programs/{}/controls/draft": null;
        "GET /programs/{}/controls/draft": RulesDraftAnswer;
        "PUT /programs/{}/controls/draft": RulesDraftAnswer;
        "POST /programs/{}/controls/draft/backtest": BacktestAnswer;
        "GET /programs/{}/controls/draft/differences": RuleDifferencesAnswer;
        "DELETE /programs/{}/controls/draft/shadow": RulesDraftAnswer;
        "POST /programs/{}/controls/draft/shadow": RulesDraftAnswer;
        "POST /programs/{}/controls/draft/versions/{}/promote": CardControls;
        "GET /programs/{}/payment-terms": PaymentTermsAnswer;
        "PUT /programs/{}/payment-terms": PaymentTermsAnswer;
        "POST /provider-states": ProviderStateAnswer;
        "GET /receivers/{}": ReceivedListAnswer;
        "POST /receivers/{}": null;
        "DELETE /requests": null;
        "GET /requests": JournalAnswer;
        "POST /requests/verify": VerificationAnswer;
        "POST /reset": null;
        "POST /scenarios": PlayedScenarioAnswer;
        "GET /snapshots": SnapshotListAnswer;
        "POST /snapshots": SnapshotAnswer;
        "DELETE /snapshots/{}": null;
        "GET /snapshots/{}/diff": SnapshotDifferenceAnswer;
        "GET /snapshots/{}/file": null;
        "POST /snapshots/{}/file": SnapshotAnswer;
        "POST /snapshots/{}/restore": null;
        "GET /tenants": TenantListAnswer;
        "POST /tenants": TenantAnswer;
        "DELETE /tenants/{}": null;
        "GET /tenants/{}": TenantAnswer;
        "POST /tokens/{}/events": TokenAnswer;
        "GET /wallet-keys": WalletKeysAnswer;
        "GET /webhooks/deliveries": AllDeliveriesAnswer;
        "GET /webhooks/deliveries/{}": FullDeliveryAnswer;
        "POST /webhooks/deliveries/{}/resend": null;
        "GET /webhooks/subscriptions": AllSubscriptionsAnswer;
        "GET /zone-pin-key": ZonePINKeyAnswer;
    }
    type AboutAnswer = { publicUrl: string; sandboxUrl: string; merchantsUrl?: string; tenant?: string; brands:
        Array<string>; exampleMerchantId?: string; gateways?: Array<AboutGatewayAnswer>; version: string };
    type AboutGatewayAnswer = { name: string; title: string; wallets: Array<string>; exampleCredentials:
        Array<GatewayCredentialAnswer> };
    type AllDeliveriesAnswer = { deliveries: Array<FullDeliveryAnswer>; meta: ListPageAnswer };
    type AllProgramsAnswer = { programs: Array<ListedProgramAnswer>; meta: ListPageAnswer };
    type AllSubscriptionsAnswer = { subscriptions: Array<OwnedSubscriptionAnswer>; meta: ListPageAnswer };
    type AuthenticationMeansAnswer = { customerId: string; mobile: string; email?: string; hasPassword: boolean;
        hasAuthenticator: boolean; hasPin: boolean; hasPasskey: boolean; hasTrustedDevice: boolean };
    type AuthenticationPolicy = { mode?: "EMBEDDED" | "HYBRID" | "OUTSOURCED" | null; operations?: Array<string> | null;
        eventLifetimeSeconds?: number | null; challengeLifetimeSeconds?: number | null; allowableChallenges?: number |
        null; cooldownSeconds?: number | null; allowableAttempts?: number | null; challengesPerHour?: number | null;
        wrongAttemptsBeforeLockOut?: number | null; refusesWeakPins?: boolean | null; acceptsTrustedDevices?: boolean |
        null; relyingPartyId?: string | null; origins?: Array<string> | null };
    type BacktestAnswer = { cards: number; judged: number; declined: number; approved: number; otherwise: number;
        unknown: number; differences: Array<RuleDifferenceAnswer>; next?: string };
    type BreakCountAnswer = { kind: "UNKNOWN" | "AMOUNT" | "DOUBLED" | "STATUS" | "UNBOOKED" | "MISSING"; count: number
        };
    type Card = { cardId: string; status: "ACTIVE" | "PENDING" | "APPLIED" | "REJECTED" | "ISSUED" | "DIGITAL" |
        "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" | "DAMAGED" | "LOST"; expiry: CardExpiry; bin: string;
        lastFour: string; customerId: string; cardType: "PHYSICAL" | "VIRTUAL"; programName: string; currency: string;
        mobile?: string; deliveryAddress?: DeliveryAddress; createdDate: string; accountId?: string; scheme: "VISA" |
        "MC"; activationDate?: string; isPinSet: boolean; externalId?: string; tokenizations?: Array<Tokenization>;
        availableActions?: Array<CardAction> };
    type CardAction = { action: "ACTIVATE" | "CANCEL" | "UNLOCK" | "LOCK" | "SHOW_DETAILS" | "SHOW_PIN" | "SET_PIN" |
        "RESET_PIN_CVV_RETRIES" };
    type CardChangeAnswer = { number: number; from?: "ACTIVE" | "PENDING" | "APPLIED" | "REJECTED" | "ISSUED" |
        "DIGITAL" | "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" | "DAMAGED" | "LOST"; to: "ACTIVE" | "PENDING" |
        "APPLIED" | "REJECTED" | "ISSUED" | "DIGITAL" | "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" | "DAMAGED" |
        "LOST"; actor: "CUSTOMER" | "BUSINESS" | "ISSUER"; occasion: "UPDATE" | "ACTIVATION" | "REPLACEMENT" | "EVENT";
        reason?: string; date: string };
    type CardControls = { allowedMccs?: Array<string>; blockedMccs?: Array<string>; allowedCountries?: Array<string>;
        blockedCountries?: Array<string>; channels: CardControlsChannels; limits?: Array<CardControlsLimit> };
    type CardControlsChannels = { ecommerce: boolean; pos: boolean; contactless: boolean; magneticStripe: boolean; atm:
        boolean; mobileWallet: boolean };
    type CardControlsLimit = { window: "TRANSACTION" | "DAY" | "WEEK" | "MONTH" | "LIFETIME"; channel?: "ECOMMERCE" |
        "POS" | "CONTACTLESS" | "MAGNETIC_STRIPE" | "ATM" | "MOBILE_WALLET"; amount?: number; count?: number };
    type CardExpiry = { month: number; year: number };
    type CardHistoryAnswer = { history: Array<CardChangeAnswer>; meta: ListPageAnswer };
    type CardTokenAnswer = { phone: PhoneAnswer; token: PhoneTokenAnswer };
    type CardTokenListAnswer = { tokens: Array<CardTokenAnswer> };
    type CertificateRequestAnswer = { key: MerchantKeyAnswer; certificateSigningRequest: string };
    type CertificatesAnswer = { leafCertificate: string; subordinateCertificate: string; nonce: string; nonceSignature:
        string; devicePrivateKey: string };
    type ChangedRowAnswer = { table: string; change: "ADDED" | "CHANGED" | "REMOVED"; key: any; columns: any };
    type ClearingBreakAnswer = { breakId: string; kind: "UNKNOWN" | "AMOUNT" | "DOUBLED" | "STATUS" | "UNBOOKED" |
        "MISSING"; authorizationId: string; fileReference?: string; line?: number; networkReference?: string; amount?:
        number; currencyCode?: string; authorizedAmount?: number; authorizedCurrencyCode?: string; isBooked: boolean;
        explanation?: string; openedDate: string; ageDays: number; resolvedDate?: string; resolvedBy?: string; reason?:
        string; isLoss?: boolean };
    type ClearingLoadAnswer = { reference: string; lines: number; takenBefore: number; agreeing: number; breaks:
        Array<BreakCountAnswer> };
    type ClockAnswer = { now: string; frozen: boolean };
    type CoverageAnswer = { operations: CoverageSection; errorCodes: CoverageSection; statusTransitions:
        CoverageSection; wallets: CoverageSection; authentication: CoverageSection; responseCodes: CoverageSection;
        gateways: Array<GatewayCoverageAnswer> };
    type CoverageSection = { seen: number; possible: number; counts: any; missing: Array<string> };
    type CustomerAnswer = { customerId: string; brand: string; country: string; firstName: string; lastName: string;
        mobile: string; address?: DeliveryAddress };
    type CustomerListAnswer = { customers: Array<ListedCustomerAnswer>; meta: ListPageAnswer };
    type DeliveryAddress = { address1: string; address2?: string | null; address3?: string | null; city: string;
        countryCode: string; state?: string | null; postalCode: string };
    type DeliveryAttemptAnswer = { number: number; attemptedDate: string; outcome: "DELIVERED" | "REFUSED" | "TIMED_OUT"
        | "NOT_REACHED" | "ADDRESS_NOT_ALLOWED"; statusCode?: number; milliseconds: number };
    type Dispute = { id: string; customerId: string; accountId: string; authorizationId: string; cardId: string; status:
        "OPEN" | "CHARGEBACK" | "REPRESENTED" | "PRE_ARBITRATION" | "ARBITRATION" | "WON" | "LOST" | "WITHDRAWN";
        reason: "FRAUD" | "NOT_RECEIVED" | "NOT_AS_DESCRIBED" | "CANCELLED" | "CREDIT_NOT_PROCESSED" | "DUPLICATE" |
        "INCORRECT_AMOUNT" | "CASH_NOT_DISPENSED" | "OTHER"; description?: string; amount: number; disputedAmount:
        number; creditedAmount: number; currencyCode: string; deadline?: string; creationTime: string; lastChangeDate:
        string; history?: Array<DisputeLine>; evidence?: Array<Evidence> };
    type DisputeLine = { step: "OPEN" | "REJECT" | "CHARGE_BACK" | "REPRESENT" | "PRE_ARBITRATE" | "ARBITRATE" |
        "ACCEPT" | "RULE_FOR_ISSUER" | "RULE_FOR_ACQUIRER" | "WITHDRAW" | "REFUND" | "TIME_OUT"; actor: "CUSTOMER" |
        "BUSINESS" | "ISSUER" | "ACQUIRER" | "SCHEME" | "CLOCK"; status: "OPEN" | "CHARGEBACK" | "REPRESENTED" |
        "PRE_ARBITRATION" | "ARBITRATION" | "WON" | "LOST" | "WITHDRAWN"; disputedAmount: number; note?: string; time:
        string };
    type DisputeListAnswer = { disputes: Array<LocatedDisputeAnswer>; meta: ListPageAnswer };
    type Evidence = { id: string; actor: "CUSTOMER" | "BUSINESS" | "ISSUER" | "ACQUIRER" | "SCHEME" | "CLOCK"; fileName:
        string; mediaType: "application/pdf" | "image/jpeg" | "image/png" | "text/plain"; size: number; creationTime:
        string };
    type ExchangeRateAnswer = { from: string; to: string; rate: string };
    type ExchangeRatesAnswer = { rates: Array<ExchangeRateAnswer> };
    type ExplainAnswer = { verdict: "PASSED" | "FAILED"; steps: Array<ExplainedStepAnswer> };
    type ExplainedStepAnswer = { step: string; verdict: "PASSED" | "SKIPPED" | "FAILED"; seen?: string; failure?:
        string; cause?: string; fix?: string };
    type FaultPlanAnswer = { profile?: string; seed: number; alsoTools?: boolean; rules: any };
    type Fee = { amount: number; currency: string; paymentReason: "SENDER_FEE" | "RECIPIENT_FEE" | "DEPOSIT_FEE" |
        "WITHDRAWAL_FEE" | "MERCHANT_FEE" | "PAYSAFE_FEE" | "ATM_FEE" | "FX_FEE" | "OTHER_FEE" };
    type FieldError = { field: string; error: string };
    type FoundCardAnswer = { card: LocatedCardAnswer; tokenLastFour?: string; phoneId?: string };
    type FoundCardsAnswer = { cards: Array<FoundCardAnswer> };
    type FullDeliveryAnswer = { id: string; eventId: string; eventType: string; subscriptionId: string; url?: string;
        subject: string; status: "PENDING" | "DELIVERED" | "DEAD"; createdDate: string; nextAttemptDate?: string; body?:
        any; bodyIsSecret?: boolean; attempts: Array<DeliveryAttemptAnswer> };
    type GatewayCoverageAnswer = { name: string; operations: CoverageSection; responseCodes: CoverageSection };
    type GatewayCredentialAnswer = { name: string; value: string };
    type HoldAnswer = { holdId: string; amount: number; cleared: number; currencyCode: string; createdDate: string;
        expiryDate?: string };
    type HoldListAnswer = { holds: Array<HoldAnswer>; meta: ListPageAnswer };
    type InboxAnswer = { messages: Array<MessageAnswer> };
    type JournalAnswer = { requests: any; meta: JournalPageAnswer };
    type JournalPageAnswer = { numberOfRecords: number; limit: number; page: number; forgotten: number };
    type LedgerAnswer = { chart: Array<LedgerKindAnswer>; accounts: Array<LedgerLineAnswer>; totals:
        Array<LedgerTotalAnswer>; isBalanced: boolean };
    type LedgerKindAnswer = { name: string; meaning: string; side: "CREDIT" | "DEBIT" };
    type LedgerLineAnswer = { account: string; meaning: string; currencyCode: string; side: "CREDIT" | "DEBIT"; balance:
        string };
    type LedgerTotalAnswer = { currencyCode: string; debit: string; credit: string; isBalanced: boolean };
    type ListPageAnswer = { numberOfRecords: number; limit: number; page: number };
    type ListedCustomerAnswer = { customerId: string; brand: string; firstName: string; lastName: string; email?:
        string; mobile: string; countryCode: string; cardCount: number };
    type ListedPhoneAnswer = { phoneId: string; customerId: string; ownerName: string; kind: "IPHONE" | "PIXEL" |
        "GALAXY"; walletType: "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY"; hasWallet: boolean; tokenCount: number };
    type ListedProgramAnswer = { programName: string; brand: string; scheme: "VISA" | "MC"; cardType: "PHYSICAL" |
        "VIRTUAL"; currencies: Array<string>; draftStatus?: "OPEN" | "SHADOW" };
    type LocatedBreakAnswer = { break: ClearingBreakAnswer; cardId?: string; customerId?: string; merchantName?: string;
        status?: string };
    type LocatedBreakListAnswer = { breaks: Array<LocatedBreakAnswer>; next?: string };
    type LocatedCardAnswer = { cardId: string; customerId: string; brand: string; lastFour: string; status: "ACTIVE" |
        "PENDING" | "APPLIED" | "REJECTED" | "ISSUED" | "DIGITAL" | "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" |
        "DAMAGED" | "LOST"; scheme: "VISA" | "MC"; ownerName: string };
    type LocatedDisputeAnswer = { dispute: Dispute; brand: string; ownerName: string };
    type MerchantAnswer = { merchantId: string; name: string; mcc: string; country: string; city: string; currencyCode:
        string; dayEnds: string; gateways?: Array<MerchantGatewayAnswer> };
    type MerchantGatewayAnswer = { name: string; path: string; hosts: Array<string>; credentials?:
        Array<GatewayCredentialAnswer>; keys: Array<MerchantKeyAnswer> };
    type MerchantKeyAnswer = { gateway: string; wallet: "APPLE" | "GOOGLE" | "SAMSUNG"; walletId?: string; kind: "P-256"
        | "RSA"; publicKeyHash: string; status: "WAITING" | "ACTIVE" | "REPLACED"; endDate?: string; publicKey: string
        };
    type MerchantKeyListAnswer = { keys: Array<MerchantKeyAnswer> };
    type MerchantListAnswer = { merchants: Array<MerchantAnswer> };
    type MerchantPaymentAnswer = { id: string; merchantId: string; gateway: string; reference: string;
        externalReference?: string; amount: number; authorized: number; captured: number; refunded: number; voided:
        number; currencyCode: string; status: "CREATED" | "PENDING_AUTHENTICATION" | "AUTHORIZED" | "DECLINED" |
        "CAPTURED" | "VOIDED" | "REFUNDED" | "EXPIRED"; declineReason?: "INSUFFICIENT_FUNDS" | "SUSPENDED" | "CLOSED" |
        "LOST" | "STOLEN" | "EXPIRED" | "AMOUNT_LIMIT" | "COUNT_LIMIT" | "NOT_PERMITTED" | "CRYPTOGRAM_REFUSED" |
        "UNKNOWN_CARD" | "WRONG_CVV2" | "WRONG_PIN" | "DO_NOT_HONOR" | "NOT_AUTHENTICATED" | "MALFUNCTION"; wallet?:
        "APPLE" | "GOOGLE" | "SAMSUNG"; method?: string; lastFour?: string; createdDate: string; steps:
        Array<MerchantPaymentStepAnswer> };
    type MerchantPaymentListAnswer = { payments: Array<MerchantPaymentAnswer>; meta: ListPageAnswer };
    type MerchantPaymentStepAnswer = { number: number; kind: "CAPTURE" | "VOID" | "REFUND"; reference: string; amount:
        number; date: string; settlesDate?: string; settledDate?: string };
    type MessageAnswer = { id: string; customerId: string; channel: string; target: string; code?: string; eventId?:
        string; issuerTokenId?: string; about?: string; operation?: "ISSUE_TOKEN" | "CREATE_CARD" | "UPDATE_CARD" |
        "ACTIVATE_CARD" | "REPLACE_CARD" | "SET_PIN" | "RESET_RETRIES" | "CARD_DETAILS" | "SECURE_DETAILS" |
        "TOKENIZE_CARD" | "COMPLETE_TOKENIZATION" | "CARD_CONTROLS" | "CREATE_TRANSFER" | "CREATE_WITHDRAWAL" |
        "DISPUTE_PAYMENT" | "TRUST_DEVICE"; cardId?: string; state: "OPEN" | "VERIFIED" | "USED" | "REPLACED" | "FAILED"
        | "EXPIRED"; expiryDate?: string; createdDate: string; answer?: "APPROVED" | "DENIED"; awaitsAnswer?: boolean;
        status?: string };
    type NetworkAnswer = { authorizationId?: string; responseCode: string; meaning: string; approvedAmount?: number;
        approvalCode?: string; cvvResult?: string; availableBalance?: number; currencyCode?: string; errors?:
        Array<FieldError> };
    type NextDisputeStepAnswer = { actor: "CUSTOMER" | "BUSINESS" | "ISSUER" | "ACQUIRER" | "SCHEME" | "CLOCK"; step:
        "OPEN" | "REJECT" | "CHARGE_BACK" | "REPRESENT" | "PRE_ARBITRATE" | "ARBITRATE" | "ACCEPT" | "RULE_FOR_ISSUER" |
        "RULE_FOR_ACQUIRER" | "WITHDRAW" | "REFUND" | "TIME_OUT"; status: "OPEN" | "CHARGEBACK" | "REPRESENTED" |
        "PRE_ARBITRATION" | "ARBITRATION" | "WON" | "LOST" | "WITHDRAWN" };
    type OwnedSubscriptionAnswer = { id: string; owner: string; eventType: string; url?: string; createdDate: string };
    type PartnerDecisionAnswer = { url: string; signingKey?: string; timeLimitMilliseconds: number; standIn: "DECLINE" |
        "APPROVE" | "APPROVE_UP_TO"; standInLimit?: number; standInExcludedMccs?: Array<string> };
    type PaymentTermsAnswer = { atmFee: number; fxFeeBasisPoints: number; holdDays: number; holdDaysIfPaidLater: number;
        needsSecurityCode: boolean; needsAuthentication: boolean; wrongCodesInARow: number; wrongCodesOnADay: number;
        provisionalCredit: boolean; bearsLostDisputes: boolean; walletProvisioning: "ALLOWED" | "IDENTIFIED" |
        "REFUSED"; renewalDays: number; renewalKeepsNumber: boolean; walletMetadata?: WalletMetadataAnswer };
    type PhoneAnswer = { phoneId: string; customerId: string; kind: "IPHONE" | "PIXEL" | "GALAXY"; walletType:
        "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY"; stableHardwareId: string; activeWalletId?: string };
    type PhoneListAnswer = { phones: Array<ListedPhoneAnswer>; meta: ListPageAnswer };
    type PhonePaymentAnswer = { dpan: string; expiry: CardExpiry; counter: number; unpredictableNumber: string;
        cryptogram: string; eci?: string; requestorId: string; wallet: "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY" };
    type PhoneTokenAnswer = { issuerTokenId: string; cardId: string; cardNetwork: "CARD_NETWORK_VISA" |
        "CARD_NETWORK_MASTERCARD"; tokenProvider: "TOKEN_PROVIDER_VISA" | "TOKEN_PROVIDER_MASTERCARD"; fpanLastFour:
        string; dpanLastFour: string; tokenState: "NEEDS_IDENTITY_VERIFICATION" | "ACTIVE" | "SUSPENDED" | "DELETED" };
    type PhoneTokenListAnswer = { tokens: Array<PhoneTokenAnswer> };
    type PlasticAnswer = { cardId: string; pan: string; cvv: string; expiry: CardExpiry; cardHolderName: string;
        dispatchedDate?: string; deliveredDate?: string };
    type PlayedPaymentAnswer = { networkReference: string; responseCode: string; meaning: string; approvedAmount?:
        number; approvalCode?: string; cvvResult?: string; availableBalance?: number; isRepeated: boolean;
        authorizationId?: string; status?: string; trace: Array<TraceLineAnswer> };
    type PlayedScenarioAnswer = { programs: Array<string>; brands?: Array<string>; clients?: any; changes?:
        Array<string>; customers: any; cards: any; tokenizations: any; loads?: any; payments?: any; clearingFiles?: any;
        merchants?: Array<string> };
    type PositionAnswer = { day: string; scheme: "VISA" | "MC"; currencyCode: string; lines: number; amount: string;
        interchange: string; losses: string; net: string; settledDate?: string };
    type PositionListAnswer = { positions: Array<PositionAnswer> };
    type PossibilityAnswer = { action?: string; operation?: string; asking?: any; possible: boolean;
        asksForAuthentication?: boolean; code?: string; reason?: string };
    type PostingAnswer = { journalId: string; number: number; date: string; direction: "CREDIT" | "DEBIT"; amount:
        number; currencyCode: string; otherAccount: string; balance: number; transactionId?: string; transactionType?:
        string };
    type PostingListAnswer = { postings: Array<PostingAnswer>; meta: ListPageAnswer };
    type Program = { cardType: "PHYSICAL" | "VIRTUAL"; scheme: "VISA" | "MC"; name: string; currencies: Array<string>;
        allowableCards: number; isDigital: boolean };
    type ProviderStateAnswer = { customerId?: string; customerToken?: string; cardDataToken?: string; businessToken?:
        string; accountId?: string; transactionId?: string; cardId?: string; authorizationId?: string; disputeId?:
        string; evidenceId?: string; depositId?: string; transferId?: string; withdrawalId?: string; lastFourDigits?:
        string; cvv?: string; dpanRef?: string; walletId?: string; eventId?: string; walletOperationId?: string; otp?:
        string; deviceId?: string; orderId?: string; url?: string; subscriptionId?: string; deliveryId?: string };
    type PurchaseAnswer = { cardId: string; possible: boolean; responseCode: string; meaning: string; approvedAmount?:
        number; obstacles: Array<TraceLineAnswer>; trace: Array<TraceLineAnswer> };
    type PushAnswer = { verdict: "PASSED" | "FAILED"; steps: Array<ExplainedStepAnswer>; token?: PhoneTokenAnswer };
    type ReceivedListAnswer = { webhooks: Array<ReceivedWebhookAnswer>; meta: ListPageAnswer };
    type ReceivedWebhookAnswer = { receivedDate: string; status: number; headers: any; body?: any; text: string };
    type RequestPatternDifference = { criterion: string; wanted: any; found?: any };
    type RequestedTokenAnswer = { tokenReference: string; decision?: "APPROVED" | "REQUIRE_ADDITIONAL_AUTHENTICATION" |
        "DECLINED"; tokenStatus?: "ACTIVE" | "SUSPENDED" | "DELETED"; messages: Array<RequestedTokenAnswerMessage> };
    type RequestedTokenAnswerMessage = { networkReference: string; kind: "ELIGIBILITY" | "PROVISIONING" | "SEND_CODE" |
        "VERIFY_CODE" | "TOKEN_CHANGE"; decision: "APPROVED" | "REQUIRE_ADDITIONAL_AUTHENTICATION" | "DECLINED";
        reason?: string; isRepeated: boolean };
    type RuleDifferenceAnswer = { networkReference: string; cardId: string; receivedDate: string; amount: number;
        currencyCode: string; mcc: string; country: string; recordedCode: string; recordedReason?: string; draftCode:
        string; draftReason?: string; asksPartner: boolean };
    type RuleDifferencesAnswer = { differences: Array<RuleDifferenceAnswer>; next?: string };
    type RulesDraftAnswer = { program: string; status: "OPEN" | "SHADOW" | "DROPPED" | "PROMOTED"; version: number;
        changedDate: string; controls: CardControls; controlsHaveChanged: boolean };
    type SecureViewSettings = { frameAncestors: Array<string> };
    type SeenAuthenticationAnswer = { eventId: string; customerId: string; operation?: "ISSUE_TOKEN" | "CREATE_CARD" |
        "UPDATE_CARD" | "ACTIVATE_CARD" | "REPLACE_CARD" | "SET_PIN" | "RESET_RETRIES" | "CARD_DETAILS" |
        "SECURE_DETAILS" | "TOKENIZE_CARD" | "COMPLETE_TOKENIZATION" | "CARD_CONTROLS" | "CREATE_TRANSFER" |
        "CREATE_WITHDRAWAL" | "DISPUTE_PAYMENT" | "TRUST_DEVICE"; cardId?: string; authenticationMode: "EMBEDDED" |
        "HYBRID" | "OUTSOURCED"; status: "OPEN" | "VERIFIED" | "FAILED" | "USED"; createdDate: string; expiryDate:
        string; usedDate?: string; challenges: Array<SeenChallengeAnswer> };
    type SeenChallengeAnswer = { number: number; verification: "PASSWORD" | "PIN" | "SMS" | "EMAIL" | "AUTHENTICATOR" |
        "PUSH_NOTIFICATION" | "PASSKEYS" | "BIOMETRIC"; attempts: number; allowableAttempts: number; createdDate:
        string; expiryDate: string; answer?: "APPROVED" | "DENIED" };
    type SeenDisputeAnswer = { dispute: Dispute; brand: string; ownerName: string; nextSteps:
        Array<NextDisputeStepAnswer> };
    type SnapshotAnswer = { name: string; takenDate: string };
    type SnapshotDifferenceAnswer = { name: string; takenDate: string; total: number; rows: Array<ChangedRowAnswer> };
    type SnapshotListAnswer = { snapshots: Array<SnapshotAnswer> };
    type TenantAnswer = { name: string; baseUrl: string; sandboxUrl: string; merchantsUrl?: string; brand: string;
        clients: Array<TenantClientAnswer>; customers: Array<string>; clock: ClockAnswer };
    type TenantClientAnswer = { clientId: string; clientSecret: string; mayExchange: boolean; isBusiness: boolean };
    type TenantListAnswer = { tenants: Array<string> };
    type TokenAnswer = { dpanRef?: string; cardId: string; walletType: "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY";
        tokenStatus?: string };
    type Tokenization = { dpanRef?: string; walletId?: string; walletType: "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY";
        status: "INITIATED" | "COMPLETED" };
    type TraceLineAnswer = { check: "MESSAGE" | "TOKEN" | "CARD" | "CARD_STATUS" | "EXPIRY" | "CRYPTOGRAM" | "PIN" |
        "AUTHENTICATION" | "PERMISSION" | "LIMITS" | "ACCOUNT" | "MONEY" | "PARTNER"; outcome: "PASSED" | "REDUCED" |
        "FAILED" | "SKIPPED"; code?: string; reason?: "NOT_A_REQUEST" | "EARLIER_CHECK_FAILED" | "NOT_SENT" |
        "NOT_NEEDED" | "FOLLOW_UP" | "NO_TOKEN" | "NO_CARD" | "NO_PRICE" | "NO_MONEY_ASKED" | "NO_PARTNER" |
        "PARTNER_TO_ASK" | "MALFORMED" | "REFERENCE_TAKEN" | "ORIGINAL_ALREADY_REVERSED" | "ORIGINAL_UNKNOWN" |
        "ORIGINAL_OF_OTHER_CARD" | "ORIGINAL_CLOSED" | "PAYMENT_REPORTED" | "TOKEN_UNKNOWN" | "TOKEN_SUSPENDED" |
        "TOKEN_DELETED" | "TOKEN_EXPIRY_DIFFERS" | "TOKEN_OF_OTHER_REQUESTOR" | "TOKEN_OF_OTHER_WALLET" |
        "TOKEN_OUTSIDE_DOMAIN" | "CARD_UNKNOWN" | "CARD_STATUS" | "PLASTIC_NOT_USABLE" | "CODE_TRIES_PAUSED" |
        "EXPIRY_DIFFERS" | "EXPIRED" | "CRYPTOGRAM_MISSING" | "CRYPTOGRAM_WRONG" | "CRYPTOGRAM_REPLAYED" |
        "SECURITY_CODE_MISSING" | "SECURITY_CODE_WRONG" | "PIN_MISSING" | "PIN_WRONG" | "PIN_BLOCKED" |
        "PIN_NOT_VERIFIABLE" | "NOT_AUTHENTICATED" | "CUSTOMER_RESTRICTED" | "CHANNEL_SWITCHED_OFF" |
        "COUNTRY_NOT_ALLOWED" | "CATEGORY_NOT_ALLOWED" | "AMOUNT_LIMIT" | "COUNT_LIMIT" | "NO_ACCOUNT" |
        "NOT_CONVERTIBLE" | "AMOUNT_TOO_LARGE" | "NOT_ENOUGH_MONEY" | "MORE_THAN_IS_LEFT" | "PARTNER_DECLINED" |
        "PARTNER_AMOUNT_TOO_SMALL" | "PARTNER_TIMED_OUT" | "PARTNER_NOT_REACHED" | "PARTNER_REFUSED" |
        "PARTNER_UNREADABLE" | "PARTNER_NOT_ASKED" };
    type Transaction = { id: string; slipId: string; customerId: string; accountId: string; type: "DEPOSIT" |
        "WITHDRAWAL" | "TRANSFER_IN" | "TRANSFER_OUT" | "PREPAID_CARD" | "CHARGEBACK" | "CHARGEBACK_REVERSAL"; amount:
        number; currencyCode: string; direction: "CREDIT" | "DEBIT"; fees?: Array<Fee>; paymentType?: "CARD" |
        "BANK_TRANSFER" | "RAPID_TRANSFER" | "TRANSFER"; status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" |
        "CANCELLED" | "REFUNDED" | "DECLINED"; statusReason?: string; balance?: number; merchantRefNum?: string;
        creationTime: string; lastChangeDate: string };
    type VerificationAnswer = { holds: boolean; matches: number; atLeast: number; atMost?: number; numbers: any;
        nearMisses: Array<VerificationAnswerNearMiss> };
    type VerificationAnswerNearMiss = { differences: Array<RequestPatternDifference>; request: any };
    type WalletKeysAnswer = { visaSharedSecret: string; visaApiKey: string; visaActivationKeyHex: string;
        mastercardPrivateKeyPKCS8: string; mastercardTavPublicKeySPKI: string };
    type WalletMetadataAnswer = { issuerName?: string; shortDescription?: string; backgroundColor?: string;
        foregroundColor?: string; labelColor?: string; contactEmail?: string; contactPhone?: string; contactUrl?:
        string; termsUrl?: string; artReference?: string };
    type WhyNotAnswer = { cardId: string; customerId: string; status: "ACTIVE" | "PENDING" | "APPLIED" | "REJECTED" |
        "ISSUED" | "DIGITAL" | "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" | "DAMAGED" | "LOST"; availableActions:
        Array<string>; actions: Array<PossibilityAnswer> };
    type ZonePINKeyAnswer = { keyHex: string };
}
