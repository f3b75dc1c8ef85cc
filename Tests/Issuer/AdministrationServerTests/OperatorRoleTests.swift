import HTTPContract
import HTTPTypes
import Testing

@testable import AdministrationServer

@Suite("The roles of operators")
struct OperatorRoleTests {
    private static let values = [
        "brand": "nobody", "client": "nobody", "program": "NONE", "customerId": "29999999",
        "cardId": "f16ba382-eb42-481a-b08f-c57bdc9aae24", "movementId": "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1",
        "changeId": "4a6f1c52-0b6e-4a39-9a55-0d6d1c1f7c11", "purpose": "nobody", "version": "1",
        "fileReference": "VISA-1", "breakId": "5e0a4ad1-9c0f-8a11-a9f5-2f4ac2a5e701", "firstDay": "2026-11-01",
        "lastDay": "2026-11-30", "day": "2026-01-01", "scheme": "VISA", "currency": "EUR",
        "disputeId": "0b6f3d1e-7a44-4c2b-8a0f-3c1d5e7f9a21", "evidenceId": "6c2a9f40-1b7d-4e55-9d3c-8f0e2a4b6c13",
    ]

    @Test("Every operation has its roles, and its description names them")
    func table() {
        #expect(Set(Permissions.table.keys) == Set(AdministrationOperations.all.map(\.name)))
        for operation in AdministrationOperations.all {
            let words = Permissions.words(for: operation.name)
            #expect(!words.isEmpty && operation.description.hasSuffix("For the roles \(words)."), "\(operation.name)")
        }
    }

    private static let ofKeys: Set = ["listKeys", "rotateKey", "retireKey"]
    private static let planning: Set = ["planSettings", "backtestRules"]
    private static let ofChanges: Set = ["listChanges", "showChange", "approveChange", "withdrawChange"]

    @Test("The roles divide the work: an operator has no keys, and nobody else changes anything but support")
    func duties() {
        for operation in AdministrationOperations.all {
            let isAdmitted = { (role: OperatorRole) in Permissions.admit(role, to: operation.name) }
            let (isOfKeys, isOfChanges) = (
                Self.ofKeys.contains(operation.name), Self.ofChanges.contains(operation.name)
            )
            #expect(isAdmitted(.operations) == !isOfKeys, "\(operation.name)")
            #expect(isAdmitted(.keyCustodian) == (isOfKeys || isOfChanges), "\(operation.name)")
            guard operation.method != .get, !Self.planning.contains(operation.name) else { continue }
            #expect(!isAdmitted(.viewer) && !isAdmitted(.auditor), "\(operation.name)")
            #expect(isAdmitted(.support) == (operation.name == "clearCardTries"), "\(operation.name)")
        }
        #expect(!Permissions.admit(.viewer, to: "showCustomer") && !Permissions.admit(.operations, to: "unknown"))
    }

    @Test("Settings, erasure, keys and rules need two operators, and what an incident asks for needs one")
    func twoOperators() {
        let proposed = AdministrationOperations.all.filter { $0.successStatus == .accepted }
        #expect(Set(proposed.map(\.name)) == [
            "applySettings", "eraseCustomer", "rotateKey", "retireKey", "promoteRules",
        ])
        #expect(Set(proposed.map(\.name)) == Permissions.ofTwoOperators)
        for operation in proposed { #expect(operation.description.contains("approveChange"), "\(operation.name)") }
    }

    @Test("Each operation is refused to the roles that it is not for, and reaches its use case for the others")
    func refusals() async throws {
        let bench = try await AdministrationBench()
        for operation in AdministrationOperations.all {
            let path = String(operation.path(filling: Self.values).dropFirst("/administration".count))
            let body = operation.takesBody ? #"{"unknown": 1}"# : ""
            for role in OperatorRole.allCases {
                let answer = try await bench.ask(
                    operation.method, path, body, as: role, mediaType: operation.mediaTypes.first ?? "application/json")
                let isRefused = answer.status == 403 && answer.text.contains("is for the roles")
                #expect(isRefused == !Permissions.admit(role, to: operation.name), "\(operation.name) \(role)")
                if !isRefused {
                    let expected: Set = [200, 204, 400, 404]
                    #expect(expected.contains(answer.status), "\(operation.name): \(answer.text)")
                    #expect(!answer.text.contains("DW-NO-SUCH-OPERATION"), "\(operation.name)")
                }
            }
        }
    }
}
