import Audit
import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation
import Webhooks

/// Subscriptions to webhooks, and the log of their deliveries.
struct WebhookRoutes {
    let issuing: Issuing
    let addresses: WebhookAddresses

    func register(on businesses: RouterGroup<BusinessContext>) {
        businesses.on(Operations.subscribeWebhook, subscribe)
        businesses.on(Operations.listWebhookSubscriptions, subscriptions)
        businesses.on(Operations.unsubscribeWebhook, unsubscribe)
        businesses.on(Operations.listWebhookDeliveries, deliveries)
        businesses.on(Operations.resendWebhook, resend)
    }

    @Sendable private func subscribe(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let body = try await request.json(SubscribeWebhookBody.self)
        let asked = try body.value.accepted(
            besides: body.violations, isPlainAllowed: addresses.isPlainAllowed(in: body.value.url))
        // This comes before the look-up of the host, which is slow if the name server does not answer.
        try await issuing.requireRoomForSubscription(of: context.brand)
        try await addresses.require(asked.url, for: context.brand)
        let (subscription, key) = try await issuing.called(by: caller).subscribe(
            context.brand, to: asked.event, at: asked.url, signingKey: asked.signingKey)
        return Response(
            status: .created, json: WebhookSubscriptionBody(subscription, signingKey: key),
            headers: [.cacheControl: "no-store"])
    }

    @Sendable private func subscriptions(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try WebhookSubscriptionListQuery.read(request.target.query)
        let all = try await issuing.subscriptions(of: context.brand).map { WebhookSubscriptionBody($0) }
        return Response(status: .ok, json: WebhookSubscriptionListBody(all: all, answering: query))
    }

    @Sendable private func unsubscribe(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        guard let id = context.parameters.get("subscriptionId").flatMap({ WebhookSubscriptionID($0) }) else {
            throw IssuingFailure.refused(.webhook(.subscriptionNotFound))
        }
        _ = try await request.noBody()
        try await issuing.called(by: caller).unsubscribe(context.brand, from: id)
        return Response(status: .noContent)
    }

    @Sendable private func deliveries(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try WebhookDeliveryListQuery.read(request.target.query)
        let card = query.cardId.flatMap { CardID($0) }.map(EventSubject.Object.card)
        let account = query.accountId.flatMap { AccountID($0) }.map(EventSubject.Object.account)
        guard card == nil || account == nil else {
            // No event is about both.
            return Response(
                status: .ok, json: WebhookDeliveryListBody(deliveries: [], numberOfRecords: 0, answering: query))
        }
        let page = try await issuing.webhookDeliveries(
            of: context.brand, about: card ?? account,
            statuses: query.statuses.isEmpty ? nil : query.statuses.compactMap(WebhookStatus.init(rawValue:)),
            subscription: query.subscriptionId.flatMap { WebhookSubscriptionID($0) }, limit: query.limit,
            offset: query.offset)
        return Response(
            status: .ok,
            json: WebhookDeliveryListBody(
                deliveries: page.deliveries.map(WebhookDeliveryBody.init), numberOfRecords: page.total,
                answering: query))
    }

    @Sendable private func resend(_ request: Request, _ context: BusinessContext) async throws -> Response {
        guard let id = context.parameters.get("deliveryId").flatMap({ WebhookDeliveryID($0) }) else {
            throw IssuingFailure.refused(.webhook(.deliveryNotFound))
        }
        _ = try await request.noBody()
        try await issuing.resendWebhook(id, of: context.brand)
        return Response(status: .accepted)
    }
}

extension WebhookAddresses {
    /// Refuses a URL to which the service must not send requests.
    ///
    /// The response is the same for every reason. A more precise one would reveal names and addresses in our network.
    package func require(_ url: WebhookURL, for brand: String) async throws {
        do {
            try await check(url, for: brand)
        } catch NameResolver.Failure.shareUsedUp {
            throw Problem(
                .tooManyRequests,
                "Too many host names are being looked up for this brand. Send the request again shortly.")
        } catch NameResolver.Failure.overloaded {
            throw Problem.passing
        } catch {
            throw IssuingFailure.refused(.invalidFields([FieldError("url", hostRule)]))
        }
    }
}

extension SubscribeWebhookBody {
    /// - Parameters:
    ///   - violations: the errors of the body that are already known.
    ///   - isPlainAllowed: whether the URL may be http, for development.
    /// - Returns: nil as the key if a new one is needed.
    fileprivate func accepted(
        besides violations: [FieldError], isPlainAllowed: Bool
    ) throws(IssuingFailure) -> (event: WebhookEvent, url: WebhookURL, signingKey: SigningKey?) {
        var found: [FieldError] = []
        if let violation = url.flatMap({ WebhookURL.violation(in: $0, isPlainAllowed: isPlainAllowed) }) {
            found.append(FieldError("url", violation))
        }
        let key = signingKey.flatMap { SigningKey(base64: $0) }
        if signingKey != nil, key == nil { found.append(FieldError("signingKey", SigningKey.violation)) }
        let all = violations.adding(found)
        guard all.isEmpty, let event = eventType.flatMap(WebhookEvent.init(rawValue:)),
            let url = url.flatMap(WebhookURL.init)
        else { throw .refused(.invalidFields(all)) }
        return (event, url, key)
    }
}

extension WebhookSubscriptionBody {
    fileprivate init(_ subscription: WebhookSubscription, signingKey: SigningKey? = nil) {
        self.init(
            id: subscription.id.description, eventType: subscription.eventType, url: subscription.url,
            signingKey: signingKey?.withBytes { Data($0).base64EncodedString() },
            createdDate: Timestamp(subscription.createdAt))
    }
}

extension WebhookDeliveryBody {
    fileprivate init(_ entry: LoggedDelivery) {
        let delivery = entry.delivery
        self.init(
            id: delivery.id.description, eventId: delivery.event.description, eventType: delivery.eventType,
            subscriptionId: delivery.subscription.description, cardId: entry.subject.card?.description,
            accountId: entry.subject.account?.description, customerId: entry.subject.customer.description,
            status: delivery.status.rawValue,
            createdDate: Timestamp(delivery.queuedAt), nextAttemptDate: delivery.nextAttemptAt.map(Timestamp.init),
            attempts: delivery.attempts.map { attempt in
                Attempt(
                    number: attempt.number, attemptedDate: Timestamp(attempt.at), outcome: attempt.outcome.rawValue,
                    statusCode: attempt.statusCode, milliseconds: attempt.milliseconds)
            })
    }
}
