import HTTPContract
import HTTPTypes

/// A request to an operation as a shell command.
struct Curl {
    let text: String

    init(_ operation: Operation, _ document: OpenAPIDocument) {
        let values = document.pathParameters.compactMap { member in member.example.map { (member.name, $0) } }
        let path = operation.path(filling: Dictionary(uniqueKeysWithValues: values))
        var parts = ["curl"]
        if operation.method != .get, !(operation.method == .post && operation.takesBody) {
            parts[0] += " -X \(operation.method)"
        }
        let query = operation.query.filter(\.isRequired).map { ($0.name, document.example(of: $0.name)) }
        let target = query.isEmpty ? path : "\(path)?\(FormText.encode(query))"
        parts[0] += " \"$\(document.base.variable)\(document.relative(target))\""
        if let scheme = operation.audience.scheme, !operation.audience.isOptional {
            switch scheme.kind {
            case .basic: parts.append("-u \"$CLIENT\"")
            case .bearer: parts.append("-H \"Authorization: Bearer $TOKEN\"")
            }
        }
        switch operation.payload {
        case .none: break
        case .text(let text):
            parts.append("-H 'Content-Type: \(text.mediaType)'")
            parts.append("--data-binary @file")
        case .json(let body):
            parts.append("-H 'Content-Type: application/json'")
            let json = body.allExamples[0].value.jsonText.replacing("'", with: #"'\''"#)
            parts.append("-d '\(json)'")
        case .form(let form):
            guard case .object(let example) = form.allExamples[0].value else { break }
            for name in example.names {
                if case .string(let value)? = example[name] { parts.append("-d '\(name)=\(value)'") }
            }
        }
        text = parts.joined(separator: " \\\n  ")
    }
}

/// The members of a request or a response, each in its own row, with dots for nested objects.
struct MemberTable {
    let html: String

    init(asking operation: Operation) {
        let query = operation.query.map { Row($0.name, $0.kind.words, $0.description) }
        html =
            switch operation.payload {
            case .none, .text: Self.html("Request", query)
            case .json(let body), .form(let body): Self.html("Request", query + Row.all(of: body))
            }
    }

    init(answering operation: Operation) {
        let status = "Response \(operation.successStatus.code)\(Self.shape(of: operation))"
        html = operation.answer.map { Self.html(status, Row.all(of: $0)) } ?? "<p class=\"quiet\">\(status).</p>"
    }

    private static func shape(of operation: Operation) -> String {
        guard operation.answersArray else { return "" }
        return operation.answersOneInPlaceOfArray ? ", an array or one" : ", an array"
    }

    init(receiving webhook: OpenAPIDocument.Webhook) {
        html = Self.html("Request", Row.all(of: webhook.body))
    }

    init(answeringTo webhook: OpenAPIDocument.Webhook) {
        html = webhook.answer.map { Self.html("Response 200", Row.all(of: $0)) } ?? ""
    }

    private static func html(_ title: String, _ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "" }
        return """
            <details><summary>\(title) <span class="quiet">\(rows.count)</span></summary>
            <div class="wide"><table><tbody>
            \(rows.map(\.html).joined(separator: "\n"))
            </tbody></table></div></details>
            """
    }

    private struct Row {
        let name: String
        private let kind: String
        private let description: String

        init(_ name: String, _ kind: String, _ description: String) {
            (self.name, self.kind, self.description) = (name, kind, description)
        }

        var html: String {
            "<tr><td><code>\(name.escapedForHTML)</code></td><td class=\"quiet\">\(kind.escapedForHTML)</td>"
                + "<td>\(description.inline)</td></tr>"
        }

        static func all(of object: ObjectSchema, inside path: String = "") -> [Row] {
            object.members.flatMap { member -> [Row] in
                let name = path + member.name
                let row = Row(name, member.words, member.description)
                return switch member.kind {
                case .object(let nested): [row] + all(of: nested, inside: name + ".")
                case .objects(let nested, _): [row] + all(of: nested, inside: name + "[].")
                default: [row]
                }
            }
        }
    }
}

extension ObjectSchema.Member {
    fileprivate var words: String {
        let limit = maximumLength.map { ", at most \($0)" } ?? ""
        let kind =
            switch kind {
            case .string: "text\(limit)"
            case .boolean: "true or false"
            case .integer: "whole number"
            case .identifier: "UUID"
            case .time: "time, RFC 3339"
            case .strings: "list of text"
            case .enumeration(let words): words.joined(separator: ", ")
            case .object: "object"
            case .objects(_, let maximumCount): "list of objects\(maximumCount.map { ", at most \($0)" } ?? "")"
            case .anything: "anything"
            }
        return isRequired ? kind : "\(kind); optional"
    }
}

