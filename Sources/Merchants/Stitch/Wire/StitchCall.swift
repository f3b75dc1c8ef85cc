import GraphQL
import HTTPContract
import Identifiers
import Payments
import Validation

/// A caller's rights: the client that authenticated, and the scopes of its token.
struct StitchCall: Sendable {
    let client: StitchClient
    let scopes: Set<StitchScope>
    let stitch: Stitch
    /// The address to which this caller's customers go for 3-D Secure; a transaction's id follows behind a slash.
    let interactionURL: String
    let reading: CallReading

    init(client: StitchClient, scopes: Set<StitchScope>, stitch: Stitch, interactionURL: String) {
        (self.client, self.scopes, self.stitch, self.interactionURL) = (client, scopes, stitch, interactionURL)
        reading = CallReading(payments: stitch.payments)
    }

    func require(_ accepted: StitchScope...) throws(FieldFailure) {
        guard let first = accepted.first, scopes.isDisjoint(with: accepted) else { return }
        throw .missing(first)
    }

    func requireInitiation() throws(FieldFailure) {
        if client.isScopeStrict {
            try require(.transactionInitiate)
        } else {
            try require(.transactionInitiate, .paymentRequest)
        }
    }

    func shown(_ payment: Payment) -> TransactionObject { TransactionObject(payment: payment, call: self) }

    /// A payment of this client's merchant at this gateway; nil if there is none.
    func payment(_ id: String) async throws(FieldFailure) -> Payment? {
        guard let id = PaymentID(id) else { return nil }
        let payment = try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            try await stitch.payments.payment(id)
        }
        return payment.flatMap { $0.merchant == client.merchant && $0.gateway == client.gateway ? $0 : nil }
    }

    /// A transaction or a refund; nil if the client has neither.
    func node(_ id: String) async throws(FieldFailure) -> (any GraphQLObject)? {
        guard let (original, number) = RefundObject.parts(of: id) else { return try await payment(id).map(shown) }
        guard let payment = try await payment(original) else { return nil }
        return try await shown(payment).refunds().first { $0.step.number == number }
    }

    // MARK: - Members of several inputs

    static func nonce(_ input: JSONObject) throws(FieldFailure) -> String {
        let nonce = input.text("nonce") ?? ""
        guard (1...NewPayment.nonceLimit).contains(nonce.unicodeScalars.count) else {
            throw FieldFailure(.invalidInput, "The nonce needs 1 to \(NewPayment.nonceLimit) characters.")
        }
        return nonce
    }

    static func metadata(_ input: JSONObject) throws(FieldFailure) -> JSONValue? {
        guard let value = input["metadata"], value != .null else { return nil }
        guard value.jsonText.utf8.count <= StitchNote.metadataLimitBytes else {
            throw FieldFailure(
                .invalidInput, "The metadata may have at most \(StitchNote.metadataLimitBytes) bytes as JSON.")
        }
        guard value.depth <= StitchNote.metadataDepthLimit else {
            throw FieldFailure(
                .invalidInput,
                "The metadata may have at most \(StitchNote.metadataDepthLimit) arrays and objects in each other.")
        }
        return value
    }
}

extension JSONValue {
    /// How many arrays and objects are in each other.
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.names.compactMap { object[$0]?.depth }.max() ?? 0)
        case .string, .number, .boolean, .null: 0
        }
    }
}

/// Reads the data of a payment once in a request, even if its document asks several times, and for all payments of a
/// list at once.
actor CallReading {
    private let payments: Payments
    private var listed: Set<Payment> = []
    /// By the payment as it was, so a payment that has changed meanwhile is read again.
    private var steps: [Payment: [PaymentStep]] = [:]
    private var instruments: [PaymentID: PaymentInstrument] = [:]

    init(payments: Payments) {
        self.payments = payments
    }

    /// Records that these payments were listed together.
    func list(_ payments: some Sequence<Payment>) { listed.formUnion(payments) }

    func steps(of payment: Payment) async throws(FieldFailure) -> [PaymentStep] {
        if let known = steps[payment] { return known }
        let wanted = listed.contains(payment) ? listed.filter { steps[$0] == nil } : [payment]
        let read = try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            try await payments.steps(of: wanted.map(\.id))
        }
        for payment in wanted { steps[payment] = read[payment.id] ?? [] }
        return steps[payment] ?? []
    }

    func instrument(of payment: Payment) async throws(FieldFailure) -> PaymentInstrument? {
        if let known = instruments[payment.id] { return known }
        let wanted = listed.contains(payment) ? listed : [payment]
        let read = try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            try await payments.instruments(of: wanted.map(\.id))
        }
        instruments.merge(read) { known, _ in known }
        return instruments[payment.id]
    }
}
