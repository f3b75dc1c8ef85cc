/// Why an assertion is refused. This is only for the log: a caller who knew the reason could try until it passes.
public enum PasskeyFailure: Error, Equatable, Sendable {
    case tooLong
    case anotherCredential
    case clientDataUnreadable
    case anotherCeremony(String)
    case anotherChallenge
    case anotherOrigin(String)
    case framedByAnotherOrigin(String?)
    case authenticatorDataUnreadable
    case anotherRelyingParty
    case userNotPresent
    case userNotVerified
    case backupStateImpossible
    case signatureWrong
    case signatureCountNotGrown(from: UInt32, to: UInt32)
}
