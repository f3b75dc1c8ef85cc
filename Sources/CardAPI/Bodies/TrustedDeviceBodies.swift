/// A device the customer trusts.
public struct TrustedDeviceBody: Sendable, Hashable, Decodable, JSONWritable {
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

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("deviceId", deviceId)
            json.member("name", name)
            json.member("createdDate", createdDate)
            json.member("lastUsedDate", lastUsedDate)
        }
    }
}

/// All of them, newest first.
public struct TrustedDeviceListBody: Sendable, Hashable, Decodable, JSONWritable {
    public var trustedDevices: [TrustedDeviceBody]

    public init(trustedDevices: [TrustedDeviceBody]) { self.trustedDevices = trustedDevices }

    public func write(to json: inout JSONWriter) {
        json.object { json in json.member("trustedDevices", trustedDevices) }
    }
}
