import GraphQL
import HTTPContract
import Testing
import TestSupport

@testable import Stitch

@Suite("Stitch's schema")
struct StitchSchemaTests {
    /// The documents of Stitch's clients. The members of `state` have the same names, so their types must be the same,
    /// too.
    private static let documents = [
        """
        mutation CreateTransaction($input: TransactionInitiateInput!) {
          initiateTransaction(input: $input) {
            ... on ApplePayTransaction { id amount nonce externalReference interactionUrl state { ...State } }
            ... on GooglePayTransaction { id amount nonce externalReference interactionUrl state { ...State } }
            ... on SamsungPayTransaction { id amount nonce externalReference interactionUrl state { ...State } }
          }
        }
        fragment State on TransactionState {
          __typename
          ... on TransactionSuccess { date }
          ... on TransactionFailure { date reason }
          ... on TransactionPending { reason }
        }
        """,
        """
        query($id: ID!, $reference: String!) {
          node(id: $id) {
            id
            ... on PaymentTransaction { retrievalReferenceNumber metadata }
            ... on ApplePayTransaction { state { ... on TransactionCancelled { date } } }
            ... on GooglePayTransaction {
              card { bin last4 expiryYear network } eci secure3d { decision decisionReason }
              refunds { id amount originalTransaction { id } }
            }
            ... on WalletRefundTransaction { reason initiator }
          }
          client { transactions(filter: {externalReference: {eq: $reference}}) { edges { node { id } } } }
        }
        """,
        """
        mutation($input: RefundTransactionInitiateInput!) {
          refundTransactionInitiate(input: $input) { ... on WalletRefundTransaction { id amount nonce } }
        }
        """,
        """
        mutation clientWebhookAdd($url: URL!, $filterTypes: [String!]!) {
          clientWebhookAdd(input: {url: $url, filterTypes: $filterTypes}) { url filterTypes secret id }
        }
        """,
        """
        query ListWebhookEndpoints($filter: [String!]!) {
          client { webhookEndpoints(filter: $filter) { filterTypes id url } }
        }
        """,
        """
        mutation($continue: TransactionContinueInput!, $cancel: TransactionCancelInput!) {
          continueTransaction(input: $continue) { id amount state { __typename } }
          cancelTransaction(input: $cancel) { ... on ApplePayTransaction { maskedPan bin last4 network } }
        }
        """,
    ]

    /// An error about a missing variable comes only after the document is valid.
    @Test("The documents of Stitch's clients are valid", arguments: documents)
    func valid(_ text: String) async {
        let response = await Executor(StitchSchema.schema).respond(
            to: GraphQLRequest(query: text), query: NoObject(typeName: "Query"))
        #expect(response.errors.allSatisfy { $0.message.contains("was not provided") }, "\(response.jsonText)")
        #expect(!response.errors.isEmpty)
    }

    @Test("graphql-core reads the schema and its introspection alike, and finds the documents valid")
    func introspection() async throws {
        let query = try await GraphQLCore.introspectionQuery()
        let stitch = try await StitchFixture.make()
        let introspection = try await stitch.ask(query)
        #expect(introspection["errors"] == nil, "\(introspection.jsonText)")
        let given: JSONValue = [
            "schema": .string(StitchSchema.text), "introspection": introspection["data"] ?? .null,
            "documents": .array(Self.documents.map { .string($0) }),
        ]
        let judged = try JSONValue(parsing: Array(try await GraphQLCore.judge(given.jsonText).utf8))
        #expect(judged == .array(Self.documents.map { _ in true }))
    }

    @Test("A transaction needs its nonce and its amount")
    func requiredMembers() async {
        let text = "mutation { initiateTransaction(input: {token: \"x\"}) { id } }"
        let response = await Executor(StitchSchema.schema).respond(
            to: GraphQLRequest(query: text), query: NoObject(typeName: "Query"))
        #expect(
            response.errors.map(\.message) == [
                #"Field "TransactionInitiateInput.amount" of required type "MoneyInput!" was not provided."#,
                #"Field "TransactionInitiateInput.nonce" of required type "String!" was not provided."#,
            ])
    }
}

private struct NoObject: GraphQLObject {
    let typeName: String

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue { .null }
}
