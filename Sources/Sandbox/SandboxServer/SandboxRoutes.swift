import Administration
import CardAPI
import Cards
import CardServer
import Foundation
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import TrafficControl
import Validation
import Webhooks

import struct HTTPContract.Operation

/// The requests that every test needs and no operation of the Card service offers: reading the plastic, simulating
/// events, moving the clock.
///
/// They are on a separate listener, which the public port cannot reach.
struct SandboxRoutes {
    let sandbox: Sandbox
    let webhooks: WebhookSender
    let controls: SandboxControls
    /// Knows the addresses of the listeners.
    let addresses: Tenants
    /// Nil in a tenant, because a tenant cannot have tenants.
    let tenants: Tenants?
    let merchants: MerchantsServer?
    /// The card service's operations for setting up provider states, without the journal and without faults.
    let operations: any Responder<ServiceContext>

    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response
    typealias Route = (operation: Operation, handler: Handler)

    private var routes: [Route] {
        let groups: [[Route]] = [
            own,
            ProgramControlRoutes(sandbox: sandbox).routes,
            ProgramRulesRoutes(sandbox: sandbox).routes,
            MoneyRoutes(sandbox: sandbox).routes,
            PaymentRoutes(sandbox: sandbox).routes,
            PartnerRoutes(sandbox: sandbox, addresses: webhooks.settings.addresses).routes,
            ClearingRoutes(sandbox: sandbox).routes,
            ClearingBreakRoutes(sandbox: sandbox).routes,
            DisputeLookRoutes(sandbox: sandbox).routes,
            PlayedDisputeRoutes(sandbox: sandbox).routes,
            TokenRequestRoutes(sandbox: sandbox).routes,
            PhoneRoutes(sandbox: sandbox, events: controls.events).routes,
            SnapshotRoutes(sandbox: sandbox, events: controls.events).routes,
            merchants.map { MerchantRoutes(sandbox: sandbox, merchants: $0).routes } ?? [],
            ProviderStateRoutes(sandbox: sandbox, operations: operations).routes,
            LookRoutes(sandbox: sandbox).routes,
            AccountBookRoutes(sandbox: sandbox).routes,
            AllWebhooksRoutes(sandbox: sandbox).routes,
            ReceiverRoutes(receivers: controls.receivers, clock: sandbox.issuing.clock).routes,
            controls.routes,
            tenants.map { TenantRoutes(tenants: $0).routes } ?? [],
        ]
        return groups.flatMap(\.self)
    }

    private var own: [Route] {
        let authentication = AuthenticationSandboxRoutes(sandbox: sandbox)
        let tokenization = TokenizationSandboxRoutes(sandbox: sandbox)
        return [
            (SandboxOperations.getAbout, AboutRoute(sandbox: sandbox, addresses: addresses, merchants: merchants).show),
            (SandboxOperations.readPlastic, plastic),
            (SandboxOperations.simulateCardEvent, event),
            (SandboxOperations.listPossibleActions, WhyNotRoute(sandbox: sandbox).show),
            (SandboxOperations.explainPurchase, PurchaseRoute(sandbox: sandbox).explain),
            (SandboxOperations.getZonePINKey, ZonePINKeyRoute(sandbox: sandbox).show),
            (SandboxOperations.createCustomer, enrol),
            (SandboxOperations.addProgram, addProgram),
            (SandboxOperations.setSecureViews, setSecureViews),
            (SandboxOperations.getWalletKeys, tokenization.walletKeys),
            (SandboxOperations.explainWalletData, ExplainRoute(sandbox: sandbox).explain),
            (SandboxOperations.simulateTokenEvent, tokenization.event),
            (SandboxOperations.listMessages, authentication.inbox),
            (SandboxOperations.approveMessage, authentication.approve),
            (SandboxOperations.denyMessage, authentication.deny),
            (SandboxOperations.setAuthenticationMeans, authentication.setMeans),
            (SandboxOperations.getAuthenticationPolicy, authentication.policy),
            (SandboxOperations.setAuthenticationPolicy, authentication.setPolicy),
            (SandboxOperations.getClock, readClock),
            (SandboxOperations.setClock, setClock),
            (SandboxOperations.resetSandbox, reset),
            (SandboxOperations.playScenario, ScenarioRoute(sandbox: sandbox).play),
        ]
    }

    func register(on router: Router<ServiceContext>) {
        for (operation, handler) in routes {
            // A scenario and a provider state are only preparation.
            let isPreparation = [SandboxOperations.playScenario, SandboxOperations.setUpProviderState]
                .contains(operation)
            router.on(operation) { request, context in
                let caller = isPreparation ? Caller.setUp : request.caller
                return try await caller.running { try await handler(request, context) }
            }
        }
    }

