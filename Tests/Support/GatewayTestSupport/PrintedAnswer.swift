import HTTPContract

/// Compares an answer with the one that a page prints, member by member.
enum PrintedAnswer {
    /// A member, such as `data.methods[2].name`, and its difference.
    struct Difference {
        let member: String
        let what: String
    }

    static func differences(_ printed: JSONValue, _ answered: JSONValue, at member: String = "") -> [Difference] {
        switch (printed, answered) {
        case (.object(let printed), .object(let answered)): objects(printed, answered, at: member)
        case (.array(let printed), .array(let answered)): lists(printed, answered, at: member)
        case _ where printed == answered: []
        default: [Difference(member: member, what: "is \(answered.jsonText), not \(printed.jsonText)")]
        }
    }

    private static func objects(_ printed: JSONObject, _ answered: JSONObject, at member: String) -> [Difference] {
        let prefix = member.isEmpty ? "" : member + "."
        let both = printed.names.filter(answered.names.contains)
        var found = printed.names.filter { !both.contains($0) }.map {
            Difference(member: prefix + $0, what: "is missing")
        }
        found += answered.names.filter { !both.contains($0) }.map {
            Difference(member: prefix + $0, what: "is not printed")
        }
        let order = answered.names.filter(both.contains)
        if order != both { found.append(Difference(member: prefix + "(order)", what: "is \(order), not \(both)")) }
        for name in both {
            guard let printed = printed[name], let answered = answered[name] else { continue }
            found += differences(printed, answered, at: prefix + name)
        }
        return found
    }

    /// Lists of equal length are compared element by element. For other lists, the differences are the missing and the
    /// additional elements.
    private static func lists(_ printed: [JSONValue], _ answered: [JSONValue], at member: String) -> [Difference] {
        guard printed.count != answered.count else {
            return zip(0..., zip(printed, answered)).flatMap { differences($1.0, $1.1, at: "\(member)[\($0)]") }
        }
        return answered.difference(from: printed).map { change in
            switch change {
            case .remove(let index, let element, _):
                Difference(member: "\(member)[\(index)]", what: "is missing: \(element.jsonText)")
            case .insert(_, let element, _):
                Difference(member: member + "[]", what: "is not printed: \(element.jsonText)")
            }
        }
    }
}
