import HTTPContract
import HTTPTypes

/// Strong customer authentication and trusted devices.
extension Operations {
    public static let sendChallenge = Operation(
        name: "sendChallenge",
        summary: "Send an authentication challenge",
        description: """
            Sends the customer a challenge for an authentication event, in one of the ways that the event lists in \
            `availableVerifications`. The latest challenge is the one to answer. The brand limits the challenges for \
            each event and for each hour; a challenge beyond that is refused with 429. A challenge by a message that \
            nobody would send is refused with 403.

            \(Conditions.authenticating) \(Conditions.key)
            """,
        noun: .authentication,
        method: .post, path: authenticationEvent + "/challenges", audience: .authenticating, successStatus: .created,
        answer: ChallengeBody.schema, payload: .json(SendChallengeBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests], links: [.toAttempt])

    public static let attemptAuthentication = Operation(
        name: "attemptAuthentication",
        summary: "Answer an authentication challenge",
        description: """
            Checks an answer to the latest challenge of an event. `VERIFIED` means that the protected request can be \
            repeated with the event in `SCA-Authorization`. `REJECTED` means that attempts are left, `FAILED` that \
            none are. Wrong attempts count over all events and lock the method they were made with.

            \(Conditions.authenticating) \(Conditions.key)
            """,
        noun: .authentication,
        method: .post, path: authenticationEvent + "/attempts", audience: .authenticating, successStatus: .ok,
        answer: AttemptBody.schema, payload: .json(AttemptAuthenticationBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests])

    public static let decideAuthentication = Operation(
        name: "decideAuthentication",
        summary: "Report the outcome of an outsourced authentication",
        description: """
            Reports whether the partner has authenticated the customer. It applies to events whose \
            `authenticationMode` is `OUTSOURCED`.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .authentication,
        method: .post, path: base + "/sca/events/{eventId}/attempts", audience: .business, successStatus: .created,
        answer: AttemptBody.schema, payload: .json(DecideAuthenticationBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests])

    public static let setWalletPIN = Operation(
        name: "setWalletPIN",
        summary: "Set the wallet PIN of a customer",
        description: """
            Sets the PIN of six digits with which a customer can answer challenges. A card's PIN is never accepted \
            there. Wrong attempts at the previous wallet PIN are forgotten.

            \(Conditions.business) \(Conditions.harmless)
            """,
        noun: .authentication,
        method: .put, path: base + "/customers/{customerId}/sca/pin", audience: .business, successStatus: .noContent,
        payload: .json(SetWalletPINBody.schema), errors: [.tooManyRequests])

    public static let listTrustedDevices = Operation(
        name: "listTrustedDevices",
        summary: "List trusted devices",
        description: """
            Returns the devices that the customer trusts, newest first.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .devices,
        method: .get, path: trustedDevices, audience: .customer, successStatus: .ok,
        answer: TrustedDeviceListBody.schema)

    public static let trustDevice = Operation(
        name: "trustDevice",
        summary: "Trust a device",
        description: """
            Registers the public key of a device. Where the brand accepts trusted devices, a request that this device \
            has signed (`SCA-Device`) needs no challenge. The signature of another device does not replace the \
            challenge here. A customer can trust 10 devices.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .devices,
        method: .post, path: trustedDevices, audience: .customer, successStatus: .created,
        answer: TrustedDeviceBody.schema, payload: .json(TrustDeviceBody.schema), errors: [.deviceLimitExceeded],
        links: [.toDistrust])

    public static let distrustDevice = Operation(
        name: "distrustDevice",
        summary: "Remove a trusted device",
        description: """
            Removes a device from the customer's trusted devices. Its signature is no longer accepted. Removing it \
            again is answered with 404.

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .devices,
        method: .delete, path: trustedDevices + "/{deviceId}", audience: .customer, successStatus: .noContent)

    private static let authenticationEvent = base + "/auth/sca/events/{eventId}"
    private static let trustedDevices = base + "/auth/sca/trusted-devices"
}
