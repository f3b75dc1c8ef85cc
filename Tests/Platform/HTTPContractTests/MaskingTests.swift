import Foundation
import HTTPContract
import TestSupport
import Testing

@Suite("Masking of received bodies") struct MaskingTests {
    /// Random signatures, keys, times and amounts in the forms that programs use.
    private static func values(_ numbers: inout SeededNumbers) -> [String] {
        func hexadecimal(_ count: Int) -> String {
            (0..<count).map { _ in String(numbers.below(16), radix: 16) }.joined()
        }
        func bytes(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8(numbers.below(256)) }) }
        let (digest, id) = (hexadecimal(64), hexadecimal(32))
        let uuid = [8, 4, 4, 4, 12].map(hexadecimal).joined(separator: "-")
        let time = 1_795_831_448 + numbers.below(1_000_000)
        return [
            digest, digest.uppercased(), "sha256=\(digest)", hexadecimal(128), id, hexadecimal(24), uuid,
            "t=\(time),v1=\(digest),v3=\(hexadecimal(64))", "00-\(id)-\(hexadecimal(16))-01", "order-\(id)",
            bytes(32).base64EncodedString(), bytes(64).base64EncodedString(),
            bytes(32).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
            "\(time * 1000)", "\(time * 1_000_000_000)", "5/12/2026 12:34:56.\(100 + numbers.below(900))",
        ]
    }

    @Test("Of 1,000 random signatures, keys and times of each kind, all are shown unchanged")
    func asItCame() throws {
        var numbers = SeededNumbers(seed: 20_261_129)
        for _ in 1...1000 {
            for value in Self.values(&numbers) {
                #expect(Masking.text(value) == value)
                let body = "{ \"signature\": \"\(value)\", \"places\": [52.5200659\(numbers.below(9_999_999)), 4, 13] }"
                #expect(Masking.received(body) == body)
                #expect(Masking.answer(Array(body.utf8)) == (try JSONValue(parsing: Array(body.utf8))))
                if value.utf8.count <= 36, !value.contains("/") {
                    let path = "/orders/\(value)/4961\(10_000_000 + numbers.below(90_000_000))"
                    #expect(Masking.path(path) == path)
                }
            }
        }
    }

    @Test("A card number in a body is hidden, with its security code, and the rest stays", arguments: [
        (#"{"pan": "4761732583296743", "cvv": "123"}"#, #"{"pan":"hidden","cvv":"hidden"}"#),
        (#"{"a": [4761732583296743, 1.50], "securityCode": 1234}"#, #"{"a":["hidden",1.50],"securityCode":"hidden"}"#),
        (#"{"371449635398431": "4761 7325 8329 6743 is lost"}"#, #"{"hidden":"hidden is lost"}"#),
        ("pan=4761732583296743&x=1", "pan=hidden&x=1"),
    ])
    func cards(_ body: String, _ shown: String) {
        #expect(Masking.received(body) == shown)
    }
}
