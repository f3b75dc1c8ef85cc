import CardAPI
import Gateways
import HTTPContract
import Validation

/// The faults, the journal and the coverage for the requests of one service. Each tenant has its own.
struct SandboxControls: Sendable {
    let faults = Faults()
    let journal = RequestJournal()
    let coverage = CoverageCounter()
    /// The gateways of the service's merchants.
    var gateways: [GatewayService] = []

    /// What can be asked of the service: the operations of the card service, then those of the gateways.
    private var operations: ControlledOperations {
        ControlledOperations(all: Operations.all + gateways.flatMap(\.operations))
    }

    var routes: [SandboxRoutes.Route] {
        FaultRoutes(faults: faults, operations: operations).routes
            + JournalRoutes(journal: journal, operations: operations).routes
            + CoverageRoutes(coverage: coverage, gateways: gateways).routes
    }

    /// Removes the faults and the journal. The coverage stays, because a test run resets often and its coverage is that
    /// of the whole run.
    func reset() {
        faults.plan = .none
        journal.forgetAll()
    }
}

/// The operations that are recorded, counted and struck by faults.
struct ControlledOperations: Sendable {
    let all: [HTTPContract.Operation]

    /// The operation with a name; nil if no name is given.
    ///
    /// - Parameter violations: gets an error about a name that no operation has.
    func named(
        _ name: String?, at field: String, _ violations: inout [FieldError]
    ) -> HTTPContract.Operation? {
        guard let name else { return nil }
        let found = all.first { $0.name == name }
        if found == nil { violations.append(FieldError(field, notOneOf: all.map(\.name), for: name)) }
        return found
    }
}
