import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Synchronization
import Testing
import TestSupport

@Suite("Samples of a page, sent as printed")
struct SampleCheckTests {
    private static let page = """
        Make an order
        curl --location --request POST 'https://api.example/orders/' \\
        --header 'X-Api-Key: YOUR_KEY' \\
        --data-raw '{"amount": 10}'
        import requests

        url = "https://api.example/orders/"
        payload = {
            "amount": 50,
            "once": True
        }
        headers = {
            'X-Api-Key': 'YOUR_KEY'
        }
        response = requests.request("POST", url, headers=headers, json=payload)

        const fetch = require('node-fetch');

        const payload = {
          pay_method: 'CARD'
        };

        fetch('https://api.example/orders/', {
          method: 'PUT'
        })
          .then(response => response.json());

        and the answer is
        {
          "id": "{id}",
          "state": "NEW",
          "items": [{"name": "a"}, {"name": "b"}],
          "note": null
        }
        POST https://api.example/orders/{id}/pay
        Authorization: {token}
        Body:
        {
          "now": true
        }
        after which it is paid.
        """

    /// The failures that a check records.
    private static func failures(of check: () throws -> Void) throws -> [String] {
        let found = Mutex<[String]>([])
        try withKnownIssue(isIntermittent: true) {
            try check()
        } matching: { issue in
            found.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        return found.withLock { $0 }
    }

    @Test("Each sample is found completely, and is a request")
    func reading() throws {
        let samples = Sample.all(in: Self.page)
        #expect(samples.map(\.language) == [.shell, .python, .javaScript, .json, .http])
        #expect(samples.map(\.lines) == [2...4, 5...15, 17...26, 29...34, 35...40])
        let requests = try samples.filter { $0.language != .json }.map { try PrintedRequest($0.text) }
        #expect(requests.map(\.method) == [.post, .post, .put, .post])
        #expect(requests.allSatisfy { $0.host == "api.example" && $0.path.hasPrefix("/orders/") })
        let bodies = try requests.map { try JSONValue(parsing: Array($0.body.utf8)) }
        let expected: [JSONValue] = [
            ["amount": 10], ["amount": 50, "once": true], ["pay_method": "CARD"], ["now": true],
        ]
        #expect(bodies == expected)
        let headers = requests.map { request in request.headers.first.map { "\($0.name): \($0.value)" } }
        #expect(headers == ["X-Api-Key: YOUR_KEY", "X-Api-Key: YOUR_KEY", nil, "Authorization: {token}"])
    }

    private static let answers: [(JSONValue, [String])] = [
        (["id": "7", "state": "NEW", "items": [["name": "a"], ["name": "b"]], "note": .null], []),
        (["id": "7", "state": "OLD", "items": [["name": "a"], ["name": 2]], "note": .null], ["state", "items[1].name"]),
        (["id": "7", "items": [["name": "b"]], "note": .null, "more": 1], ["state", "more", "items[0]"]),
        (["id": "7", "items": [:], "state": "NEW", "note": ""], ["(order)", "items", "note"]),
    ]

    @Test("Each different member is named, and only accepted differences pass", arguments: answers.indices)
    func comparing(index: Int) throws {
        let (answer, members) = Self.answers[index]
        let found = try Self.failures(of: {
            var check = SampleCheck(of: Self.page, accepting: [])
            try check.compare(answer, with: 29, [("{id}", "7")])
        })
        #expect(found.map { $0.split(separator: " ")[2] } == members.map { $0[...] }, "\(found)")
        var accepting = SampleCheck(of: Self.page, accepting: members.map { Accepted(29, $0, because: "of a test") })
        try accepting.compare(answer, with: 29, [("{id}", "7")])
    }

    @Test("A sample that is left out fails, and so does an accepted difference that does not exist")
    func ending() throws {
        let found = try Self.failures(of: {
            var check = SampleCheck(
                of: Self.page,
                accepting: [
                    Accepted(2, because: "is sent"), Accepted(3, because: "is none"), Accepted(5, because: "of a test"),
                    Accepted(29, "state", because: "is as printed"),
                ])
            _ = try check.request(2)
            try check.compare(Self.answers[0].0, with: 29, [("{id}", "7")])
            check.end()
        })
        #expect(found == [
            "The sample on line 2 is accepted as not sent, and is sent.",
            "The sample on line 17 is neither sent nor accepted.",
            "The sample on line 35 is neither sent nor accepted.", "No sample begins on line 3.",
            "line 29: state is accepted as different, and is as printed.",
        ])
    }
}
