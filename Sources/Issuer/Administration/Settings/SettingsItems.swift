import Authorizing
import Cards
import Ledger
import Scenarios
import Validation

/// The settings in a file's items, in the form that the rules need.
extension Scenario.Item {
    func program(
        changing existing: Program?, _ panPrefix: (@Sendable (Program.Scheme) -> String)?
    ) -> Draft<Program?> {
        // Digits are of a scheme, so those of another one are no help.
        let existingPrefix = existing?.scheme.rawValue == self["scheme"] ? existing?.panPrefix : nil
        return ProgramDraft.read(
            name: name, cardType: self["cardType"].flatMap(Program.CardType.init(rawValue:)),
            scheme: self["scheme"].flatMap(Program.Scheme.init(rawValue:)),
            region: self["region"].flatMap(Region.init(rawValue:)), currencies: list("currencies"),
            isDigital: flag("isDigital") ?? existing?.isDigital,
            requiresApproval: flag("requiresApproval") ?? existing?.requiresApproval,
            allowableCards: number("allowableCards") ?? existing?.cardsPerCustomer,
            validityMonths: number("validityMonths") ?? existing?.validityMonths,
            panPrefix: { self["panPrefix"] ?? existingPrefix ?? panPrefix?($0) ?? "" })
    }

    func policy(changing policy: AuthenticationPolicy) -> Draft<AuthenticationPolicy?> {
        func field(_ name: String) -> String { "authentication.\(name)" }
        var (policy, errors) = (policy, [FieldError]())
        policy.mode = self[field("mode")].flatMap(AuthenticationPolicy.Mode.init(rawValue:)) ?? policy.mode
        if let named = list(field("operations")) {
            policy.operations = ProtectedOperation.allCases.filter { named.contains($0.rawValue) }
            if policy.operations.count < Set(named).count {
                let names = ProtectedOperation.allCases.map(\.rawValue).joined(separator: ", ")
                errors.append(FieldError("operations", "must contain only \(names)"))
            }
        }
        func set(_ name: String, _ path: WritableKeyPath<AuthenticationPolicy, Int>) {
            policy[keyPath: path] = number(field(name)) ?? policy[keyPath: path]
        }
        set("eventLifetimeSeconds", \.eventLifetimeSeconds)
        set("challengeLifetimeSeconds", \.challengeLifetimeSeconds)
        set("allowableChallenges", \.allowableChallenges)
        set("cooldownSeconds", \.cooldownSeconds)
        set("allowableAttempts", \.allowableAttempts)
        set("challengesPerHour", \.challengesPerHour)
        set("wrongAttemptsBeforeLockOut", \.wrongAttemptsBeforeLockOut)
        policy.refusesWeakPINs = flag(field("refusesWeakPins")) ?? policy.refusesWeakPINs
        policy.acceptsTrustedDevices = flag(field("acceptsTrustedDevices")) ?? policy.acceptsTrustedDevices
        policy.relyingPartyID = self[field("relyingPartyId")] ?? policy.relyingPartyID
        policy.origins = list(field("origins")) ?? policy.origins
        return Draft(policy, errors: errors.adding(policy.violations))
    }

    /// The reader has checked that the numbers are in their ranges.
    func terms(changing terms: PaymentTerms) -> Draft<PaymentTerms?> {
        func field(_ name: String) -> String { "terms.\(name)" }
        let fee = number(field("fxFeeBasisPoints")).map(Int64.init) ?? terms.tariff.foreignExchangeFee?.value ?? 0
        let tariff = Tariff(
            atmFee: number(field("atmFee")).map(Int64.init) ?? terms.tariff.atmFee,
            foreignExchangeFee: fee == 0 ? nil : BasisPoints(fee))
        let life = HoldLife(
            days: number(field("holdDays")) ?? terms.holdLife.days,
            daysIfPaidLater: number(field("holdDaysIfPaidLater")) ?? terms.holdLife.daysIfPaidLater)
        var metadata = terms.metadata
        for name in WalletMetadata.Field.allCases {
            if let text = self[field("walletMetadata.\(name.rawValue)")] { metadata[name] = text }
        }
        let errors = metadata.violations.map { FieldError("walletMetadata.\($0.field)", $0.error) }
        return Draft(
            PaymentTerms(
                tariff: tariff, holdLife: life,
                needsSecurityCode: flag(field("needsSecurityCode")) ?? terms.needsSecurityCode,
                needsAuthentication: flag(field("needsAuthentication")) ?? terms.needsAuthentication,
                allowedWrongCodes: CodeTries.Allowance(
                    inARow: number(field("wrongCodesInARow")) ?? terms.allowedWrongCodes.inARow,
                    onDay: number(field("wrongCodesOnADay")) ?? terms.allowedWrongCodes.onDay),
                disputes: DisputeTerms(
                    givesProvisionalCredit: flag(field("provisionalCredit")) ?? terms.disputes.givesProvisionalCredit,
                    bearsLosses: flag(field("bearsLostDisputes")) ?? terms.disputes.bearsLosses),
                provisioning: self[field("walletProvisioning")].flatMap(ProvisioningTerms.init(rawValue:))
                    ?? terms.provisioning,
                renewal: RenewalTerms(
                    days: number(field("renewalDays")) ?? terms.renewal.days,
                    keepsNumber: flag(field("renewalKeepsNumber")) ?? terms.renewal.keepsNumber),
                metadata: metadata),
            errors: errors)
    }

    var controls: ControlsDraft {
        var draft = ControlsDraft()
        draft.allowedCategories = list("controls.allowedMccs")
        draft.blockedCategories = list("controls.blockedMccs")
        draft.allowedCountries = list("controls.allowedCountries")
        draft.blockedCountries = list("controls.blockedCountries")
        draft.switchedOff = Set(
            Channel.allCases.filter { flag("controls.channels.\($0.settingsName)") == false })
        draft.limits = (0..<count(of: "controls.limits")).map { index in
            let path = "controls.limits[\(index)]"
            return ControlsDraft.LimitDraft(
                window: self["\(path).window"].flatMap(Window.init(rawValue:)),
                channel: self["\(path).channel"].flatMap(Channel.init(rawValue:)),
                amount: number("\(path).amount").map(Int64.init), count: number("\(path).count"))
        }
        return draft
    }
}
