import CardAPI
import HTTPContract

/// Forms and queries.
enum FormReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        _ = try? TokenGrant(parsing: bytes)
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        readQueries(text)
        let read = FormText.decode(text)
        let pairs = read.compactMap { pair in pair.value.map { (name: pair.name, value: $0) } }
        let again = FormText.decode(FormText.encode(pairs))
        guard again.count == pairs.count,
            zip(again, pairs).allSatisfy({ $0.name == $1.name && $0.value == $1.value })
        else { return "What is written reads as other pairs." }
        return nil
    }

    private static func readQueries(_ text: String) {
        _ = try? CardQuery.read(text)
        _ = try? ProgramListQuery.read(text)
        _ = try? CustomerAccountQuery.read(text)
        _ = try? ProfileQuery.read(text)
        _ = Operations.all[text.utf8.count % Operations.all.count].masked(query: text)
    }
}
