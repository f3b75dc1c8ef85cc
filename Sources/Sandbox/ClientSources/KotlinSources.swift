import CardAPI
import HTTPContract
import HTTPTypes

/// The part of the Kotlin client that follows from the contract: operations, bodies with their readers and writers,
/// queries and enumerations.
public struct KotlinSources {
    private let contract: ClientContract

    /// - Parameter operations: those that an app can call are used.
    public init(_ operations: [Operation] = Operations.all) {
        contract = ClientContract(operations)
    }

    public var files: [SourceText] {
        [
            file("Operations", [operationList]),
            file(
                "Bodies", contract.classes.map { $0.kotlin(type) }, imports: ["java.time.Instant"]),
            file(
                "Queries", contract.operations.filter { !$0.query.isEmpty }.map(query),
                imports: ["java.time.Instant", "java.time.temporal.ChronoUnit"]),
            file("Words", SDKEnumeration.all.map(enumeration)),
        ]
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
        case .object(let object): KotlinType(object: contract.name(of: object))
        case .objects(let object, _):
            SDKClass.lists[object.name].map { KotlinType(list: $0, of: contract.name(of: object)) }
                ?? KotlinType(objects: contract.name(of: object))
        case .anything: KotlinType("Any", reader: "any")
        }
    }
}

extension KotlinSources {
    private func file(_ name: String, _ parts: [String], imports: [String] = []) -> SourceText {
        let head = ["// Generated from the contract by `tessera kotlin-sources`.", "package com.paysafe.wallet"]
        let imported = imports.isEmpty ? [] : [imports.map { "import \($0)" }.joined(separator: "\n")]
        let text = (head + imported + parts).joined(separator: "\n\n") + "\n"
        return ("com/paysafe/wallet/\(name).kt", text)
    }

    private var operationList: String {
        let values = contract.operations.map { operation in
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
        let isRead = contract.isRead(enumeration)
        // Some enumerations of the contract have this word, too.
        let words = enumeration.words.filter { !isRead || $0 != "UNKNOWN" }.map { "    \($0)" }
        let unknown = isRead ? ["    /** A word that this version does not know. */\n    UNKNOWN"] : []
        let reader = isRead
            ? "internal fun of(word: String): \(enumeration.name) = values().firstOrNull { it.name == word } ?: UNKNOWN"
            : ""
        return """
            \(Documentation.comment(enumeration.purpose))
            enum class \(enumeration.name) {
            \((words + unknown).joined(separator: ",\n"));

                companion object\(isRead ? " {\n        \(reader)\n    }" : "")
            }
            """
    }

    private func query(_ operation: Operation) -> String {
        let sdk = SDKClass.queries[operation.name]
        let parameters = operation.query.map { parameter in
            """
            \(Documentation.comment(parameter.description, indented: 1))
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
        let documentation = sdk.map { Documentation.comment($0.purpose) + "\n" } ?? ""
        return documentation + """
            \(sdk == nil ? "internal " : "")data class \(contract.queryName(of: operation))(
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
