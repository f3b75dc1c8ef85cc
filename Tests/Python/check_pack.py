"""Checks a contract pack against the standards of its files: check_pack.py DIRECTORY. Prints a summary of the files."""

import json
import re
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from referencing import Registry, Resource

pack = Path(sys.argv[1])


def read(path):
    return json.loads((pack / path).read_text())


document = read("openapi.json")
validate(document)

schemas = {path.stem: json.loads(path.read_text()) for path in (pack / "schemas").iterdir()}
assert set(schemas) == set(document["components"]["schemas"]), "schemas and components differ"
registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas.values())
for name, schema in schemas.items():
    Draft202012Validator.check_schema(schema)
    resolver = registry.resolver(base_uri=schema["$id"])
    for reference in re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema)):
        assert resolver.lookup(reference).contents["title"] == reference.removesuffix(".json"), reference

operations = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
pact = read("pact.json")
assert pact["metadata"]["pactSpecification"]["version"] == "4.0"
succeeding = {
    interaction["description"].split()[0]
    for interaction in pact["interactions"]
    if interaction["response"]["status"] < 300
}
assert succeeding == operations, f"the pact lacks {operations - succeeding}"
assert len({interaction["description"] for interaction in pact["interactions"]}) == len(pact["interactions"])

# The published schema of collections is not on PyPI. These are the parts of it that every collection needs.
collection = read("postman_collection.json")
assert collection["info"]["schema"] == "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
variables = {variable["key"] for variable in collection["variable"]}
requests = [item for folder in collection["item"] for item in folder["item"]]
for item in requests:
    request = item["request"]
    url = request["url"]
    query = "&".join(f"{part['key']}={part['value']}" for part in url.get("query", []) if not part.get("disabled"))
    assert url["raw"] == "/".join(url["host"] + url["path"]) + (f"?{query}" if query else ""), url
    used = set(re.findall(r"{{(\w+)}}", json.dumps(item)))
    assert used <= variables, f"{item['name']} uses {used - variables}"
    kind = request["auth"]["type"]
    assert kind == "noauth" or request["auth"][kind], item["name"]
assert operations - {"issueToken"} <= {item["name"] for item in requests}

script = (pack / "k6.js").read_text()
assert set(re.findall(r'^import .* from "(.*)";$', script, re.M)) == {"k6/http", "k6", "k6/encoding"}

print(f"{len(schemas)} schemas, {len(pact['interactions'])} interactions, {len(requests)} requests")
