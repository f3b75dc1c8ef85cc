import Audit
import Cards
import Postgres

/// The acts that the audit trail tells. Other changes have histories of their own: of a card's status, of tokens, of
/// money.
package enum AuditedAct: String, Sendable, CaseIterable {
    case cardDataShown = "CARD_DATA_SHOWN"
    case secureViewMade = "SECURE_VIEW_MADE"
    case secureViewOpened = "SECURE_VIEW_OPENED"
    /// The card's data was encrypted for a wallet or its network.
    case cardSealed = "CARD_SEALED"
    case pinSet = "PIN_SET"
    case triesReset = "TRIES_RESET"
    case tokenGranted = "TOKEN_GRANTED"
    case tokenRenewed = "TOKEN_RENEWED"
    case secretRefused = "SECRET_REFUSED"
    case authenticationAnswered = "AUTHENTICATION_ANSWERED"
    case deviceTrusted = "DEVICE_TRUSTED"
    case deviceRemoved = "DEVICE_REMOVED"
    /// A customer's password, PIN of the wallet, seed or passkey.
    case secretSet = "SECRET_SET"
    case customerEnrolled = "CUSTOMER_ENROLLED"
    case personChanged = "PERSON_CHANGED"
    /// A customer's personal data, or all that is stored about the customer.
    case customerDataShown = "CUSTOMER_DATA_SHOWN"
    case customerErased = "CUSTOMER_ERASED"
    case restrictionPlaced = "RESTRICTION_PLACED"
    case restrictionsLifted = "RESTRICTIONS_LIFTED"
    /// A receiver of events was added or ended. It may get the messages to customers, with their codes.
    case webhookSubscribed = "WEBHOOK_SUBSCRIBED"
    case webhookEnded = "WEBHOOK_ENDED"
    case partnerDecisionSet = "PARTNER_DECISION_SET"
    case partnerDecisionRemoved = "PARTNER_DECISION_REMOVED"
    case settingsChanged = "SETTINGS_CHANGED"
    case clientSecretRotated = "CLIENT_SECRET_ROTATED"
    case clientDisabled = "CLIENT_DISABLED"
    case clientEnabled = "CLIENT_ENABLED"
    case clientTokensRevoked = "CLIENT_TOKENS_REVOKED"
    case cardEventRecorded = "CARD_EVENT_RECORDED"
    case bankReportRecorded = "BANK_REPORT_RECORDED"
    /// Any step, whoever has taken it.
    case disputeStepTaken = "DISPUTE_STEP_TAKEN"
    case disputeEvidenceAdded = "DISPUTE_EVIDENCE_ADDED"
    case disputeEvidenceShown = "DISPUTE_EVIDENCE_SHOWN"
    case keysRewrapped = "KEYS_REWRAPPED"
    case keyRotated = "KEY_ROTATED"
    /// Values of earlier versions of a key were encrypted again. A run tells it once for each column.
    case valuesReencrypted = "VALUES_REENCRYPTED"
    case keyRetired = "KEY_RETIRED"
    /// A key that a card network shares.
    case keyImported = "KEY_IMPORTED"
    /// The numbers and PINs of all cards were opened, to look for them in clear.
    case cardDataAttested = "CARD_DATA_ATTESTED"
    /// An operator has called an operation of the administration, which is not done yet.
    case operatorCalled = "OPERATOR_CALLED"
    /// The schema got a later version. The event is in the transaction of the last step.
    case migrated = "MIGRATED"
    /// Tables got their places on the machines of a cluster. The event is in the same transaction.
    case distributed = "DISTRIBUTED"
    /// A change waits for a second operator.
    case changeProposed = "CHANGE_PROPOSED"
    /// A second operator has approved a change, which is made in the same transaction.
    case changeApproved = "CHANGE_APPROVED"
    case changeWithdrawn = "CHANGE_WITHDRAWN"
    /// A scheme's clearing file was begun. Its lines are booked afterwards, each like a message of the network.
    case clearingLoaded = "CLEARING_LOADED"
    case clearingBreakResolved = "CLEARING_BREAK_RESOLVED"
    /// A scheme was paid for a day.
    case clearingPositionSettled = "CLEARING_POSITION_SETTLED"
    case interchangeSet = "INTERCHANGE_SET"
    /// The plastic of some cards was ordered with a file for a bureau.
    case plasticOrdered = "PLASTIC_ORDERED"
    /// The numbers of the file's cards were opened, and encrypted for the bureau.
    case plasticOrderWritten = "PLASTIC_ORDER_WRITTEN"
    /// A bureau reported that plastic came back or was destroyed.
    case plasticReported = "PLASTIC_REPORTED"
    /// Controls of a program were drafted. They decide nothing yet.
    case rulesDrafted = "RULES_DRAFTED"
    /// A draft begins or ends to judge beside the live controls.
    case rulesShadowed = "RULES_SHADOWED"
    case rulesDropped = "RULES_DROPPED"
    /// A draft became the controls of its program.
    case rulesPromoted = "RULES_PROMOTED"
}

