import CardSecrets
import Testing

@Suite("Base32 and Base64url")
struct TextEncodingTests {
    /// RFC 4648, section 10, with and without the padding.
    @Test("Base32 encodes and decodes the vectors of RFC 4648", arguments: [
        ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
    ])
    func base32Vectors(plain: String, padded: String) {
        let bare = padded.filter { $0 != "=" }
        #expect(Base32.encode(plain.utf8) == bare)
        for text in [padded, bare, bare.lowercased()] { #expect(Base32.decode(text) == Array(plain.utf8)) }
    }

    @Test(
        "Text that is not Base32 is not decoded",
        arguments: ["M", "MZX", "MZXW6Y", "MZ", "M1======", "MY=A", "MY ", "ΜΥ", "0A======"])
    func invalidBase32(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    static let base64urls: [([UInt8], String)] = [
        ([], ""), ([0xFB], "-w"), ([0xFF, 0xFF], "__8"), ([0x14, 0xFB, 0x9C], "FPuc"),
    ]

    @Test("Base64url encodes and decodes without padding", arguments: base64urls)
    func base64urlVectors(bytes: [UInt8], text: String) {
        #expect(Base64url.encode(bytes) == text)
        #expect(Base64url.decode(text) == bytes)
    }

    /// Padding, the other alphabet, leftover bits, a length that no bytes encode to, whitespace and full-width letters.
    @Test(
        "Text that is not Base64url is not decoded",
        arguments: ["-w==", "+w", "__9", "a", "FPucA", "FP uc", "FPuc\n", "ＦＰ"])
    func invalidBase64url(text: String) {
        #expect(Base64url.decode(text) == nil)
    }
}