extension QueryParameter.Kind {
    fileprivate var words: String {
        switch self {
        case .enumeration(let words): "one of \(words.joined(separator: ", ")); optional"
        case .enumerationList(let words): "any of \(words.joined(separator: ", ")); optional"
        case .integer(let range, let defaultValue):
            "\(range.lowerBound) to \(range.upperBound); \(defaultValue) if absent"
        case .text: "text; optional"
        case .identifier: "UUID; optional"
        case .number(let digits): "number of up to \(digits) digits; optional"
        case .time: "time in UTC, RFC 3339; optional"
        }
    }
}

extension ReferencePage {
    static let style = PageStyle(
        """
        :root { --ground: #fff; --ink: #16181d; --quiet: #5b6472; --line: #e3e6eb; --code: #f5f6f8; --touch: #0b57d0 }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #14161a; --ink: #eceff4; --quiet: #9aa4b2; --line: #2b3038; --code: #1c1f25;
            --touch: #8ab4f8 }
        }
        * { box-sizing: border-box }
        html { scroll-padding-top: 1rem }
        [hidden] { display: none }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
          display: grid; grid-template-columns: 16rem minmax(0, 1fr); -webkit-text-size-adjust: 100% }
        nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem 2rem 1.5rem;
          border-right: 1px solid var(--line); font-size: .875rem }
        nav p { margin: 1.1rem 0 .25rem; font-weight: 600 }
        nav .search { position: sticky; top: -1.5rem; margin: -1.5rem 0 0; padding: 1.5rem 0 .5rem;
          background: var(--ground) }
        nav .search kbd { position: absolute; right: .5rem; top: 1.8rem; color: var(--quiet) }
        nav .search input:focus + kbd { display: none }
        nav #found { margin: .25rem 0 0; font-weight: 400; color: var(--quiet) }
        input { width: 100%; padding: .3rem .5rem; border: 1px solid var(--line); border-radius: .375rem; font: inherit;
          background: var(--code); color: inherit }
        nav ul { margin: 0; padding: 0; list-style: none }
        nav li a { display: block; padding: .1rem 0; color: var(--quiet); overflow-wrap: anywhere }
        nav li a.best { color: var(--touch); font-weight: 600 }
        main { max-width: 54rem; padding: 2rem clamp(1rem, 4vw, 3rem) 6rem }
        h1 { font-size: 1.875rem; line-height: 1.2; margin: 0 0 1rem }
        h2 { font-size: 1.375rem; margin: 3.5rem 0 .25rem }
        h3 { font-size: 1.0625rem; margin: 0 }
        a { color: var(--touch); text-decoration: none }
        a:hover { text-decoration: underline }
        h3 a { color: inherit }
        article { margin: 1.75rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line) }
        article:target h3 { color: var(--touch) }
        article p { margin: .35rem 0 }
        code, pre { font: .8438rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
        pre { background: var(--code); border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; margin: .75rem 0 }
        .block { position: relative }
        .block button { position: absolute; right: .5rem; top: .5rem; padding: .1rem .5rem; font: inherit;
          font-size: .75rem; color: var(--quiet); background: var(--ground); border: 1px solid var(--line);
          border-radius: .25rem; cursor: pointer }
        .path b { font-size: .75rem; letter-spacing: .04em; padding: .1rem .4rem; border-radius: .25rem;
          background: var(--code); border: 1px solid var(--line) }
        .quiet { color: var(--quiet) }
        summary { cursor: pointer; padding: .35rem 0; font-weight: 500 }
        summary:focus-visible, a:focus-visible, button:focus-visible, input:focus-visible {
          outline: 2px solid var(--touch); outline-offset: 2px }
        .wide { overflow-x: auto }
        table { border-collapse: collapse; width: 100%; font-size: .875rem; margin: .25rem 0 .75rem }
        td, th { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0;
          border-bottom: 1px solid var(--line) }
        td:nth-child(2) { max-width: 16rem; overflow-wrap: anywhere }
        tr:target { background: var(--code) }
        .errors { font-size: .8125rem }
        .errors a { display: inline-block; margin-right: .75rem }
        @media (max-width: 52rem) {
          body { display: block }
          nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem;
            columns: 2 }
        }
        @media print { nav { display: none } body { display: block } }
        """)
}
