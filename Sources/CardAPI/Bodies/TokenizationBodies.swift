/// A card in a mobile wallet, as `include=TOKENIZATIONS` adds it to the card.
public struct TokenizationBody: Sendable, Hashable, Decodable {
    public var dpanRef: String?
    public var walletId: String?
    public var walletType: String
    public var status: String
}

extension TokenizationBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("dpanRef", dpanRef)
            json.member("walletId", walletId)
            json.member("walletType", walletType)
            json.member("status", status)
        }
    }
}
