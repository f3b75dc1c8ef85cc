import Cards
import Foundation
import Testing
import Validation

@Suite("Evidence files")
struct EvidenceFileTests {
    private func errors(_ name: String?, _ type: EvidenceFile.MediaType?, _ bytes: [UInt8]) -> [FieldError] {
        EvidenceFile.read(name: name, mediaType: type, content: Data(bytes).base64EncodedString()).errors
    }

    @Test("A file begins like its type")
    func signatures() {
        #expect(errors("a.pdf", .pdf, Array("%PDF-1.7".utf8)).isEmpty)
        #expect(errors("a.jpg", .jpeg, [0xFF, 0xD8, 0xFF, 0xE0]).isEmpty)
        #expect(errors("a.png", .png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).isEmpty)
        #expect(errors("a.txt", .text, Array("Ich war in Łódź.".utf8)).isEmpty)
        #expect(errors("a.png", .png, Array("%PDF-1.7".utf8))
            == [FieldError("content", "must be a file of the type image/png")])
        #expect(errors("a.txt", .text, [0xFF]) == [FieldError("content", "must be UTF-8 text")])
    }

    @Test("A file has 1 to 262144 bytes, a name, and no card number in its text")
    func limits() {
        let most = [UInt8](repeating: 0x61, count: EvidenceFile.sizeLimitBytes)
        #expect(errors("a.txt", .text, most).isEmpty)
        for bytes in [[], most + [0x61]] {
            #expect(errors("a.txt", .text, bytes)
                == [FieldError("content", "must be 1 to 262144 bytes, without Base64")])
        }
        for name in ["", String(repeating: "a", count: 101), "a\u{7}.txt"] {
            #expect(errors(name, .text, [0x61]).map(\.field) == ["fileName"])
        }
        #expect(errors("a.txt", .text, Array("Card 4895370000000007".utf8)).map(\.field) == ["content"])
        #expect(EvidenceFile.read(name: "a", mediaType: .text, content: "%%%").errors
            == [FieldError("content", "must be the file's bytes in Base64")])
    }

    @Test("A name has no part of a path, of any system", arguments: [
        "/etc/passwd", "../a.txt", "..", ".", ".profile", "a/b", "a/", "..\\a.txt", "C:a.txt", "a.txt:stream",
        "/\u{301}a",
    ])
    func path(name: String) {
        #expect(errors(name, .text, [0x61]) == [
            FieldError(
                "fileName", #"must be a name without a path: no "/", "\" or ":", and no "." at its beginning"#),
        ])
        #expect(errors("Brief vom 3.4. an Łódź (2).txt", .text, [0x61]).isEmpty)
    }
}
