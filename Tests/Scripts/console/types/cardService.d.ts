/** What bodies.mjs has read in openapi.txt. */
declare namespace CardService {
    interface Bodies {
        "GET /v1/accounts/{}": Account;
        "GET /v1/accounts/{}/statement": Statement;
        "GET /v1/accounts/{}/statement/camt053": null;
        "GET /v1/accounts/{}/statement/csv": null;
        "GET /v1/accounts/{}/statement/page": null;
        "POST /v1/auth/brands/{}/token": Token;
        "POST /v1/auth/sca/events/{}/attempts": Attempt;
        "POST /v1/auth/sca/events/{}/challenges": Challenge;
        "GET /v1/auth/sca/trusted-devices": TrustedDeviceList;
        "POST /v1/auth/sca/trusted-devices": TrustedDevice;
        "DELETE /v1/auth/sca/trusted-devices/{}": null;
        "PATCH /v1/customer-persons/{}": CustomerPerson;
        "GET /v1/customers/{}/prepaid/cards": CardList;
        "POST /v1/customers/{}/prepaid/cards": Card;
        "GET /v1/customers/{}/prepaid/cards/{}": Card;
        "PATCH /v1/customers/{}/prepaid/cards/{}": Card;
        "GET /v1/customers/{}/prepaid/cards/{}/controls": CardControls;
        "PUT /v1/customers/{}/prepaid/cards/{}/controls": CardControls;
        "DELETE /v1/customers/{}/restrictions": RestrictionList;
        "POST /v1/customers/{}/restrictions": RestrictionList;
        "PUT /v1/customers/{}/sca/pin": null;
        "POST /v1/prepaid/cards/bulk": BulkOrder;
        "GET /v1/prepaid/cards/bulk/{}": BulkOrder;
        "GET /v1/profile": Profile;
        "GET /v1/profile/accounts/{}": Account;
        "GET /v1/profile/accounts/{}/statement": Statement;
        "GET /v1/profile/accounts/{}/statement/camt053": null;
        "GET /v1/profile/accounts/{}/statement/csv": null;
        "GET /v1/profile/accounts/{}/statement/page": null;
        "GET /v1/profile/authorizations": AuthorizationList;
        "GET /v1/profile/authorizations/{}": Authorization;
        "GET /v1/profile/disputes": DisputeList;
        "POST /v1/profile/disputes": Dispute;
        "GET /v1/profile/disputes/{}": Dispute;
        "POST /v1/profile/disputes/{}/evidence": Evidence;
        "GET /v1/profile/disputes/{}/evidence/{}": EvidenceContent;
        "POST /v1/profile/disputes/{}/withdrawal": Dispute;
        "GET /v1/profile/prepaid/cards": CardList;
        "POST /v1/profile/prepaid/cards": Card;
        "GET /v1/profile/prepaid/cards/{}": Card;
        "PATCH /v1/profile/prepaid/cards/{}": Card;
        "POST /v1/profile/prepaid/cards/{}/activate": Card;
        "GET /v1/profile/prepaid/cards/{}/controls": CardControls;
        "PUT /v1/profile/prepaid/cards/{}/controls": CardControls;
        "GET /v1/profile/prepaid/cards/{}/details": Details;
        "PUT /v1/profile/prepaid/cards/{}/pin": Card;
        "POST /v1/profile/prepaid/cards/{}/replace": Card;
        "POST /v1/profile/prepaid/cards/{}/retries/reset": Card;
        "POST /v1/profile/prepaid/cards/{}/secure-details": SecureView;
        "POST /v1/profile/prepaid/cards/{}/tokenizations": CardTokenization;
        "PUT /v1/profile/prepaid/cards/{}/tokenizations": Tokenization;
        "GET /v1/profile/prepaid/programs": ProgramList;
        "GET /v1/profile/prepaid/programs/{}": Program;
        "GET /v1/profile/transactions": TransactionList;
        "GET /v1/profile/transactions/{}": Transaction;
        "POST /v1/profile/transfers": Movement;
        "POST /v1/profile/transfers/{}/status": Movement;
        "POST /v1/profile/withdrawals": Movement;
        "POST /v1/profile/withdrawals/{}/status": Movement;
        "POST /v1/sca/events/{}/attempts": Attempt;
        "POST /v1/wallets": Wallet;
        "GET /v1/webhooks/deliveries": WebhookDeliveryList;
        "POST /v1/webhooks/deliveries/{}/resend": null;
        "GET /v1/webhooks/subscriptions": WebhookSubscriptionList;
        "POST /v1/webhooks/subscriptions": WebhookSubscription;
        "DELETE /v1/webhooks/subscriptions/{}": null;
        "GET /v2/accounts": Array<Account>;
        "GET /v2/authorizations": AuthorizationList;
        "GET /v2/authorizations/{}": Authorization;
        "PATCH /v2/customer-persons/{}": CustomerPerson;
        "POST /v2/customers/{}/deposits": Movement;
        "POST /v2/customers/{}/deposits/{}/status": Movement;
        "GET /v2/customers/{}/disputes": DisputeList;
        "POST /v2/customers/{}/disputes": Dispute;
        "GET /v2/customers/{}/disputes/{}": Dispute;
        "POST /v2/customers/{}/disputes/{}/evidence": Evidence;
        "GET /v2/customers/{}/disputes/{}/evidence/{}": EvidenceContent;
        "POST /v2/customers/{}/disputes/{}/withdrawal": Dispute;
        "GET /v2/customers/{}/prepaid/cards": CardList;
        "POST /v2/customers/{}/prepaid/cards": Card;
        "GET /v2/customers/{}/prepaid/cards/{}": Card;
        "PATCH /v2/customers/{}/prepaid/cards/{}": Card;
        "GET /v2/customers/{}/prepaid/cards/{}/controls": CardControls;
        "PUT /v2/customers/{}/prepaid/cards/{}/controls": CardControls;
        "DELETE /v2/customers/{}/restrictions": RestrictionList;
        "POST /v2/customers/{}/restrictions": RestrictionList;
        "POST /v2/customers/{}/transfers": Movement;
        "POST /v2/customers/{}/transfers/{}/status": Movement;
        "POST /v2/customers/{}/withdrawals": Movement;
        "POST /v2/customers/{}/withdrawals/{}/status": Movement;
        "POST /v2/prepaid/cards/bulk": BulkOrder;
        "GET /v2/prepaid/cards/bulk/{}": BulkOrder;
        "POST /v2/sca/events/{}/attempts": Attempt;
        "GET /v2/transactions": TransactionList;
        "GET /v2/transactions/{}": Transaction;
        "POST /v2/wallets": Wallet;
    }
    type Account = { id: string; customerId: string; currencyCode: string; totalBalance: number; availableBalance:
        number; creationTime: string };
    type Attempt = { id: string; eventId: string; walletOperationId: string; authenticationMode: "EMBEDDED" | "HYBRID" |
        "OUTSOURCED"; verification?: OfferedVerification; status: "VERIFIED" | "REJECTED" | "FAILED"; statusReason?:
        string; currentAttempts: number; allowableAttempts: number };
    type Authorization = { id: string; customerId: string; accountId: string; cardId: string; creationTime: string;
        status: "APPROVED" | "DECLINED" | "FAILED" | "EXPIRED" | "REVERSED" | "SETTLED" | "SETTLED_PARTIAL" |
        "FORCED_BAL_RELEASE" | "SETTLED_RELEASE_FAIL" | "UNKNOWN"; direction: "CREDIT" | "DEBIT"; type: "PURCHASE" |
        "ATM_WITHDRAWAL" | "PURCHASE_WITH_CASHBACK" | "REFUND" | "BALANCE_INQUIRY" | "ACCOUNT_VERIFICATION" | "UNKNOWN";
        transactionAmount: number; transactionCurrency: string; cardAmount?: number; cardCurrency?: string; netAmount?:
        number; netCurrency?: string; customerAmount?: number; customerCurrency?: string; fees?: Array<Fee>; mcc:
        number; merchantName: string; merchantCity?: string; merchantCountry: string; cardPresence: "PRESENT" |
        "NOT_PRESENT" | "UNKNOWN"; cardholderPresence: "PRESENT" | "NOT_PRESENT_UNSPECIFIED" | "NOT_PRESENT_MAIL_ORDER"
        | "NOT_PRESENT_PHONE_ORDER" | "NOT_PRESENT_RECURRING" | "NOT_PRESENT_ECOMMERCE" | "NOT_PRESENT_INSTALLMENT" |
        "UNKNOWN"; challenge: "PIN" | "3DS" | "ONLINE" | "BIOMETRIC" | "BIOGRAPHIC" | "MANUAL_SIGNATURE" |
        "ELECTRONIC_SIGNATURE" | "MANUAL_OTHER" | "UNKNOWN"; panEntryMethod: "CHIP" | "CONTACTLESS" | "MAGNETIC_STRIPE"
        | "MANUAL" | "ECOMMERCE" | "CREDENTIAL_ON_FILE" | "UNKNOWN"; mobileWallet?: "APPLE_PAY" | "GOOGLE_PAY" |
        "SAMSUNG_PAY"; responseCode: string; slipId?: string };
    type AuthorizationList = { authorizations: Array<Authorization>; meta: CardListMeta };
    type BulkOrder = { orderId: string; status: "ACCEPTED" | "PROCESSING" | "COMPLETED" | "FAILED"; numberOfCards:
        number; numberOfIssued: number; cards?: Array<BulkOrderIssued>; reason?: string; fieldErrors?:
        Array<FieldError>; createdDate: string; startedDate?: string; completedDate?: string };
    type BulkOrderIssued = { customerId: string; cardId: string };
    type Card = { cardId: string; status: "ACTIVE" | "PENDING" | "APPLIED" | "REJECTED" | "ISSUED" | "DIGITAL" |
        "LOCKED" | "SUSPENDED" | "EXPIRED" | "CANCELLED" | "DAMAGED" | "LOST"; expiry: CardExpiry; bin: string;
        lastFour: string; customerId: string; cardType: "PHYSICAL" | "VIRTUAL"; programName: string; currency: string;
        mobile?: string; deliveryAddress?: DeliveryAddress; createdDate: string; accountId?: string; scheme: "VISA" |
        "MC"; activationDate?: string; isPinSet: boolean; externalId?: string; tokenizations?: Array<Tokenization>;
        availableActions?: Array<CardAction> };
    type CardAction = { action: "ACTIVATE" | "CANCEL" | "UNLOCK" | "LOCK" | "SHOW_DETAILS" | "SHOW_PIN" | "SET_PIN" |
        "RESET_PIN_CVV_RETRIES" };
    type CardControls = { allowedMccs?: Array<string>; blockedMccs?: Array<string>; allowedCountries?: Array<string>;
        blockedCountries?: Array<string>; channels: CardControlsChannels; limits?: Array<CardControlsLimit> };
    type CardControlsChannels = { ecommerce: boolean; pos: boolean; contactless: boolean; magneticStripe: boolean; atm:
        boolean; mobileWallet: boolean };
    type CardControlsLimit = { window: "TRANSACTION" | "DAY" | "WEEK" | "MONTH" | "LIFETIME"; channel?: "ECOMMERCE" |
        "POS" | "CONTACTLESS" | "MAGNETIC_STRIPE" | "ATM" | "MOBILE_WALLET"; amount?: number; count?: number };
    type CardExpiry = { month: number; year: number };
    type CardList = { cards: Array<Card>; meta: CardListMeta };
    type CardListMeta = { numberOfRecords: number; limit: number; page: number };
    type CardTokenization = { cardNetwork: "CARD_NETWORK_VISA" | "CARD_NETWORK_MASTERCARD"; tokenProvider:
        "TOKEN_PROVIDER_VISA" | "TOKEN_PROVIDER_MASTERCARD"; cardLastDigits: string; customer:
        CardTokenizationCardholder; opaquePaymentCard?: string; provisionPayload?: string; encryptedPassData?: string;
        ephemeralPublicKey?: string; activationData?: string };
    type CardTokenizationCardholder = { address1?: string; address2?: string; address3?: string; city?: string;
        countryCode?: string; state?: string; postalCode?: string; name: string; mobile: string };
    type Challenge = { eventId: string; walletOperationId: string; authenticationMode: "EMBEDDED" | "HYBRID" |
        "OUTSOURCED"; verification: OfferedVerification; signing?: ChallengeSigning; creationTime: string;
        expirationTime: string; allowableChallenges: number; currentChallenges: number };
    type ChallengeSigning = { challenge: string; rpId?: string; credentialIds?: Array<string> };
    type CustomerPerson = { id: string; externalId?: string; type: "PERSON"; firstName: string; lastName: string;
        title?: string; email?: string; mobile: string; address1?: string; address2?: string; city?: string; zip?:
        string; state?: string; countryCode: string; birthDate?: string; nationality?: string; occupation?:
        "ARCHITECTURE_CARTOGRAPHY_SURVEYOR" | "LIFE_PHYSICAL_AND_SOCIAL_SCIENCES" | "COMMUNITY_AND_SOCIAL_SERVICES" |
        "NEWS_AND_REPORTING_SERVICES" | "HEALTHCARE_SERVICES" | "LAW_ENFORCEMENT_AND_PUBLIC_SAFETY" |
        "FOOD_AND_BEVERAGE_INDUSTRY" | "DOMESTIC_SERVICES" | "PERSONAL_CARE_PROFESSIONAL_SERVICES" |
        "SALES_AND_RELATED_OCCUPATIONS" | "OFFICE_ADMINISTRATION_AND_SUPPORT" | "FARMING_FISHING_AND_FORESTRY_SERVICES"
        | "CONSTRUCTION_AND_RELATED_SERVICES" | "MANUFACTURING_SERVICES" | "TRANSPORTATION_SERVICES" |
        "ENTERTAINMENT_MEDIA" | "UNEMPLOYED" | "STUDENT" | "PENSIONER" | "SPORTS_INDUSTRY" | "BETTING_INDUSTRY" |
        "ART_AND_DESIGN" | "EDUCATION_AND_EDUCATIONAL_SURVICES" | "ENGINEERING" | "FINANCIAL_AND_INSURANCE_SERVICES" |
        "IT_SOFTWARE_HARDWARE_AND_WEBSITE_DEVELOPMENT" | "LEGAL_AND_COMPLIANCE_SERVICES" | "MANAGEMENT_CONSULTING" |
        "WEAPON_INDUSTRY" | "CHARITY_AND_NON_PROFIT_SERVICES" | "FREELANCER_SELF_EMPLOYED" | "PUBLIC_SECTOR";
        registrationIp?: string; registrationDate?: string; restrictions: Array<Restriction> };
    type DeliveryAddress = { address1: string; address2?: string | null; address3?: string | null; city: string;
        countryCode: string; state?: string | null; postalCode: string };
    type Details = { pan?: string; cvv?: string; expiry?: CardExpiry; cardHolderName?: string; pin?: string };
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
    type DisputeList = { disputes: Array<Dispute>; meta: CardListMeta };
    type Evidence = { id: string; actor: "CUSTOMER" | "BUSINESS" | "ISSUER" | "ACQUIRER" | "SCHEME" | "CLOCK"; fileName:
        string; mediaType: "application/pdf" | "image/jpeg" | "image/png" | "text/plain"; size: number; creationTime:
        string };
    type EvidenceContent = { fileName: string; mediaType: "application/pdf" | "image/jpeg" | "image/png" | "text/plain";
        content: string };
    type Fee = { amount: number; currency: string; paymentReason: "SENDER_FEE" | "RECIPIENT_FEE" | "DEPOSIT_FEE" |
        "WITHDRAWAL_FEE" | "MERCHANT_FEE" | "PAYSAFE_FEE" | "ATM_FEE" | "FX_FEE" | "OTHER_FEE" };
    type FieldError = { field: string; error: string };
    type Movement = { id: string; status: "PREVIEW" | "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED"; statusReason?:
        string; amount: number; currencyCode: string; customerId: string; accountId?: string; transactionId?: string;
        slipId?: string; merchantRefNum?: string; recipient?: MovementRecipient; transferDetails?: MovementDetails;
        paymentOption?: "RAPID_TRANSFER" | "BANK_TRANSFER" | "CARD" | "PAYSAFECASH" | "PAGO_EFECTIVO";
        paymentInstrumentReference?: MovementInstrument; creationTime: string; lastChangeDate: string };
    type MovementDetails = { reason: "INITIAL_BALANCE_MIGRATION" | "CRYPTO_BUY" | "CRYPTO_SELL" | "TRADING_PAIR" |
        "DEPOSIT" | "WITHDRAWAL" | "MERCHANT_FEE" | "REFUND" | "CANCELATION" | "BONUS" | "CURRENCY_EXCHANGE" |
        "PURCHASE" | "PAYOUT" | "PEER_TRANSFER" | "OTHER"; description?: string };
    type MovementInstrument = { id: string; instrumentType: "SEPA_BANK_ACCOUNT" | "UK_BANK_ACCOUNT" | "US_BANK_ACCOUNT"
        | "CCI_BANK_ACCOUNT" | "CARD" };
    type MovementRecipient = { customerId: string };
    type OfferedVerification = { method: "PASSWORD" | "PIN" | "OTP" | "PASSKEYS" | "BIOMETRIC" | "PUSH_NOTIFICATION";
        channel?: "SMS" | "EMAIL" | "AUTHENTICATOR" | "PUSH_NOTIFICATION" | "REDIRECT"; target?: string };
    type Profile = { id: string; firstName: string; lastName: string; country: string; mobile: string; accounts?:
        Array<Account> };
    type Program = { cardType: "PHYSICAL" | "VIRTUAL"; scheme: "VISA" | "MC"; name: string; currencies: Array<string>;
        allowableCards: number; isDigital: boolean };
    type ProgramList = { programs: Array<Program> };
    type Restriction = { name: "ALL_TRANSACTIONS" | "OUTGOING_TRANSACTIONS" | "INCOMING_TRANSACTIONS" | "SEND_MONEY" |
        "INCOMING_TRANSACTIONS_AND_SEND_MONEY" | "CARD_DEPOSITS" | "CARD_AND_ACH_DEPOSITS" | "DEPOSITS" |
        "OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS" | "OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS" |
        "DEPOSITS_AND_WITHDRAWALS" | "CRYPTO_TRANSACTIONS" | "LOGIN" | "OTHER"; reason: "MERCHANT_REQUEST" | "KYC";
        requiredActions: Array<string> };
    type RestrictionList = { id: string; restrictions: Array<Restriction> };
    type SecureView = { url?: string; expiresAt?: string; views?: Array<SecureViewSeparateView>; jwe?: string };
    type SecureViewSeparateView = { type: "PAN" | "CVV" | "EXPIRY" | "CARDHOLDER_NAME"; url: string; expiresAt: string
        };
    type Statement = { accountId: string; customerId: string; currencyCode: string; startDate: string; endDate: string;
        creationTime: string; openingBalance: number; closingBalance: number; isFinal: boolean; totals?:
        StatementTotals; entries: Array<StatementEntry>; next?: string };
    type StatementEntry = { entryReference: string; bookingTime: string; direction: "CREDIT" | "DEBIT"; amount: number;
        fees?: Array<Fee>; balance: number; transactionId?: string; slipId?: string; type?: "DEPOSIT" | "WITHDRAWAL" |
        "TRANSFER_IN" | "TRANSFER_OUT" | "PREPAID_CARD" | "CHARGEBACK" | "CHARGEBACK_REVERSAL"; cardId?: string;
        merchantRefNum?: string };
    type StatementTotals = { numberOfCredits: number; numberOfDebits: number; credits: number; debits: number; fees?:
        Array<Fee> };
    type Token = { access_token: string; token_type: "Bearer"; expires_in: number; refresh_token?: string;
        refresh_expires_in?: number; scope?: string; id_token?: string; issued_token_type?: string };
    type Tokenization = { dpanRef?: string; walletId?: string; walletType: "APPLE_PAY" | "GOOGLE_PAY" | "SAMSUNG_PAY";
        status: "INITIATED" | "COMPLETED" };
    type Transaction = { id: string; slipId: string; customerId: string; accountId: string; type: "DEPOSIT" |
        "WITHDRAWAL" | "TRANSFER_IN" | "TRANSFER_OUT" | "PREPAID_CARD" | "CHARGEBACK" | "CHARGEBACK_REVERSAL"; amount:
        number; currencyCode: string; direction: "CREDIT" | "DEBIT"; fees?: Array<Fee>; paymentType?: "CARD" |
        "BANK_TRANSFER" | "RAPID_TRANSFER" | "TRANSFER"; status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" |
        "CANCELLED" | "REFUNDED" | "DECLINED"; statusReason?: string; balance?: number; merchantRefNum?: string;
        creationTime: string; lastChangeDate: string };
    type TransactionList = { transactions: Array<Transaction>; meta: CardListMeta };
    type TrustedDevice = { deviceId: string; name: string; createdDate: string; lastUsedDate?: string };
    type TrustedDeviceList = { trustedDevices: Array<TrustedDevice> };
    type Wallet = { customer: CustomerPerson; accounts: Array<Account> };
    type WebhookDelivery = { id: string; eventId: string; eventType: "/prepaid/card/status/events" |
        "/prepaid/card/tokenization/events" | "/prepaid/card/token/events" | "/prepaid/card/authorization/events" |
        "/transactions/events" | "/prepaid/card/dispute/events" | "/prepaid/customer/message/events"; subscriptionId:
        string; cardId?: string; accountId?: string; customerId: string; status: "PENDING" | "DELIVERED" | "DEAD";
        createdDate: string; nextAttemptDate?: string; attempts: Array<WebhookDeliveryAttempt> };
    type WebhookDeliveryAttempt = { number: number; attemptedDate: string; outcome: "DELIVERED" | "REFUSED" |
        "TIMED_OUT" | "NOT_REACHED" | "ADDRESS_NOT_ALLOWED"; statusCode?: number; milliseconds: number };
    type WebhookDeliveryList = { deliveries: Array<WebhookDelivery>; meta: CardListMeta };
    type WebhookSubscription = { id: string; eventType: "/prepaid/card/status/events" |
        "/prepaid/card/tokenization/events" | "/prepaid/card/token/events" | "/prepaid/card/authorization/events" |
        "/transactions/events" | "/prepaid/card/dispute/events" | "/prepaid/customer/message/events"; url: string;
        signingKey?: string; createdDate: string };
    type WebhookSubscriptionList = { subscriptions: Array<WebhookSubscription>; meta: CardListMeta };
}
