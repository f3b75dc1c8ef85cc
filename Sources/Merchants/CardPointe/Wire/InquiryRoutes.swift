import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Payments
import Validation

import struct HTTPContract.Operation

/// Operations that change nothing.
struct InquiryRoutes {
    let gateway: CardPointe

    private typealias Report = @Sendable ([SteppedPayment], CardPointeAccount) throws -> JSONValue?

    func register(on router: Router<RequestContext>) {
        router.on(CardPointeOperations.inquireMerchant) { request, context in
            let account = try await gateway.caller(request, context, merchant: context.decoded("merchid") ?? "")
            return gateway.response(gateway.inquireMerchant(account))
        }
        router.on(CardPointeOperations.inquire, inquire)
        router.on(CardPointeOperations.inquireOrder, inquireOrder)
        router.on(CardPointeOperations.inquireOrderOfMerchant, inquireOrder)
        router.on(CardPointeOperations.bin, bin)
        report(CardPointeOperations.settlement, .settlestat, router, gateway.settlement)
        report(CardPointeOperations.funding, .funding, router, gateway.funding)
        report(CardPointeOperations.deposit, nil, router, gateway.deposit)
    }

    @Sendable private func inquire(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (account, reference) = try await named(request, context)
        let headers = try await gateway.count(.inquire, of: account)
        return gateway.response(try await gateway.inquire(reference, account), headers: headers)
    }

    /// Without the set, or with another one than 1, all merchants of the login are looked through.
    @Sendable private func inquireOrder(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (account, order) = try await named(request, context)
        let headers = try await gateway.count(.inquire, of: account)
        let isOfOne = context.decoded("set") == "1"
        let merchants = isOfOne
            ? [account.merchant] : try await gateway.callersOfLogin(request, context).map(\.merchant)
        return gateway.response(try await gateway.inquire(order: order, of: merchants), headers: headers)
    }

    @Sendable private func bin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (_, token) = try await named(request, context)
        return gateway.response(try await gateway.bin(token))
    }

    /// The merchant and the other name in the path. The guide and the reference have them in different orders, so the
    /// one that is a merchant of the login is the merchant.
    private func named(
        _ request: Request, _ context: RequestContext
    ) async throws -> (CardPointeAccount, String) {
        let (first, second) = (context.decoded("first"), context.decoded("second"))
        if let account = try await gateway.account(request, context, merchant: second) { return (account, first ?? "") }
        return (try await gateway.caller(request, context, merchant: first ?? ""), second ?? "")
    }

    // MARK: Reports

    private func report(
        _ operation: Operation, _ service: LimitedService?, _ router: Router<RequestContext>,
        _ report: @escaping Report
    ) {
        router.on(operation) { request, context in
            let query = ReportQuery(request.target.query)
            let account = try await gateway.caller(request, context, merchant: query.merchant)
            var headers: HTTPFields = [:]
            if let service { headers = try await gateway.count(service, of: account) }
            guard let time = query.time(at: gateway.clock.now()) else {
                throw RequestError(.fieldsNotAcceptable, "date must be MMDD or YYYYMMDD, and batchid ten digits.")
            }
            let settled = try await gateway.settled(time, operation.name, account)
            guard let body = try report(settled.steps, account) else {
                headers[.contentType] = "text/plain"
                return Response(status: .ok, headers: headers, body: ByteBuffer(string: "Null batches"))
            }
            let response = gateway.response(body, headers: headers)
            // Last, so that a report that fails is given again.
            try await gateway.remember(settled, operation.name, account)
            return response
        }
    }
}

/// The query of a report. Parameters that the gateway does not know are ignored.
private struct ReportQuery {
    let merchant: String?
    private let date: String?
    private let batch: String?

    init(_ text: String?) {
        let pairs = FormText.decode(text ?? "")
        func value(_ name: String) -> String? {
            let value = pairs.first { $0.name == name }?.value
            return value?.isEmpty == false ? value : nil
        }
        (merchant, date, batch) = (value("merchid"), value("date"), value("batchid"))
    }

    /// Nil if the date or the batch is malformed.
    func time(at now: Date) -> CardPointe.ReportTime? {
        if let batch { return Batch.day(of: batch).map { .batch($0) } }
        if let date { return GatewayDate.day(date, at: now).map { .day($0) } }
        return .new
    }
}

extension RequestContext {
    /// A parameter of the path as text; nil if there is none, or if it is not percent-encoded UTF-8 without control
    /// characters.
    func decoded(_ name: String) -> String? {
        guard let raw = parameters.get(name), let text = FormText.decodeComponent(raw[...].utf8),
            text.utf8.count <= 200, !ControlCharacters.areIn(text)
        else { return nil }
        return text
    }
}
