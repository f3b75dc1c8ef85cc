extension Wallet {
    public enum AuthorizationStatus: String, WalletWord {
        /// Money is held.
        case approved = "APPROVED"
        case declined = "DECLINED"
        /// There was no answer in time.
        case failed = "FAILED"
        /// No merchant has collected the money in time, so it is free again.
        case expired = "EXPIRED"
        case reversed = "REVERSED"
        /// The money was collected.
        case settled = "SETTLED"
        /// A part was collected, and the rest is still held.
        case settledPartial = "SETTLED_PARTIAL"
        /// The issuer has released the money early.
        case forcedBalRelease = "FORCED_BAL_RELEASE"
        /// It has expired, but the money could not be released.
        case settledReleaseFail = "SETTLED_RELEASE_FAIL"
        case unknown = "UNKNOWN"
    }

    public enum AuthorizationDirection: String, WalletWord {
        /// A refund.
        case credit = "CREDIT"
        case debit = "DEBIT"
        case unknown = "UNKNOWN"
    }

    public enum AuthorizationType: String, WalletWord {
        case purchase = "PURCHASE"
        case atmWithdrawal = "ATM_WITHDRAWAL"
        case purchaseWithCashback = "PURCHASE_WITH_CASHBACK"
        case refund = "REFUND"
        case balanceInquiry = "BALANCE_INQUIRY"
        /// A request for no money, which asks whether the card could pay.
        case accountVerification = "ACCOUNT_VERIFICATION"
        case unknown = "UNKNOWN"
    }

    /// How the card's number reached the merchant.
    public enum PanEntryMethod: String, WalletWord {
        case chip = "CHIP"
        case contactless = "CONTACTLESS"
        case magneticStripe = "MAGNETIC_STRIPE"
        /// Typed in.
        case manual = "MANUAL"
        case ecommerce = "ECOMMERCE"
        /// The merchant had it from an earlier payment.
        case credentialOnFile = "CREDENTIAL_ON_FILE"
        case unknown = "UNKNOWN"
    }
}

extension Wallet.Authorization {
    /// Whether the card was at the terminal.
    public enum CardPresence: String, WalletWord {
        case present = "PRESENT"
        case notPresent = "NOT_PRESENT"
        case unknown = "UNKNOWN"
    }

    /// Where the cardholder was.
    public enum CardholderPresence: String, WalletWord {
        case present = "PRESENT"
        case notPresentUnspecified = "NOT_PRESENT_UNSPECIFIED"
        case notPresentMailOrder = "NOT_PRESENT_MAIL_ORDER"
        case notPresentPhoneOrder = "NOT_PRESENT_PHONE_ORDER"
        case notPresentRecurring = "NOT_PRESENT_RECURRING"
        case notPresentEcommerce = "NOT_PRESENT_ECOMMERCE"
        case notPresentInstallment = "NOT_PRESENT_INSTALLMENT"
        case unknown = "UNKNOWN"
    }

    /// How the cardholder has proved who they are.
    public enum Challenge: String, WalletWord {
        case pin = "PIN"
        case threeDS = "3DS"
        case online = "ONLINE"
        case biometric = "BIOMETRIC"
        case biographic = "BIOGRAPHIC"
        case manualSignature = "MANUAL_SIGNATURE"
        case electronicSignature = "ELECTRONIC_SIGNATURE"
        case manualOther = "MANUAL_OTHER"
        case unknown = "UNKNOWN"
    }
}
