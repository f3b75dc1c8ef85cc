import CardAPI
import HTTPContract
import HTTPTypes

/// A source file by its path in the source folder.
public typealias SourceText = (path: String, text: String)

/// The calls of an app, as the clients see them. The clients are generated from this, so that no list of fields exists
/// twice.
public struct ClientContract {
    let operations: [Operation]
    /// By their names.
    private(set) var classes: [ClientClass] = []
    private var objects: [ObjectSchema] = []

    /// - Parameter operations: those that an app can call are used.
    public init(_ operations: [Operation] = Operations.all) {
        // An app never shows a card number itself; the page of Paysafe's SDK says so.
        self.operations = operations.filter { operation in
            [.customer, .cardData, .authenticating].contains(operation.audience) && operation != Operations.showDetails
        }
        for operation in self.operations {
            if case .json(let body) = operation.payload { add(body, isWritten: true) }
            if let answer = operation.answer { add(answer, isWritten: false) }
        }
        add(AuthenticationPassBody.schema, isWritten: true)
        for answer in [AuthenticationEventBody.schema, DetailsBody.schema, Problem.schema] {
            add(answer, isWritten: false)
        }
        classes.sort { $0.name < $1.name }
    }

    /// Names that no object of the contract has any more.
    public var unusedNames: [String] {
        let known = Set(objects.map(\.name))
        return SDKClass.all.keys.filter { !known.contains($0) }.sorted()
    }

    /// Adds an object and all nested ones.
    private mutating func add(_ body: ObjectSchema, isWritten: Bool) {
        for object in body.all {
            objects.append(object)
            let name = name(of: object)
            let index = classes.firstIndex { $0.name == name } ?? classes.count
            if index == classes.count { classes.append(ClientClass(name: name, as: SDKClass.all[object.name])) }
            classes[index].add(object, isRead: !isWritten, isWritten: isWritten)
        }
    }

    func name(of object: ObjectSchema) -> String {
        SDKClass.all[object.name]?.name ?? object.name + "Body"
    }

    func queryName(of operation: Operation) -> String {
        SDKClass.queries[operation.name]?.name
            ?? operation.name.prefix(1).uppercased() + operation.name.dropFirst() + "Query"
    }

    /// Whether a response contains a word of this enumeration. Then it may contain one that a client does not know.
    func isRead(_ enumeration: SDKEnumeration) -> Bool {
        classes.contains { found in
            found.members.contains { member in
                guard member.isRead, case .enumeration(let words) = member.declaration.kind else { return false }
                return SDKEnumeration.of(words)?.name == enumeration.name
            }
        }
    }
}
