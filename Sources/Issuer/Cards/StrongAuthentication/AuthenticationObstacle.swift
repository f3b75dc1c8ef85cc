import Foundation

/// Why the proof of authentication in a request was not accepted. The response does not say it, because the sender of
/// the request may have stolen the proof. An observer of the service may show it to developers.
public enum AuthenticationObstacle: Equatable, Sendable {
    case unknownEvent
    case otherOperation(of: ProtectedOperation, asked: ProtectedOperation)
    case otherCard
    case otherRequest
    case expiredEvent(AuthenticationEvent.Status)
    case usedEvent(AuthenticationEvent.Use)
    case notVerified(AuthenticationEvent.Status)
    case devicesNotAccepted
    case deviceManagesDevices
    case unknownDevice
    case staleSignature
    case wrongSignature

    public var message: String {
        switch self {
        case .unknownEvent:
            "This customer has no event with both ids of SCA-Authorization; use those of the latest WWW-Authenticate."
        case .otherOperation(let operation, let asked):
            "The event is for \(operation.rawValue), and this request is \(asked.rawValue); answer the event of this "
                + "request."
        case .otherCard:
            "The event is for a request about another card; answer the event of this request."
        case .otherRequest:
            "The event is for another method, path or body; send the request that got the event. Only the order of "
                + "members in its JSON may differ."
        case .expiredEvent(let status):
            "The event has expired, and was \(status.rawValue) before; answer the new one in WWW-Authenticate."
        case .usedEvent(let use):
            "The event is USED: it let its request through at \(use.usedAt.formatted(.iso8601)), \(use.repetition); "
                + "answer the new one in WWW-Authenticate."
        case .notVerified(.failed):
            "The event is FAILED, which is final; answer the new one in WWW-Authenticate."
        case .notVerified(let status):
            "The event is \(status.rawValue): its latest attempt must be VERIFIED before the request is sent again."
        case .devicesNotAccepted:
            "The brand does not accept SCA-Device (acceptsTrustedDevices); answer the event in WWW-Authenticate."
        case .deviceManagesDevices:
            "A device cannot decide which devices are trusted; answer the event in WWW-Authenticate."
        case .unknownDevice:
            "This customer does not trust the device that SCA-Device names."
        case .staleSignature:
            "signedAt of SCA-Device is more than \(Int(TrustedDevice.clockToleranceSeconds)) seconds from the "
                + "service's clock, or not later than that of the device's last request."
        case .wrongSignature:
            "The signature of SCA-Device does not fit the device's key and this method, path, time and body."
        }
    }
}

extension AuthenticationEvent.Use {
    fileprivate var repetition: String {
        repeatableUntil.map { "and could let the same request through again until \($0.formatted(.iso8601))" }
            ?? "which it does once"
    }
}
