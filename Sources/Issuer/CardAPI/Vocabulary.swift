import HTTPContract

/// The values of enumerations on the wire. Cards have types for the same values. Here they are texts, so that the error
/// for an unknown value can list the known ones.
public enum Vocabulary {
    public static let cardTypes = ["PHYSICAL", "VIRTUAL"]
    public static let cardStatuses = [
        "ACTIVE", "PENDING", "APPLIED", "REJECTED", "ISSUED", "DIGITAL",
        "LOCKED", "SUSPENDED", "EXPIRED", "CANCELLED", "DAMAGED", "LOST",
    ]
    /// The statuses that a customer can request.
    public static let customerStatuses = ["ACTIVE", "DIGITAL", "LOCKED", "CANCELLED"]
    public static let businessStatuses = ["ACTIVE", "CANCELLED"]
    public static let tokenizations = "TOKENIZATIONS"
    public static let availableActions = "AVAILABLE_ACTIONS"
    public static let cardInclusions = [tokenizations, availableActions]
    public static let cardActions = [
        "ACTIVATE", "CANCEL", "UNLOCK", "LOCK", "SHOW_DETAILS", "SHOW_PIN", "SET_PIN", "RESET_PIN_CVV_RETRIES",
    ]
    public static let schemes = ["VISA", "MC"]
    public static let walletTypes = ["APPLE_PAY", "GOOGLE_PAY", "SAMSUNG_PAY"]
    public static let tokenizationStatuses = ["INITIATED", "COMPLETED"]
    public static let cardNetworks = ["CARD_NETWORK_VISA", "CARD_NETWORK_MASTERCARD"]
    public static let tokenProviders = ["TOKEN_PROVIDER_VISA", "TOKEN_PROVIDER_MASTERCARD"]
    public static let authenticationModes = ["EMBEDDED", "HYBRID", "OUTSOURCED"]
    public static let attemptStatuses = ["VERIFIED", "REJECTED", "FAILED"]
    public static let verificationMethods = ["PASSWORD", "PIN", "OTP", "PASSKEYS", "BIOMETRIC", "PUSH_NOTIFICATION"]
    /// The verifications that send a message.
    public static let messageChannels = ["SMS", "EMAIL", "PUSH_NOTIFICATION"]
    public static let verificationChannels = ["SMS", "EMAIL", "AUTHENTICATOR", "PUSH_NOTIFICATION", "REDIRECT"]
    public static let replacementReasons = ["DAMAGED", "LOST", "RENEW"]
    public static let secureViewContents = ["DETAILS", "PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME", "PIN"]
    public static let separateViewContents = ["PAN", "CVV", "EXPIRY", "CARDHOLDER_NAME"]
    public static let secureViewThemes = ["LIGHT", "DARK", "AUTO"]
    public static let secureViewFonts = ["SANS_SERIF", "SERIF", "MONOSPACE"]
    public static let secureViewTextSizes = 8...96
    public static let accounts = "ACCOUNTS"
    public static let profileInclusions = [accounts]
    public static let transactionTypes = [
        "DEPOSIT", "WITHDRAWAL", "TRANSFER_IN", "TRANSFER_OUT", "PREPAID_CARD", "CHARGEBACK", "CHARGEBACK_REVERSAL",
    ]
    public static let transactionStatuses = [
        "PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELLED", "REFUNDED", "DECLINED",
    ]
    public static let customerTypes = ["PERSON"]
    public static let restrictions = [
        "ALL_TRANSACTIONS", "OUTGOING_TRANSACTIONS", "INCOMING_TRANSACTIONS", "SEND_MONEY",
        "INCOMING_TRANSACTIONS_AND_SEND_MONEY", "CARD_DEPOSITS", "CARD_AND_ACH_DEPOSITS", "DEPOSITS",
        "OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS", "OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS",
        "DEPOSITS_AND_WITHDRAWALS", "CRYPTO_TRANSACTIONS", "LOGIN", "OTHER",
    ]
    /// The restrictions that a business may place on a customer.
    public static let placeableRestrictions = [
        "ALL_TRANSACTIONS", "OUTGOING_TRANSACTIONS", "INCOMING_TRANSACTIONS", "SEND_MONEY",
    ]
    public static let restrictionReasons = ["MERCHANT_REQUEST", "KYC"]
    public static let occupations = [
        "ARCHITECTURE_CARTOGRAPHY_SURVEYOR", "LIFE_PHYSICAL_AND_SOCIAL_SCIENCES", "COMMUNITY_AND_SOCIAL_SERVICES",
        "NEWS_AND_REPORTING_SERVICES", "HEALTHCARE_SERVICES", "LAW_ENFORCEMENT_AND_PUBLIC_SAFETY",
        "FOOD_AND_BEVERAGE_INDUSTRY", "DOMESTIC_SERVICES", "PERSONAL_CARE_PROFESSIONAL_SERVICES",
        "SALES_AND_RELATED_OCCUPATIONS", "OFFICE_ADMINISTRATION_AND_SUPPORT", "FARMING_FISHING_AND_FORESTRY_SERVICES",
        "CONSTRUCTION_AND_RELATED_SERVICES", "MANUFACTURING_SERVICES", "TRANSPORTATION_SERVICES",
        "ENTERTAINMENT_MEDIA", "UNEMPLOYED", "STUDENT", "PENSIONER", "SPORTS_INDUSTRY", "BETTING_INDUSTRY",
        "ART_AND_DESIGN", "EDUCATION_AND_EDUCATIONAL_SURVICES", "ENGINEERING", "FINANCIAL_AND_INSURANCE_SERVICES",
        "IT_SOFTWARE_HARDWARE_AND_WEBSITE_DEVELOPMENT", "LEGAL_AND_COMPLIANCE_SERVICES", "MANAGEMENT_CONSULTING",
        "WEAPON_INDUSTRY", "CHARITY_AND_NON_PROFIT_SERVICES", "FREELANCER_SELF_EMPLOYED", "PUBLIC_SECTOR",
    ]
    public static let movementSteps = ["PENDING", "PROCESSING"]
    public static let movementStatuses = ["PREVIEW", "PENDING", "PROCESSING", "COMPLETED", "FAILED"]
    /// The purposes of a transfer, as documented for transfers of version 2.
    public static let transferReasons = [
        "INITIAL_BALANCE_MIGRATION", "CRYPTO_BUY", "CRYPTO_SELL", "TRADING_PAIR", "DEPOSIT", "WITHDRAWAL",
        "MERCHANT_FEE", "REFUND", "CANCELATION", "BONUS", "CURRENCY_EXCHANGE", "PURCHASE", "PAYOUT", "PEER_TRANSFER",
        "OTHER",
    ]
    /// How a withdrawal is paid, and to what, as documented for withdrawals of version 2.
    public static let paymentOptions = ["RAPID_TRANSFER", "BANK_TRANSFER", "CARD", "PAYSAFECASH", "PAGO_EFECTIVO"]
    public static let instrumentTypes = [
        "SEPA_BANK_ACCOUNT", "UK_BANK_ACCOUNT", "US_BANK_ACCOUNT", "CCI_BANK_ACCOUNT", "CARD",
    ]
    public static let directions = ["CREDIT", "DEBIT"]
    public static let paymentChannels = ["ECOMMERCE", "POS", "CONTACTLESS", "MAGNETIC_STRIPE", "ATM", "MOBILE_WALLET"]
    public static let limitWindows = ["TRANSACTION", "DAY", "WEEK", "MONTH", "LIFETIME"]
    public static let paymentTypes = ["CARD", "BANK_TRANSFER", "RAPID_TRANSFER", "TRANSFER"]
    public static let feeReasons = [
        "SENDER_FEE", "RECIPIENT_FEE", "DEPOSIT_FEE", "WITHDRAWAL_FEE", "MERCHANT_FEE", "PAYSAFE_FEE", "ATM_FEE",
        "FX_FEE", "OTHER_FEE",
    ]
    public static let authorizationStatuses = [
        "APPROVED", "DECLINED", "FAILED", "EXPIRED", "REVERSED", "SETTLED", "SETTLED_PARTIAL", "FORCED_BAL_RELEASE",
        "SETTLED_RELEASE_FAIL", "UNKNOWN",
    ]
    public static let authorizationTypes = [
        "PURCHASE", "ATM_WITHDRAWAL", "PURCHASE_WITH_CASHBACK", "REFUND", "BALANCE_INQUIRY", "ACCOUNT_VERIFICATION",
        "UNKNOWN",
    ]
    public static let cardPresences = ["PRESENT", "NOT_PRESENT", "UNKNOWN"]
    public static let cardholderPresences = [
        "PRESENT", "NOT_PRESENT_UNSPECIFIED", "NOT_PRESENT_MAIL_ORDER", "NOT_PRESENT_PHONE_ORDER",
        "NOT_PRESENT_RECURRING", "NOT_PRESENT_ECOMMERCE", "NOT_PRESENT_INSTALLMENT", "UNKNOWN",
    ]
    public static let cardholderChallenges = [
        "PIN", "3DS", "ONLINE", "BIOMETRIC", "BIOGRAPHIC", "MANUAL_SIGNATURE", "ELECTRONIC_SIGNATURE", "MANUAL_OTHER",
        "UNKNOWN",
    ]
    public static let panEntryMethods = [
        "CHIP", "CONTACTLESS", "MAGNETIC_STRIPE", "MANUAL", "ECOMMERCE", "CREDENTIAL_ON_FILE", "UNKNOWN",
    ]
    public static let disputeStatuses = [
        "OPEN", "CHARGEBACK", "REPRESENTED", "PRE_ARBITRATION", "ARBITRATION", "WON", "LOST", "WITHDRAWN",
    ]
    public static let disputeReasons = [
        "FRAUD", "NOT_RECEIVED", "NOT_AS_DESCRIBED", "CANCELLED", "CREDIT_NOT_PROCESSED", "DUPLICATE",
        "INCORRECT_AMOUNT", "CASH_NOT_DISPENSED", "OTHER",
    ]
    public static let disputeSteps = [
        "OPEN", "REJECT", "CHARGE_BACK", "REPRESENT", "PRE_ARBITRATE", "ARBITRATE", "ACCEPT", "RULE_FOR_ISSUER",
        "RULE_FOR_ACQUIRER", "WITHDRAW", "REFUND", "TIME_OUT",
    ]
    public static let disputeActors = ["CUSTOMER", "BUSINESS", "ISSUER", "ACQUIRER", "SCHEME", "CLOCK"]
    public static let evidenceTypes = ["application/pdf", "image/jpeg", "image/png", "text/plain"]
    public static let bulkOrderStatuses = ["ACCEPTED", "PROCESSING", "COMPLETED", "FAILED"]
    public static let webhookEvents = [
        "/prepaid/card/status/events", "/prepaid/card/tokenization/events", "/prepaid/card/token/events",
        "/prepaid/card/authorization/events", "/transactions/events", "/prepaid/card/dispute/events",
        "/prepaid/customer/message/events",
    ]
    /// The changes of an event's object. Paysafe writes these words in mixed case.
    public static let eventOperations = ["Create", "Update"]
    /// The words of partner decisions: the messages that a partner is asked about, its answers, and the party that
    /// decides in the end.
    public static let askedMessages = ["AUTHORIZATION", "INCREMENTAL", "FINANCIAL"]
    public static let partnerAnswers = [
        "APPROVED", "DECLINED", "TIMED_OUT", "NOT_REACHED", "REFUSED", "UNREADABLE", "NOT_ASKED",
    ]
    public static let deciders = ["ISSUER", "PARTNER", "STAND_IN", "NETWORK"]
    /// The wallet types as webhooks name them.
    public static let eventWallets = ["APPLE", "GOOGLE", "SAMSUNG"]
    public static let enrollmentStatuses = ["TOKENIZATION_INITIATED", "TOKENIZATION_FAILED", "ENROLLMENT_SUCCESSFUL"]
    public static let tokenActions = ["TOKEN_FROZEN", "TOKEN_UNFROZEN", "TOKEN_CANCELLED", "TOKEN_REISSUED"]
    public static let webhookOutcomes = ["DELIVERED", "REFUSED", "TIMED_OUT", "NOT_REACHED", "ADDRESS_NOT_ALLOWED"]
    public static let webhookStatuses = ["PENDING", "DELIVERED", "DEAD"]
}
