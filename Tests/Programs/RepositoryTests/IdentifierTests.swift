import Testing
import TestSupport

/// A plain `UUID` can be passed as the id of any thing. `ID<Kind>` of `Identifiers` keeps the kinds apart.
@Suite("Ids have a type for each kind of thing")
struct IdentifierTests {
    /// The folders and files that may have a plain `UUID`, each with the reason.
    private static let exceptions = [
        "Sources/Platform/Identifiers/": "ID<Kind> itself holds it.",
        "Sources/Platform/Postgres/": "It binds and reads the type uuid of SQL, whatever such a value identifies.",
        "Sources/Platform/HTTPService/Observability/RequestIDs.swift":
            "The random first part of each request's id. It identifies nothing by itself.",
        "Sources/Wallets/CardSecrets/Cards/CardVault.swift":
            "The vault is below the cards. It gets the place of a sealed number, and knows no card.",
        "Sources/Wallets/CardSecrets/Search/": "So is the search, which gets the id to name whose number it has found.",
    ]

    /// A property, an element or a key of a collection, or a parameter.
    private static let plain = #"(?<=: |[\[<(])UUID\b(?!\()"#

    @Test("No property, collection or parameter is a plain UUID")
    func typed() throws {
        let pattern = try TextPattern(Self.plain)
        var used: Set<String> = []
        for file in try SourceFile.all(in: ["Sources"]) {
            for (number, line) in file.code(matching: pattern) {
                if let place = Self.exceptions.keys.first(where: file.path.hasPrefix) {
                    used.insert(place)
                    continue
                }
                Issue.record("\(file.path):\(number) has a plain UUID; give it an ID<Kind>:\(line)")
            }
        }
        for place in Self.exceptions.keys.sorted() where !used.contains(place) {
            Issue.record("\(place) has no plain UUID; remove it from the exceptions.")
        }
    }

    @Test("A plain UUID is found wherever it is held or passed", arguments: [
        ("let id: UUID", true), ("public var family: UUID?", true), ("private var running: [UUID: Int] = [:]", true),
        ("var late: Set<UUID> = []", true), ("let sessions = [String: UUID]()", true), ("case begun(UUID)", true),
        ("let waiting = Mutex<[UUID]>([])", true), ("func resend(_ delivery: UUID, of owner: String)", true),
        ("let delay: (_ delivery: UUID) -> Int?", true),
        ("let id: CardID", false), ("let id = UUID(uuidString: text)", false), ("add(UUID(uuid: bytes))", false),
        ("/// A UUID: the id.", false), ("// id: UUID", false), (#"FieldError("id", "must be a UUID")"#, false),
    ])
    func pattern(_ code: String, isPlain: Bool) throws {
        let file = SourceFile(path: "A.swift", text: code)
        #expect(file.code(matching: try TextPattern(Self.plain)).isEmpty != isPlain)
    }
}
