import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Shows a card's details and PIN: in plain text, on a page that opens once, or encrypted for the app's own key.
struct SecureViewRoutes {
    let issuing: Issuing
    let publicURL: PublicURL?
    /// The first part of the pages' paths.
    let path: String

    func register(on cardData: RouterGroup<CardDataContext>) {
        cardData.on(Operations.showDetails, showDetails)
        cardData.on(Operations.createSecureView, create)
    }

    @Sendable private func showDetails(
        _ request: Request, _ context: CardDataContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let evidence = try request.evidence(for: .cardDetails, card: id, body: [], in: context, by: issuing)
        let details = try await issuing.called(by: caller).showDetails(.details, of: id, evidence: evidence)
        return answer(DetailsBody(details), status: Operations.showDetails.successStatus)
    }

    @Sendable private func create(
        _ request: Request, _ context: CardDataContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(SecureViewRequestBody.self)
        let key = body.value.sessionKey.flatMap(DevicePublicKey.init)
        let errors = body.violations + body.value.violations(sessionKey: key) + body.value.separationViolations
            + body.value.bareViolations + body.value.colorViolations
        let draft = Draft(body.value, errors: errors).then { body in
            let content = body.type.flatMap(SecureView.Content.init(rawValue:))
            return SecureView.read(
                content: content, panSeparator: body.panSeparator, hasCopyButton: body.showCopyButton,
                theme: body.theme.flatMap(SecureView.Theme.init(rawValue:)),
                bare: content.flatMap { body.bare?.look(of: $0) })
        }
        let view = try IssuingFailure.refusing { () throws(Refusal) in try draft.accepted() }
        let evidence = try request.evidence(for: .secureDetails, card: id, body: body.bytes, in: context, by: issuing)
        let status = Operations.createSecureView.successStatus
        if let key {
            // The body names the key, so a repetition shows nothing to anyone else.
            let details = try await issuing.called(by: caller).showDetails(
                view.content, of: id, evidence: evidence, repeatableSeconds: SecureView.lifetimeSeconds)
            let payload = Secret(DetailsBody(details).jsonBytes)
            let jwe = SessionKeySealing.seal(payload, to: key, using: issuing.entropy)
            return answer(SecureViewBody(jwe: jwe), status: status)
        }
        let base = try publicURL ?? PublicURL(confidentiallyOf: request)
        let separate = body.value.separateViews?.compactMap { view.separately($0, in: body.value) }
        let tickets = try await issuing.called(by: caller).createSecureViews(
            separate ?? [view], of: id, evidence: evidence)
        let views = zip(separate ?? [view], tickets).map { view, ticket in
            SecureViewBody.SeparateView(
                type: view.content.rawValue, url: base.text + path + SecureViewPages.address(of: ticket.token),
                expiresAt: Timestamp(ticket.expiresAt))
        }
        return answer(
            separate == nil
                ? SecureViewBody(url: views[0].url, expiresAt: views[0].expiresAt) : SecureViewBody(views: views),
            status: status)
    }

    private func answer(_ body: some JSONWritable, status: HTTPResponse.Status) -> Response {
        Response(status: status, json: body, headers: [.cacheControl: "no-store"])
    }
}

extension SecureView {
    fileprivate func separately(_ body: SeparateViewBody, in whole: SecureViewRequestBody) -> SecureView? {
        body.type.flatMap(Content.init(rawValue:)).map { content in
            separately(
                content, hasCopyButton: body.showCopyButton, bare: (body.bare ?? whole.bare)?.look(of: content))
        }
    }
}

extension BareViewBody {
    fileprivate func look(of content: SecureView.Content) -> SecureView.Bare {
        SecureView.Bare(
            textSize: textSize ?? SecureView.Bare.defaultTextSize(of: content),
            textColor: textColor.flatMap(SecureView.Bare.Color.init),
            font: font.flatMap(SecureView.Bare.Font.init(rawValue:)) ?? .sansSerif)
    }
}

extension SecureViewRequestBody {
    /// The reader of the body has already reported members that could not be read.
    fileprivate func violations(sessionKey key: DevicePublicKey?) -> [FieldError] {
        guard key == nil, let parts = sessionKey, parts.kty != nil, parts.crv != nil, parts.x != nil, parts.y != nil
        else { return [] }
        return [FieldError("sessionKey", DevicePublicKey.expectation)]
    }
}

extension SecureViewRequestBody {
    fileprivate var separationViolations: [FieldError] {
        guard separateViews != nil, type.map({ $0 != "DETAILS" }) == true || sessionKey != nil else { return [] }
        return [FieldError("separateViews", "must be absent unless type is DETAILS and there is no sessionKey")]
    }
}

extension SecureViewRequestBody {
    /// A view without labels cannot show several values, and encrypted details have no look.
    fileprivate var bareViolations: [FieldError] {
        guard bare != nil, (type == "DETAILS" && separateViews == nil) || sessionKey != nil else { return [] }
        return [FieldError("bare", "must be absent for DETAILS without separateViews, and with a sessionKey")]
    }

    fileprivate var colorViolations: [FieldError] {
        let separate = (separateViews ?? []).enumerated().map { ("separateViews[\($0)].bare", $1.bare) }
        return ([("bare", bare)] + separate).compactMap { place, look in
            guard let color = look?.textColor, SecureView.Bare.Color(color) == nil else { return nil }
            return FieldError("\(place).textColor", "must be #RRGGBB or #RRGGBBAA, in hexadecimal digits")
        }
    }
}

extension DevicePublicKey {
    fileprivate init?(_ body: SessionKeyBody) {
        guard let keyType = body.kty, let curve = body.crv, let x = body.x, let y = body.y else { return nil }
        self.init(keyType: keyType, curve: curve, x: x, y: y)
    }
}
