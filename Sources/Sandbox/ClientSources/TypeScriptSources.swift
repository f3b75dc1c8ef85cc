import CardAPI
import HTTPContract
import HTTPTypes

/// The generated part of the TypeScript client, in two files: the declarations for apps, and those that only the client
/// uses.
public struct TypeScriptSources {
    private let contract: ClientContract
    private let mark = "// Generated from the contract by `tessera typescript-sources`."

    /// - Parameter operations: those that an app can call are used.
    public init(_ operations: [Operation] = Operations.all) {
        contract = ClientContract(operations)
    }

    public var files: [SourceText] {
        let seen = contract.classes.filter(\.isPublic)
        let queries = contract.operations.filter { SDKClass.queries[$0.name] != nil }
        let names = (SDKEnumeration.all.map(\.name) + seen.map(\.name) + queries.map(contract.queryName)).sorted()
        let models = SDKEnumeration.all.map(enumeration) + [codes] + seen.map { $0.typeScript(type) }
            + queries.map(query)
        return [
            ("models.ts", ([mark] + models).joined(separator: "\n\n") + "\n"),
            ("wire.ts", ([mark, imports(names)] + wire).joined(separator: "\n\n") + "\n"),
        ]
    }

    private var wire: [String] {
        let (classes, hidden) = (contract.classes, contract.classes.filter { !$0.isPublic })
        let queries = contract.operations.filter { !$0.query.isEmpty }
        return hidden.map { $0.typeScript(type) }
            + classes.filter(\.isRead).map { $0.typeScriptReader(type) }
            + classes.filter(\.isWritten).map { $0.typeScriptWriter(type) }
            + queries.filter { SDKClass.queries[$0.name] == nil }.map(query)
            + queries.map(queryWriter) + [operations]
    }

    private func imports(_ names: [String]) -> String {
        """
        import type { Operation } from "../call.js";
        import * as read from "../reading.js";
        import {
        \(names.map { "    \($0)," }.joined(separator: "\n"))
        } from "./models.js";
        """
    }

    private func type(_ kind: ObjectSchema.Kind) -> TypeScriptType {
        switch kind {
        // A time stays the text of the response, as in Paysafe's SDK for the web.
        case .string, .identifier, .time: TypeScriptType("string", reader: "read.string")
        case .boolean: TypeScriptType("boolean", reader: "read.boolean")
        case .integer: TypeScriptType("number", reader: "read.integer")
        case .strings: TypeScriptType("string[]", reader: "read.list(read.string)")
        case .enumeration(let words): SDKEnumeration.of(words).map(TypeScriptType.init) ?? type(.string)
        case .object(let object): TypeScriptType(object: contract.name(of: object))
        case .objects(let object, _): TypeScriptType(objects: contract.name(of: object))
        case .anything: TypeScriptType("unknown", reader: "read.anything")
        }
    }
}

extension TypeScriptSources {
    private var codes: String {
        let known = ErrorCode.known.map { #"    | "\#($0.rawValue)""# }.sorted()
        return """
            \(Documentation.comment("A code of a refusal. A later version of the service may have others."))
            export type ErrorCode =
            \(known.joined(separator: "\n"))
                | (string & {});
            """
    }

    private func enumeration(_ enumeration: SDKEnumeration) -> String {
        let unknown = "    /** A word that this version does not know. */\n    UNKNOWN = \"UNKNOWN\","
        let isRead = contract.isRead(enumeration)
        // Some enumerations of the contract have this word, too.
        let words = enumeration.words.filter { !isRead || $0 != "UNKNOWN" }.map { #"    \#($0) = "\#($0)","# }
        return """
            \(Documentation.comment(enumeration.purpose))
            export enum \(enumeration.name) {
            \((words + (isRead ? [unknown] : [])).joined(separator: "\n"))
            }
            """
    }

    private func query(_ operation: Operation) -> String {
        let lines = operation.query.map { parameter in
            """
            \(Documentation.comment(parameter.description, indented: 1))
                readonly \(parameter.name)?: \(type(parameter.kind)) | null;
            """
        }
        let documentation = SDKClass.queries[operation.name].map { Documentation.comment($0.purpose) + "\n" } ?? ""
        return documentation + """
            export interface \(contract.queryName(of: operation)) {
            \(lines.joined(separator: "\n"))
            }
            """
    }

    private func type(_ kind: QueryParameter.Kind) -> String {
        switch kind {
        case .enumeration(let words): type(.enumeration(words)).name
        case .enumerationList(let words): "readonly \(type(.enumeration(words)).name)[]"
        case .integer: "number"
        case .text, .identifier, .number, .time: "string"
        }
    }

    private func queryWriter(_ operation: Operation) -> String {
        let pairs = operation.query.map { parameter in
            let value = switch parameter.kind {
            case .enumerationList: #"value.\#(parameter.name)?.join(",")"#
            case .integer: "value.\(parameter.name)?.toString()"
            case .time: "read.wholeSeconds(value.\(parameter.name))"
            case .enumeration, .text, .identifier, .number: "value.\(parameter.name)"
            }
            return #"        \#(parameter.name): \#(value),"#
        }
        let name = contract.queryName(of: operation)
        return """
            export function write\(name)(value: \(name)): Record<string, string | null | undefined> {
                return {
            \(pairs.joined(separator: "\n"))
                };
            }
            """
    }

    private var operations: String {
        let declared = contract.operations.map { "    readonly \($0.name): Operation;" }
        let values = contract.operations.map { operation in
            """
                \(operation.name): {
                    name: "\(operation.name)",
                    method: "\(operation.method.rawValue)",
                    path: "\(operation.path)",
                    successStatus: \(operation.successStatus.code),
                    hasAnswer: \(operation.answer != nil),
                },
            """
        }
        return """
            export const Operations: {
            \(declared.joined(separator: "\n"))
            } = {
            \(values.joined(separator: "\n"))
            };
            """
    }
}
