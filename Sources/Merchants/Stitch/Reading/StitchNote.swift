import HTTPContract
import Payments

/// Stitch's own data about a transaction or a refund, in the text that ``Payments`` stores for each gateway.
struct StitchNote: Hashable, Sendable {
    /// The party that asked for 3-D Secure.
    enum Secure3dReason: String {
        /// The merchant, for this transaction.
        case clientSpecified
        /// The agreement with the client.
        case ruleApplied
    }

    /// Of the merchant's metadata, as JSON. The rest of the note needs less than the difference.
    static let metadataLimitBytes = NewPayment.metadataLimitBytes - 192
    /// How deep the merchant's metadata may be nested: one level less than a reader accepts, because the metadata is
    /// stored inside the note, which is read as JSON again.
    static let metadataDepthLimit = JSONValue.maximumDepth - 1

    /// The merchant's metadata, as JSON.
    var metadata: JSONValue?
    /// Nil if a transaction did not need 3-D Secure, and for a refund.
    var secure3d: Secure3dReason?
    /// Why a merchant refunds: a member of `RefundReason`.
    var refundReason: String?

    init(metadata: JSONValue? = nil) { self.metadata = metadata }

    /// - Parameter text: nil for an empty note.
    init(_ text: String?) {
        guard let text, case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { return }
        metadata = members["metadata"]
        secure3d = members.text("secure3d").flatMap(Secure3dReason.init)
        refundReason = members.text("refundReason")
    }

    var text: String? {
        var members: [(String, JSONValue)] = []
        if let metadata { members.append(("metadata", metadata)) }
        if let secure3d { members.append(("secure3d", .string(secure3d.rawValue))) }
        if let refundReason { members.append(("refundReason", .string(refundReason))) }
        return members.isEmpty ? nil : JSONValue.object(JSONObject(members)).jsonText
    }
}
