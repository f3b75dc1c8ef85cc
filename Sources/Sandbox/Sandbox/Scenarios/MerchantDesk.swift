import Issuing
import Scenarios
import Validation

/// Changes the settings that merchants have agreed with their gateways.
public protocol MerchantDesk: Sendable {
    typealias Settings = [(name: String, value: Scenario.Item.Member)]

    /// The errors in settings; nil if there is no such merchant.
    func errors(in settings: Settings, of merchant: String, at gateway: String) async throws -> [FieldError]?

    /// Changes the settings that are named. There must be no errors in them.
    func agree(_ settings: Settings, of merchant: String, at gateway: String) async throws
}

extension Sandbox {
    private static let gateways = ["cardpointe", "stitch"]

    /// The faults in the merchants of a scenario.
    func merchantFaults(in scenario: Scenario) async throws(IssuingFailure) -> [ScenarioFault] {
        var faults: [ScenarioFault] = []
        for item in scenario.items(of: .merchants) where item.isReadable {
            guard let merchantDesk else {
                faults.append(item.fault("", "needs a running server with merchants"))
                continue
            }
            for gateway in Self.gateways {
                let settings = item.members(of: gateway)
                let errors = try await Self.told {
                    try await merchantDesk.errors(in: settings, of: item.name, at: gateway)
                }
                guard let errors else {
                    faults.append(item.fault("", "must be the number of an existing merchant"))
                    break
                }
                faults += errors.map { item.fault("\(gateway).\($0.field)", $0.error) }
            }
        }
        return faults
    }

    func agree(_ item: Scenario.Item) async throws(IssuingFailure) {
        for gateway in Self.gateways where item.has(gateway) {
            let settings = item.members(of: gateway)
            try await Self.told { try await merchantDesk?.agree(settings, of: item.name, at: gateway) }
        }
    }

    private static func told<Value>(
        _ work: () async throws -> Value
    ) async throws(IssuingFailure) -> Value {
        do {
            return try await work()
        } catch {
            throw (error as? IssuingFailure) ?? .damaged("the settings of a merchant: \(error)")
        }
    }
}