    @Sendable private func plastic(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let plastic = try await sandbox.plastic(of: context.parameters.cardID())
        return Response(status: .ok, json: PlasticAnswer(plastic: plastic), headers: [.cacheControl: "no-store"])
    }

    @Sendable private func event(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(EventBody.self)
        guard body.violations.isEmpty, let event = body.value.type.flatMap(CardEvent.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        return Response(status: .ok, json: CardBody(try await sandbox.administration.record(event, on: id)))
    }

    @Sendable private func enrol(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(CustomerEnrolmentBody.self)
        let enrolment = try body.accepted { body in
            CustomerEnrolment.read(
                country: body.country, firstName: body.firstName, lastName: body.lastName, mobile: body.mobile,
                email: body.email, address: body.address.map(DeliveryAddress.Draft.init))
        }
        let customer = try await sandbox.administration.enrol(enrolment, in: sandbox.brand)
        return Response(status: .created, json: CustomerAnswer(customer: customer, brand: sandbox.brand))
    }

    @Sendable private func addProgram(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(ProgramDraftBody.self)
        let draft = try body.accepted { body in
            ProgramDraft.read(
                name: body.name, cardType: body.cardType.flatMap(Program.CardType.init(rawValue:)),
                scheme: body.scheme.flatMap(Program.Scheme.init(rawValue:)),
                region: body.region.flatMap(Region.init(rawValue:)), currencies: body.currencies,
                isDigital: body.isDigital, requiresApproval: body.requiresApproval,
                allowableCards: body.allowableCards, panPrefix: \.addedProgramPrefix)
        }
        let program = try await sandbox.administration.add(draft, to: sandbox.brand)
        return Response(status: .created, json: ProgramBody(program))
    }

    @Sendable private func setSecureViews(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(SecureViewSettingsBody.self)
        let ancestors = try body.accepted { FrameAncestors.read(origins: $0.frameAncestors) }
        try await sandbox.administration.set(ancestors, for: context.parameters.get("brand") ?? "")
        return Response(status: .ok, json: body.value)
    }

    @Sendable private func readClock(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: ClockAnswer(sandbox.clock))
    }

    /// The body has a time to set or seconds to advance. With either, or alone, it may say whether the clock is frozen.
    @Sendable private func setClock(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(ClockBody.self)
        let clock = sandbox.clock
        try await sandbox.setClock { present throws(IssuingFailure) in
            let change = try IssuingFailure.refusing { () throws(Refusal) in
                try ClockChange.read(Draft(body.value, errors: body.violations), of: clock.reading(present)).accepted()
            }
            let isFrozen = if case .frozen = present { true } else { false }
            return clock.setting(reading: change.reading, isFrozen: change.frozen ?? isFrozen)
        }
        try await merchants?.settleWhatIsDue()
        await webhooks.deliverWhatIsDue()
        controls.events.publish(SandboxEvent(sandbox.clock))
        return Response(status: .ok, json: ClockAnswer(sandbox.clock))
    }

    @Sendable private func reset(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        let clock = sandbox.clock
        try await sandbox.resetToDemoUniverse(
            adding: DemoMerchant.writes(in: merchants, at: clock.reading(clock.beginning)))
        controls.reset()
        return Response(status: .noContent)
    }
}

/// A valid change of the clock.
struct ClockChange {
    /// The new time.
    let reading: Date
    let frozen: Bool?

    static let nowExpectation = "must be a time in the years 2000 to 2099, like 2029-12-01T00:00:00Z"

    /// - Parameter now: the present time of the clock.
    static func read(_ draft: Draft<ClockBody>, of now: Date) -> Draft<ClockChange?> {
        let body = draft.value
        var violations = draft.errors
        let asked = body.now.flatMap { Timestamp($0) }.map { Date($0) }
        if body.now != nil, asked.map(ServiceClock.years.contains) != true {
            violations.append(FieldError("now", Self.nowExpectation))
        }
        let reading = asked ?? now + TimeInterval(body.advanceSeconds ?? 0)
        if body.advanceSeconds != nil, body.now != nil {
            violations.append(FieldError("advanceSeconds", "cannot be sent together with now"))
        } else if body.advanceSeconds != nil, !ServiceClock.years.contains(reading) {
            let end = Timestamp(ServiceClock.years.upperBound)
            violations.append(
                FieldError(
                    "advanceSeconds", "must not move the clock past \(end); it reads \(Timestamp(now))"))
        }
        if violations.isEmpty, body.now == nil, body.advanceSeconds == nil, body.frozen == nil {
            violations.append(FieldError("now", "or advanceSeconds or frozen is needed"))
        }
        return Draft(ClockChange(reading: reading, frozen: body.frozen), errors: violations)
    }
}