extension Issuing {
    public var auditTrail: AuditTrail { AuditTrail(database) }

    /// The same service for one caller, whom the audit trail names.
    public func called(by caller: AuditCaller) -> Issuing {
        var service = self
        service.caller = caller
        return service
    }

    /// Tells the audit trail about an act, in the act's transaction.
    ///
    /// - Parameters:
    ///   - subject: the object of the act, such as a card's id.
    ///   - customer: the customer whom it concerns; nil for the caller's.
    package func recording(
        _ act: AuditedAct, _ outcome: AuditEvent.Outcome = .done, about subject: (any CustomStringConvertible)? = nil,
        of customer: CustomerID? = nil, detail: String? = nil
    ) -> Query<Void> {
        var caller = caller
        if let customer { caller.customer = "\(customer)" }
        let event = AuditEvent(
            act.rawValue, outcome, about: subject?.description, detail: detail, by: caller, at: clock.now())
        return AuditTrail.recording([event])
    }

    /// The same for several acts of one kind; nil if there are none.
    package func recording(each act: AuditedAct, about subjects: [String]) -> Query<Void>? {
        guard !subjects.isEmpty else { return nil }
        let now = clock.now()
        return AuditTrail.recording(
            subjects.map { AuditEvent(act.rawValue, about: $0, by: caller, at: now) })
    }

    /// The same for several subjects of customers; nil if there are none.
    package func recording(
        _ act: AuditedAct, aboutEach subjects: [(subject: String, customer: CustomerID)], detail: String
    ) -> Query<Void>? {
        guard !subjects.isEmpty else { return nil }
        let now = clock.now()
        return AuditTrail.recording(
            subjects.map { subject, customer in
                var caller = caller
                caller.customer = "\(customer)"
                return AuditEvent(act.rawValue, about: subject, detail: detail, by: caller, at: now)
            })
    }

    /// The same for several customers; nil if there are none.
    package func recording(
        _ act: AuditedAct, ofEach customers: [CustomerID], detail: String
    ) -> Query<Void>? {
        guard !customers.isEmpty else { return nil }
        let now = clock.now()
        return AuditTrail.recording(
            customers.map { customer in
                var caller = caller
                caller.customer = "\(customer)"
                return AuditEvent(act.rawValue, detail: detail, by: caller, at: now)
            })
    }

    /// Tells the audit trail that a new card has a PIN, if it has one.
    func recordingPIN(of new: NewCard) -> Query<Void>? {
        new.sealedPIN == nil ? nil : recording(.pinSet, about: new.card.id, of: new.card.customer)
    }

    /// Tells the audit trail how a customer has answered a challenge.
    func recording(
        _ outcome: AttemptOutcome, of event: AuthenticationEvent, by verification: Verification?
    ) -> Query<Void> {
        recording(
            .authenticationAnswered, outcome.status == .verified ? .done : .refused,
            about: event.reference.eventID, of: event.customer,
            detail: [verification?.name, outcome.status.rawValue].compactMap(\.self).joined(separator: " "))
    }

    /// Tells the audit trail that a secret was refused.
    ///
    /// - Parameters:
    ///   - client: the id that the caller states, which proves nothing.
    ///   - kind: such as `client secret`.
    package func recordRefusal(of kind: String, statedBy client: String?) async throws(IssuingFailure) {
        _ = try await writing(recording(.secretRefused, .refused, about: client, detail: kind))
    }

    /// Tells the audit trail that an operator calls an operation of the administration, before it is done.
    ///
    /// - Parameter path: nil if it may hold a secret.
    package func recordOperatorCall(
        _ outcome: AuditEvent.Outcome, at path: String?
    ) async throws(IssuingFailure) {
        _ = try await writing(recording(.operatorCalled, outcome, about: path))
    }
}
