import CardAPI
import Cards
import HTTPContract
import Ledger

/// The error code on the wire for each reason of a refusal.
extension IdempotencyRefusal {
    var code: ErrorCode {
        switch self {
        case .keyInUse: .idempotencyKeyInUse
        case .keyReused: .idempotencyKeyReused
        }
    }
}

extension CustomerRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .noSuchCustomer
        case .exists: .customerExists
        case .countryIsFixed, .restricted: .operationNotAllowed
        }
    }
}

extension BrandRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound, .isNotAsked: .entityNotFound
        }
    }
}

extension AccountRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound, .transactionNotFound, .authorizationNotFound: .entityNotFound
        case .balanceTooLarge: .operationNotAllowed
        }
    }
}

extension AuthenticationRefusal {
    var code: ErrorCode {
        switch self {
        case .required: .scaRequired
        case .eventNotFound: .entityNotFound
        case .isClosed: .customerNotAllowed
        case .isBlocked, .tooManyAttemptsAtOnce, .tooManySecretsAtOnce, .tooManySecretsWait, .challengesUsedUp,
            .tooManyChallenges, .pushAskedForTooOften:
            .tooManyRequests
        case .eventIsOver, .isOutsourced, .challengeNotSent, .messageIsNotDelivered: .operationNotAllowed
        }
    }
}

extension DisputeRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound, .evidenceNotFound: .entityNotFound
        case .nothingCleared, .isTooLate, .stepNotAllowed, .evidenceLimitExceeded, .isOver: .operationNotAllowed
        case .exists, .referenceUsed: .disputeConflict
        }
    }
}

extension MessageRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .isNoPush, .pushIsOver: .operationNotAllowed
        }
    }
}

extension MovementRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .stepNotAccepted, .reportNotAccepted, .recipientIsRestricted: .operationNotAllowed
        case .merchantRefNumTaken(.deposit): .depositDuplicatedMerchantRef
        case .merchantRefNumTaken(.transfer): .transferDuplicatedMerchantRef
        case .merchantRefNumTaken(.withdrawal): .withdrawalDuplicatedMerchantRef
        case .recipientNotFound: .noSuchCustomer
        case .currencyNotHeld(.withdrawal, _): .withdrawalInvalidCurrency
        case .currencyNotHeld: .transferInvalidCurrency
        case .notEnoughBalance(.withdrawal): .withdrawalNotEnoughBalance
        case .notEnoughBalance: .transferNotEnoughBalance
        }
    }
}

extension DeviceRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .limitExceeded: .deviceLimitExceeded
        }
    }
}

extension ProgramRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound, .unknown: .entityNotFound
        case .exists: .operationNotAllowed
        }
    }
}

extension ApplicationRefusal {
    var code: ErrorCode {
        switch self {
        case .cardLimitExceeded: .cardLimitExceeded
        case .cardNumbersUsedUp: .operationNotAllowed
        }
    }
}

extension BulkOrderRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .tooMany: .tooManyRequests
        }
    }
}

extension CardRefusal {
    var code: ErrorCode {
        switch self {
        case .notFound: .entityNotFound
        case .activationDataWrong: .activationDataShouldBeValid
        case .transitionNotAllowed, .activationNotAllowed, .replacementNotAllowed: .operationNotAllowed
        }
    }
}

extension CardEventRefusal {
    var code: ErrorCode {
        switch self {
        case .needsPlastic, .notAllowed, .pinIsBlocked: .operationNotAllowed
        }
    }
}

extension PINRefusal {
    var code: ErrorCode {
        switch self {
        case .isSetBySeparateCall, .isSetByUpdate, .notAllowed, .triesNotUsedUp, .triesUsedUpForGood:
            .operationNotAllowed
        }
    }
}

extension SecureViewRefusal {
    var code: ErrorCode {
        switch self {
        case .notAllowed, .noPIN: .operationNotAllowed
        case .tooManyWaiting: .tooManyRequests
        }
    }
}

extension TokenizationRefusal {
    var code: ErrorCode {
        switch self {
        case .walletDataNotAccepted: .tokenizationDataShouldBeValid
        case .notFound, .otherAccount, .tokenNotFound, .tokenUnknownToNetwork: .entityNotFound
        case .limitExceeded: .tokenizationLimitExceeded
        case .otherReference, .tokenExists, .referenceTaken, .tokenIsElsewhere, .placeIsTaken, .messageReferenceUsed:
            .tokenizationConflict
        case .notAllowed, .cardHasEnded, .alreadyTokenized, .networkNotConnected, .isCompleted, .tokenIsDeleted,
            .tokenNotActivated, .eventNotAllowed, .notIdentified, .needsNoIdentification, .codeNotSent:
            .operationNotAllowed
        }
    }
}

extension WebhookRefusal {
    var code: ErrorCode {
        switch self {
        case .subscriptionNotFound, .deliveryNotFound: .entityNotFound
        case .subscriptionExists, .messageIsOver: .operationNotAllowed
        case .subscriptionLimitExceeded: .subscriptionLimitExceeded
        }
    }
}
