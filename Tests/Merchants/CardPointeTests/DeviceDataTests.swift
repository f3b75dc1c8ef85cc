import Testing

@testable import CardPointe

@Suite("Apple's device data")
struct DeviceDataTests {
    /// All members in their order; the values are Base64 and hexadecimal digits.
    static let members = [
        "QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b", "echash=", "ecpublickeyhash=SktM",
    ]

    private static func read(
        _ members: [String], _ order: AppleDeviceData.Order = .strict
    ) throws(CardSecureError) -> AppleDeviceData {
        try AppleDeviceData(members.joined(separator: "&"), order: order)
    }

    private static func error(_ members: [String], _ order: AppleDeviceData.Order = .strict) -> CardSecureError? {
        do throws(CardSecureError) {
            _ = try read(members, order)
            return nil
        } catch {
            return error
        }
    }

    @Test("All members are read, and Base64 keeps its plus and equals signs")
    func whole() throws {
        var members = Self.members
        members[0] = "+A=="
        let data = try Self.read(members)
        #expect(data.data == "+A==")
        #expect([data.signature, data.ephemeralKey, data.transaction] == ["REVG", "R0hJ", "0a0b"])
        #expect(data.applicationData == "")
        #expect(data.publicKeyHash == "SktM")
    }

    @Test("The error names the first member that is out of order", arguments: [
        (1, 2, "ecsig"), (2, 3, "eckey"), (3, 5, "echash"), (5, 6, "ecpublickeyhash"),
    ])
    func order(_ one: Int, _ other: Int, _ named: String) throws {
        var members = Self.members
        members.swapAt(one, other)
        let error = try #require(Self.error(members))
        #expect(error.code == .tokenFormat)
        #expect(error.message.hasPrefix("Token format is bad: \(named) is out of order"))
        #expect(Self.error(members, .relaxed) == nil)
    }

    @Test("The data is always the first member", arguments: [AppleDeviceData.Order.strict, .relaxed])
    func dataFirst(_ order: AppleDeviceData.Order) throws {
        var members = Self.members
        members.swapAt(0, 1)
        let error = try #require(Self.error(members, order))
        #expect([.tokenFormat, .missingParameter].contains(error.code))
    }

    @Test("A token of version 1.0 has neither of the last two members")
    func firstVersion() throws {
        #expect(try Self.read(Array(Self.members.prefix(5))).publicKeyHash == nil)
    }

    @Test("Each defect has its code", arguments: [
        ([""], 14), (["QUJD"], 74), (["QUJD", "ectype=google", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b"], 75),
        (["QUJD", "ectype=apple", "ecsig=REVG", "ectid=0a0b"], 74),
        (["QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b", "ecpublickeyhash=SktM"], 74),
        (["QUJD", "ectype=apple", "ecsig=", "eckey=R0hJ", "ectid=0a0b"], 14),
        (["QU D", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b"], 19),
        (["QUJD", "ectype=apple", "ecsig=REVG%3D", "eckey=R0hJ", "ectid=0a0b"], 19),
        (["QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=zz"], 38),
        (["QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=Simulated Identifier"], 24),
        (["QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b", "ectid=0a0b"], 56),
        (["QUJD", "ectype=apple", "ecsig=REVG", "eckey=R0hJ", "ectid=0a0b", "other=1"], 56),
    ] as [([String], Int)])
    func defects(_ members: [String], _ code: Int) {
        #expect(Self.error(members)?.code.rawValue == code)
    }

    @Test("Device data over 32 KiB is refused")
    func tooLong() {
        #expect(Self.error([String(repeating: "A", count: 33 * 1024)])?.code == .tooLong)
    }
}
