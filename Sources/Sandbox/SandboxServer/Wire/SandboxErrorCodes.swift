import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Sandbox

/// The error codes that only the sandbox returns. It also returns those of the card service.
extension ErrorCode {
    static let snapshotConflict = ErrorCode(
        "DW-SNAPSHOT-CONFLICT", .conflict, .decided,
        meaning: "A snapshot with this name exists.",
        remedy: "Delete the snapshot first, or choose another name.")

    /// This and the next two have the names that Google's TapAndPay gives to its statuses, so that a stand-in for it
    /// can pass them on.
    static let noActiveWallet = ErrorCode(
        "TAP_AND_PAY_NO_ACTIVE_WALLET", .conflict, .documented,
        meaning: "The phone has no wallet.",
        remedy: "Create a wallet on the phone first.")
    static let walletTokenNotFound = ErrorCode(
        "TAP_AND_PAY_TOKEN_NOT_FOUND", .notFound, .decided,
        meaning: "The phone's wallet has no token with this `issuerTokenId`.",
        remedy: "Use an `issuerTokenId` from the list of the phone's tokens.")
    static let invalidTokenState = ErrorCode(
        "TAP_AND_PAY_INVALID_TOKEN_STATE", .conflict, .decided,
        meaning: "The token on the phone is in a state in which this is not possible.",
        remedy: "Follow the message, which names the state and the accepted ones.")

    /// In the order of the error page.
    static let sandbox = cardService + [snapshotConflict, noActiveWallet, walletTokenNotFound, invalidTokenState]
}

extension Problem {
    init(_ refusal: SnapshotRefusal) {
        let code: ErrorCode =
            switch refusal {
            case .notFound: .entityNotFound
            case .exists: .snapshotConflict
            case .file(let refusal) where refusal.isDamaged: .bodyNotReadable
            case .limitExceeded, .tooLargeForFile, .onCluster, .file: .operationNotAllowed
            }
        self.init(code, refusal.message)
    }
}

extension Problem {
    init(_ refusal: PhoneRefusal) {
        let code: ErrorCode =
            switch refusal {
            case .notFound: .entityNotFound
            case .noActiveWallet: .noActiveWallet
            case .tokenNotFound: .walletTokenNotFound
            case .tokenIsInState, .tokenIsNotReported: .invalidTokenState
            case .limitExceeded, .tokenLimitExceeded, .wrongCode, .codeIsClosed, .paymentsUsedUp,
                .isNoIPhone, .declined:
                .operationNotAllowed
            }
        self.init(code, refusal.message)
    }
}
