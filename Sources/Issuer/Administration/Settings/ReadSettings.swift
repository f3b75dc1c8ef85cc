import Authorizing
import Cards
import Issuing
import Ledger
import Postgres

extension Administration {
    /// Everything that operators have set.
    public func settings() async throws(IssuingFailure) -> Settings {
        try await database.transaction { tx throws(IssuingFailure) in try Settings(reading: tx) }
    }
}

extension Settings {
    init<Failure: DatabaseError>(reading tx: Transaction<Failure>) throws(Failure) {
        let (brands, policies, calls, clients, programs, terms, controls, interchange, rates) = try tx.run(
            BrandStatements.every(), AuthenticationStatements.policies(), CallStatements.rates(),
            BrandStatements.everyClient(),
            ProgramStatements.everyProgram(), PaymentSettingStatements.everyTerms(),
            ControlStatements.controlsOfEveryProgram(), ClearingPositionStatements.rates(),
            PaymentSettingStatements.rates())
        for (brand, frameAncestors) in brands { self.brands[brand] = Brand(frameAncestors: frameAncestors) }
        for (brand, policy) in policies { self.brands[brand]?.policy = policy }
        for (brand, rates) in calls { self.brands[brand]?.calls = rates }
        for (name, rights) in clients { self.clients[name] = rights }
        for (brand, program) in programs {
            self.programs[program.name] = OfferedProgram(brand: brand, program: program)
        }
        for (program, terms) in terms { self.programs[program]?.terms = terms }
        for (program, controls) in controls { self.programs[program]?.controls = controls }
        for rate in interchange.inOrder { self.programs[rate.program]?.interchange.append(rate) }
        for stored in rates.compactMap(\.self) {
            self.rates[CurrencyPair(from: stored.from, to: stored.to)] = stored.rate
        }
    }
}
