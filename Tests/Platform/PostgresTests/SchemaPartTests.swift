import Postgres
import Testing

@Suite("Statements of a part of the schema")
struct SchemaPartTests {
    @Test("A comment, a quoted text and a function's body end no statement")
    func statements() {
        let part = SchemaPart(
            """
            -- What it holds; nothing else.
            CREATE TABLE a (
                word text DEFAULT ';--$$',  -- it's a comment
                "odd;name" integer - 1
            );

            CREATE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$
            BEGIN  -- stays; it's in the body
                PERFORM 1;
            END $$;
            CREATE INDEX c ON a (word)
            """)
        #expect(part.statements == [
            "CREATE TABLE a (\n    word text DEFAULT ';--$$',  \n    \"odd;name\" integer - 1\n)",
            """
            CREATE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$
            BEGIN  -- stays; it's in the body
                PERFORM 1;
            END $$
            """,
            "CREATE INDEX c ON a (word)",
        ])
    }

    @Test("A part without statements has none, and an open quotation goes to the end", arguments: [
        ("", []), ("  \n-- nothing; at all", []), (";;", []), ("SELECT 'a;", ["SELECT 'a;"]),
    ] as [(StaticString, [String])])
    func edges(sql: StaticString, statements: [String]) {
        #expect(SchemaPart(sql).statements == statements)
    }
}
