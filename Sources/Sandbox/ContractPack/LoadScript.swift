import CardAPI
import HTTPContract
import HTTPTypes

// A load script for k6. Many customers at once do what a customer does in the first five minutes.

extension ContractPack {
    var loadScript: String {
        """
        // k6 run k6.js
        //
        // BASE_URL, SANDBOX_URL, VUS and DURATION say where, how many at once and how long; SANDBOX_TOKEN, what the
        // sandbox asks for. Each round has a customer of its own, by the sandbox, because a customer may have only so
        // many cards.
        import http from "k6/http";
        import { check, fail } from "k6";
        import encoding from "k6/encoding";

        const base = __ENV.BASE_URL || "http://127.0.0.1:8080";
        const sandbox = __ENV.SANDBOX_URL || "http://127.0.0.1:8081/sandbox";

        export const options = {
          vus: Number(__ENV.VUS || 5),
          duration: __ENV.DURATION || "30s",
          thresholds: {
            checks: ["rate==1"],
            "http_req_failed{side:service}": ["rate<0.01"],
            "http_req_duration{side:service}": ["p(95)<500"],
          },
        };

        const json = { "Content-Type": "application/json" };
        const token = __ENV.SANDBOX_TOKEN;
        const trusted = token ? { ...json, Authorization: `Bearer ${token}` } : json;

        // Locking asks for strong customer authentication, unless the brand does without.
        export function setup() {
          const nothing = JSON.stringify({ operations: [] });
          const answer = http.put(`${sandbox}/brands/\(universe.brand)/authentication`, nothing, { headers: trusted });
          if (answer.status !== 200) fail(`The sandbox answered ${answer.status} at ${sandbox}`);
        }

        function ask(name, method, path, status, body, headers) {
          const answer = http.request(method, base + path, body, { headers, tags: { name, side: "service" } });
          check(answer, { [`${name} is answered with ${status}`]: (given) => given.status === status });
          return answer.status === status ? answer.json() : fail(`${name}: ${answer.status} ${answer.body}`);
        }

        function newCustomer() {
          const person = { country: "BG", firstName: "Ivana", lastName: "Petrova", mobile: "+359 881234567" };
          const answer = http.post(`${sandbox}/customers`, JSON.stringify(person), { headers: trusted });
          check(answer, { "the sandbox enrols a customer": (given) => given.status === 201 });
          return answer.status === 201 ? answer.json().customerId : fail(`${answer.status} ${answer.body}`);
        }

        export default function () {
          const customer = newCustomer();
          const login = encoding.b64encode("\(universe.app.id):\(universe.app.secret)");
        \(step(Operations.issueToken, keptAs: "token", "`\(tokenForm)`", headers: tokenHeaders))
          const mine = { ...json, Authorization: `Bearer ${token.access_token}` };
        \(step(Operations.createCard, keptAs: "card", body(Operations.createCard)))
        \(step(Operations.listCards))
        \(step(Operations.getCard))
        \(step(Operations.updateCard, body(Operations.updateCard)))
        }

        """
    }

    private func step(
        _ operation: Operation, keptAs name: String? = nil, _ body: String = "null", headers: String = "mine"
    ) -> String {
        let path = operation.path
            .split(separator: "/").map { segment in
                switch segment {
                case "{brand}": "/" + universe.brand
                case "{cardId}": "/${card.cardId}"
                default: "/\(segment)"
                }
            }.joined()
        let kept = name.map { "const \($0) = " } ?? ""
        return """
              \(kept)ask(
                "\(operation.name)", "\(operation.method.rawValue)", `\(path)`, \(operation.successStatus.code),
                \(body),
                \(headers));
            """
    }

    private func body(_ operation: Operation) -> String {
        "JSON.stringify(\((operation.firstExample ?? [:]).jsonText))"
    }

    /// The form of the token call, with a placeholder for the customer, which is a number and needs no escaping.
    private var tokenForm: String {
        TokenGrant.customer("CUSTOMER").formText.replacing("CUSTOMER", with: "${customer}")
    }

    private var tokenHeaders: String {
        #"{ "Content-Type": "application/x-www-form-urlencoded", Authorization: `Basic ${login}` }"#
    }
}
