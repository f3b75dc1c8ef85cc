/// The source of an answer: the gateway itself, or the processor behind it. The raw value is `respproc`.
public enum Processor: String, Sendable, CaseIterable {
    /// The gateway's own checks, before and after a processor is asked.
    case gateway = "PPS"
    /// First Data North.
    case firstDataNorth = "FNOR"
    /// First Data Rapid Connect, the only processor that takes payments of wallets.
    case rapidConnect = "RPCT"
    /// ProfitStars, the processor of electronic checks.
    case profitStars = "PSTR"

    /// The processors that answer a merchant's payments with cards.
    static let boarding: [Processor] = [.firstDataNorth, .rapidConnect]
}

/// One row of the gateway's tables of response codes. Source: CardPointe, "Gateway response codes".
public struct GatewayResponseCode: Hashable, Sendable {
    /// `respstat`.
    public enum Status: String, Sendable {
        case approved = "A"
        /// A temporary problem, such as a network error: the same request may succeed later.
        case retry = "B"
        case declined = "C"
    }

    /// `respproc`.
    public let processor: Processor
    /// `respcode`: two or three digits or letters.
    public let code: String
    public let status: Status
    /// `resptext`.
    public let text: String

    /// All rows of a processor, in the order of its table.
    public static func all(of processor: Processor) -> [GatewayResponseCode] {
        switch processor {
        case .gateway: gatewayTable
        case .firstDataNorth: firstDataNorthTable
        case .rapidConnect: rapidConnectTable
        case .profitStars: profitStarsTable
        }
    }

    /// Nil if the processor has no such code.
    public static func find(_ code: String, of processor: Processor) -> GatewayResponseCode? { index[processor]?[code] }

    private static let index: [Processor: [String: GatewayResponseCode]] = Dictionary(
        uniqueKeysWithValues: Processor.allCases.map { processor in
            (processor, Dictionary(uniqueKeysWithValues: all(of: processor).map { ($0.code, $0) }))
        })

    /// Reads a table with one row in a line: code, status and text.
    static func table(_ processor: Processor, _ rows: String) -> [GatewayResponseCode] {
        rows.split(separator: "\n").map { row in
            let parts = row.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let status = Status(rawValue: String(parts[1])) else {
                preconditionFailure("The table of \(processor) has a row without code, status and text: \(row)")
            }
            return GatewayResponseCode(
                processor: processor, code: String(parts[0]), status: status, text: String(parts[2]))
        }
    }
}

/// The codes of the gateway that this service finds itself.
extension GatewayResponseCode {
    static let approval = own("00")
    static let voiceApproval = own("01")
    static let signatureSaved = own("02")
    static let profileDeleted = own("08")
    static let profileSaved = own("09")
    static let invalidCard = own("11")
    static let badCheckDigit = own("13")
    static let nonNumericCVV = own("14")
    static let nonNumericExpiry = own("15")
    static let invalidPostalCode = own("17")
    static let invalidMerchant = own("21")
    static let noRoute = own("22")
    static let noMatch = own("25")
    static let batched = own("27")
    static let notSettled = own("28")
    static let notFound = own("29")
    static let invalidCurrency = own("31")
    static let wrongCurrency = own("32")
    static let unknownCardType = own("33")
    static let invalidField = own("34")
    static let duplicateSequence = own("36")
    static let aboveMaximum = own("42")
    static let invalidAmount = own("43")
    static let noCreditWithoutReference = own("45")
    static let noChecks = own("48")
    static let timedOut = own("62")
    static let voiceNotVoidable = own("70")
    static let profileNotFound = own("96")
    static let merchantDisabled = own("97")
    static let invalidToken = own("98")

    /// ProfitStars names the fault itself.
    static func invalidRouting(_ routing: String) -> GatewayResponseCode {
        GatewayResponseCode(
            processor: .profitStars, code: "99", status: .declined,
            text: "The RoutingNumber (\(routing)) is not a valid routing number.")
    }

    private static func own(_ code: String) -> GatewayResponseCode { known(code, of: .gateway) }

    static func known(_ code: String, of processor: Processor) -> GatewayResponseCode {
        guard let known = find(code, of: processor) else {
            preconditionFailure("The table of \(processor.rawValue) has no code \(code).")
        }
        return known
    }
}
