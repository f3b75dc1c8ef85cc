import Payments

/// The merchant's codes for a decline of the issuer.
extension GatewayResponseCode {
    /// The code of the merchant's processor for an issuer's reason.
    static func decline(_ reason: DeclineReason, of processor: Processor) -> GatewayResponseCode {
        guard let (rapidConnect, firstDataNorth) = codes(of: reason) else { return timedOut }
        return switch processor {
        case .rapidConnect: known(rapidConnect, of: .rapidConnect)
        case .profitStars: known("02", of: .profitStars)
        case .firstDataNorth, .gateway: known(firstDataNorth, of: .firstDataNorth)
        }
    }

    /// Nil if the issuer was not reached, so that the gateway answers itself.
    private static func codes(of reason: DeclineReason) -> (rapidConnect: String, firstDataNorth: String)? {
        switch reason {
        case .insufficientFunds: ("116", "NU")
        case .suspended: ("332", "57")
        case .closed: ("302", "N3")
        case .lost: ("208", "60")
        case .stolen: ("209", "60")
        case .expired: ("101", "54")
        case .amountLimit: ("121", "61")
        case .countLimit: ("123", "NR")
        case .notPermitted: ("119", "57")
        case .cryptogramRefused: ("122", "1A")
        case .unknownCard: ("118", "14")
        case .wrongCVV2: ("517", "C2")
        case .wrongPIN: ("117", "55")
        case .doNotHonor: ("100", "05")
        case .notAuthenticated: ("531", "1A")
        case .malfunction: nil
        }
    }

    static func approval(of processor: Processor) -> GatewayResponseCode {
        known(processor == .rapidConnect ? "000" : "00", of: processor)
    }

    static func partialApproval(of processor: Processor) -> GatewayResponseCode {
        switch processor {
        case .rapidConnect: known("002", of: .rapidConnect)
        case .firstDataNorth: known("10", of: .firstDataNorth)
        case .profitStars, .gateway: approval(of: processor)
        }
    }
}

/// Whether a declined payment may be tried again, in the categories of Visa's rules.
enum DeclineCategory: String {
    case never = "1"
    case later = "2"
    case corrected = "3"

    /// `declineCategoryText`.
    var text: String {
        switch self {
        case .never: "Do not retry"
        case .later: "Wait to retry"
        case .corrected: "Fix the request and retry"
        }
    }

    init(_ reason: DeclineReason) {
        switch reason {
        case .closed, .lost, .stolen, .unknownCard: self = .never
        case .insufficientFunds, .suspended, .amountLimit, .countLimit, .notPermitted, .doNotHonor, .malfunction:
            self = .later
        case .expired, .cryptogramRefused, .wrongCVV2, .wrongPIN, .notAuthenticated: self = .corrected
        }
    }
}
