"""Judges GraphQL documents and an introspection's answer with graphql-core.

Reads {"schema": SDL, "introspection": the answer's data, "documents": [...]} and prints, for each document, whether
graphql-core finds it valid. It fails unless the introspection describes the same schema as the SDL.
"""

import json
import sys

from graphql import (
    GraphQLError, build_client_schema, build_schema, get_introspection_query, lexicographic_sort_schema, parse,
    print_schema, validate,
)


def is_valid(schema, text):
    try:
        return not validate(schema, parse(text))
    except GraphQLError:
        return False


if sys.argv[1:] == ["query"]:
    print(get_introspection_query(specified_by_url=True, directive_is_repeatable=True, schema_description=True,
                                  input_value_deprecation=True))
else:
    given = json.load(sys.stdin)
    schema = build_schema(given["schema"])
    described = build_client_schema(given["introspection"])
    one, other = (print_schema(lexicographic_sort_schema(each)) for each in (schema, described))
    assert one == other, f"The introspection describes another schema:\n{other}"
    print(json.dumps([is_valid(schema, text) for text in given["documents"]]))
