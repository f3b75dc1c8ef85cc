import Authorizing
import Scenarios

/// Scenarios and settings in YAML.
enum ScenarioReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        do throws(ScenarioFaults) {
            let scenario = try Scenario(reading: text)
            _ = scenario.faults.map(\.description)
            for item in scenario.items {
                _ = item.isReadable
                _ = item.isUnreadable("terms")
                _ = [item.count(of: "bins"), item.names(in: "limits").count, item.members(of: "address").count]
            }
        } catch {
            _ = error.description
            return error.list.count <= ScenarioFaults.limit + 1 ? nil : "There are more errors than are reported."
        }
        return nil
    }
}

/// Clearing files in CSV.
enum ClearingReading {
    private static func read(_ bytes: [UInt8]) throws(ClearingFaults) -> ClearingFile {
        var reader = ClearingReader(limit: ClearingFile.limit)
        var rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The end of the last line.
        if rows.last?.isEmpty == true { rows.removeLast() }
        let lines = rows.compactMap { reader.read(utf8: $0) }
        try reader.end()
        return ClearingFile(lines)
    }

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        do throws(ClearingFaults) {
            let file = try read(bytes)
            guard try read(Array(file.text.utf8)) == file else { return "What is written reads as another file." }
        } catch {
            return error.list.count <= ClearingFaults.limit ? nil : "There are more errors than are reported."
        }
        return nil
    }
}
