import HTTPContract

/// A device that the customer trusts.
public struct TrustedDeviceBody: Sendable, Hashable, Decodable, AnswerBody {
    public var deviceId: String
    public var name: String
    public var createdDate: Timestamp
    public var lastUsedDate: Timestamp?

    public init(deviceId: String, name: String, createdDate: Timestamp, lastUsedDate: Timestamp?) {
        self.deviceId = deviceId
        self.name = name
        self.createdDate = createdDate
        self.lastUsedDate = lastUsedDate
    }

    public static let members: [AnswerMember<TrustedDeviceBody>] = [
        .member(
            "deviceId", \.deviceId, as: .identifier, example: "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11",
            "The device's id."),
        .member("name", \.name, example: "Ivana's phone", "The customer's name for the device."),
        .member(
            "createdDate", \.createdDate, example: "2026-11-21T08:45:34Z",
            "The time since which the device is trusted."),
        .member(
            "lastUsedDate", \.lastUsedDate, example: "2026-11-21T09:12:00Z",
            "The time when the device last signed a request."),
    ]
}

/// All trusted devices of a customer, newest first.
public struct TrustedDeviceListBody: Sendable, Hashable, Decodable, AnswerBody {
    public var trustedDevices: [TrustedDeviceBody]

    public init(trustedDevices: [TrustedDeviceBody]) { self.trustedDevices = trustedDevices }

    public static let members: [AnswerMember<TrustedDeviceListBody>] = [
        .member("trustedDevices", \.trustedDevices, "All trusted devices, newest first.")
    ]
}
