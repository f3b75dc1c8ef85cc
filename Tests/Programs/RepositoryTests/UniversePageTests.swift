import Cards
import Foundation
import Identifiers
import Testing
import TestSupport

@testable import Sandbox

@Suite("The page of the demo universe")
struct UniversePageTests {
    private static func page() throws -> String {
        try String(contentsOf: Golden.repository.appending(path: "docs/UNIVERSE.md"), encoding: .utf8)
    }

    @Test("The page's tables have every client, customer and program of the demo, and no other")
    func tables() throws {
        let clients = DemoUniverse.clients.map { "| `\($0.id)` | `\($0.secret)` |" }
        let customers = DemoUniverse.customers.map { id, person in
            let address = person.address
            let place = [address?.city, address?.state, person.country].compactMap(\.self).joined(separator: ", ")
            return "| `\(id.rawValue)` | \(person.firstName) \(person.lastName) | \(place) | \(person.mobile) |"
        }
        let programs = DemoUniverse.programs.map { program in
            "| `\(program.name)` | `\(program.firstStatus.rawValue)` | "
                + "\(program.currencies.joined(separator: ", ")) | \(program.panPrefix) |"
        }
        let rows = try Self.page().split(separator: "\n").filter { $0.hasPrefix("| `") }
        let expected = clients + customers + programs
        #expect(rows.count == expected.count)
        for (row, expected) in zip(rows, expected) { #expect(row.hasPrefix(expected)) }
    }

    @Test("The page states the limit of cards and the validity that all programs have")
    func limits() throws {
        let page = try Self.page()
        for program in DemoUniverse.programs {
            #expect(page.contains("can have \(program.cardsPerCustomer) cards of each program"), "\(program.name)")
            #expect(page.contains("cards are valid for \(program.validityMonths) months"), "\(program.name)")
        }
    }
}
