import HTTPContract

/// Business operations whose path exists in two versions. Version 2 has no declaration and no handler of its own.
extension Operations {
    static let inBothVersions: Set = [
        listCustomerCards, createCustomerCard, getCustomerCard, updateCustomerCard, getCustomerCardControls,
        setCustomerCardControls, orderCards, getBulkOrder, decideAuthentication, createWallet,
        updateCustomerPerson, placeRestriction, liftRestrictions,
    ]

    /// The names of all operations; the versions of one have the same name here.
    public static let names = all.filter { $0.version1 == $0 }.map(\.name)
}

extension Operation {
    /// The operation at each of its paths; version 1 is the first.
    public var versions: [Operation] { Operations.inBothVersions.contains(self) ? [self, version2] : [self] }

    /// The operation at the path of version 1, for an operation at any path.
    public var version1: Operation { Operations.inBothVersions.first { $0.version2 == self } ?? self }

    fileprivate var version2: Operation {
        var copy = Operation(
            name: name + "V2", summary: summary + " (version 2)",
            description: "Does the same as `\(name)`, at the path of version 2.", noun: noun, method: method,
            path: Operations.baseOfVersion2 + path.dropFirst(Operations.base.count), audience: audience,
            successStatus: successStatus, answer: answer, answersArray: answersArray, query: query, payload: payload,
            otherMediaTypes: otherMediaTypes, bodyLimitBytes: bodyLimitBytes,
            acceptsIdempotencyKey: acceptsIdempotencyKey, headers: headers, errorCodes: errorCodes,
            otherErrors: otherErrors, links: links)
        copy.textAnswer = textAnswer
        return copy
    }
}
