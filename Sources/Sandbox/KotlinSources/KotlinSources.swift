import CardAPI
import HTTPContract
import HTTPTypes

/// The part of the Kotlin client that follows from the contract: operations, bodies with their readers and writers,
/// queries and enumerations. It is generated, so that no list of fields exists twice.
public struct KotlinSources {
    private let operations: [Operation]
    private var classes: [KotlinClass] = []

    /// A file by its path in the source folder.
    public typealias File = (path: String, text: String)

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
    }

    public var files: [File] {
        [
            file("Operations", [operationList]),
            file(
                "Bodies", classes.sorted { $0.name < $1.name }.map { $0.source(type) }, imports: ["java.time.Instant"]),
            file(
                "Queries", operations.filter { !$0.query.isEmpty }.map(query),
                imports: ["java.time.Instant", "java.time.temporal.ChronoUnit"]),
            file("Words", SDKEnumeration.all.map(enumeration)),
        ]
    }

    /// Names that no object of the contract has any more.
    public var unusedNames: [String] {
        let known = Set(objects.map(\.name))
        return SDKClass.all.keys.filter { !known.contains($0) }.sorted()
    }

    private var objects: [ObjectSchema] = []

    /// Adds an object and all nested ones.
    private mutating func add(_ body: ObjectSchema, isWritten: Bool) {
        for object in body.all {
            objects.append(object)
            let name = className(object)
            let index = classes.firstIndex { $0.name == name } ?? classes.count
            if index == classes.count { classes.append(KotlinClass(name: name, as: SDKClass.all[object.name])) }
            classes[index].add(object, isRead: !isWritten, isWritten: isWritten)
        }
    }

    private func className(_ object: ObjectSchema) -> String {
        SDKClass.all[object.name]?.name ?? object.name + "Body"
    }

    private func type(_ kind: ObjectSchema.Kind) -> KotlinType {
        switch kind {
        case .string, .identifier: KotlinType("String", reader: "string")
        case .boolean: KotlinType("Boolean", reader: "boolean")
        case .integer(let range):
            range.map { $0.upperBound > Int(Int32.max) } == true
                ? KotlinType("Long", reader: "long") : KotlinType("Int", reader: "int")
        case .time: KotlinType("Instant", reader: "time")
        case .strings: KotlinType("List<String>", reader: "strings")
        case .enumeration(let words): SDKEnumeration.of(words).map(KotlinType.init) ?? type(.string)
        case .object(let object): KotlinType(object: className(object))
        case .objects(let object, _):
            SDKClass.lists[object.name].map { KotlinType(list: $0, of: className(object)) }
                ?? KotlinType(objects: className(object))
        case .anything: KotlinType("Any", reader: "any")
        }
    }
}

extension KotlinSources {
    private func file(_ name: String, _ parts: [String], imports: [String] = []) -> File {
        let head = ["// Generated from the contract by `tessera kotlin-sources`.", "package com.paysafe.wallet"]
        let imported = imports.isEmpty ? [] : [imports.map { "import \($0)" }.joined(separator: "\n")]
        let text = (head + imported + parts).joined(separator: "\n\n") + "\n"
        return ("com/paysafe/wallet/\(name).kt", text)
    }

    private var operationList: String {
        let values = operations.map { operation in
            """
                val \(operation.name) = Operation(
                    "\(operation.name)", "\(operation.method.rawValue)", "\(operation.path)",
                    \(operation.successStatus.code), \(operation.answer != nil)
                )
            """
        }
        return "internal object Operations {\n\(values.joined(separator: "\n\n"))\n}"
    }

    private func enumeration(_ enumeration: SDKEnumeration) -> String {
        let isRead = classes.contains { kotlin in
            kotlin.members.contains { $0.isRead && type($0.declaration.kind).name == enumeration.name }
        }
        // Some enumerations of the contract have this word, too.
        let words = enumeration.words.filter { !isRead || $0 != "UNKNOWN" }.map { "    \($0)" }
        let unknown = isRead ? ["    /** A word that this version does not know. */\n    UNKNOWN"] : []
        let reader = isRead
            ? "internal fun of(word: String): \(enumeration.name) = values().firstOrNull { it.name == word } ?: UNKNOWN"
            : ""
        return """
            \(Kotlin.comment(enumeration.purpose))
            enum class \(enumeration.name) {
            \((words + unknown).joined(separator: ",\n"));

                companion object\(isRead ? " {\n        \(reader)\n    }" : "")
            }
            """
    }

    private func query(_ operation: Operation) -> String {
        let sdk = SDKClass.queries[operation.name]
        let name = sdk?.name ?? operation.name.prefix(1).uppercased() + operation.name.dropFirst() + "Query"
        let parameters = operation.query.map { parameter in
            """
            \(Kotlin.comment(parameter.description, indented: 1))
                val \(parameter.name): \(type(parameter.kind))? = null
            """
        }
        let pairs = operation.query.map { parameter in
            let value = switch parameter.kind {
            case .enumerationList: #"?.joinToString(",")"#
            // Times on the wire have whole seconds.
            case .time: "?.truncatedTo(ChronoUnit.SECONDS)?.toString()"
            default: "?.toString()"
            }
            return #"        "\#(parameter.name)" to \#(parameter.name)\#(value)"#
        }
        let documentation = sdk.map { Kotlin.comment($0.purpose) + "\n" } ?? ""
        return documentation + """
            \(sdk == nil ? "internal " : "")data class \(name)(
            \(parameters.joined(separator: ",\n"))
            ) {
                internal fun query(): List<Pair<String, String?>> = listOf(
            \(pairs.joined(separator: ",\n"))
                )
            }
            """
    }

    private func type(_ kind: QueryParameter.Kind) -> String {
        switch kind {
        case .enumeration(let words): type(.enumeration(words)).name
        case .enumerationList(let words): "List<\(type(.enumeration(words)).name)>"
        case .integer: "Int"
        case .text, .identifier, .number: "String"
        case .time: "Instant"
        }
    }
}
