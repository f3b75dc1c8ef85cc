"""Checks an OpenAPI document from standard input against OpenAPI 3.1, and its examples against its schemas.

It also checks the rules of linters: an absolute server, and declared tags in alphabetical order. The format `password`
is refused, because generated clients in Python send stars in place of such a value.
"""

import json
import re
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

document = json.load(sys.stdin)
validate(document)

for server in document["servers"]:
    if not re.fullmatch(r"https?://[^/]+(/.+)?(?<!/)", server["url"]):
        print(f"the server {server['url']} is not absolute")
tags = [tag["name"] for tag in document["tags"]]
if tags != sorted(set(tags)):
    print(f"the tags are not in order: {tags}")
items = list(document["paths"].values()) + list(document.get("webhooks", {}).values())
used = {tag for item in items for operation in item.values() for tag in operation["tags"]}
if used != set(tags):
    print(f"the tags are not those of the operations: {used ^ set(tags)}")

count = 0


def check(schema, example, place):
    global count
    count += 1
    # References are resolved from the top of the schema, so the components must be included.
    schema = {**schema, "components": document["components"]}
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    for error in validator.iter_errors(example):
        print(f"{place}: {error.message} at {error.json_path}")


def walk(node, place):
    if isinstance(node, dict):
        if node.get("format") == "password":
            print(f"{place} is a password")
        if "schema" in node:
            if "example" in node:
                check(node["schema"], node["example"], place)
            for name, example in node.get("examples", {}).items():
                check(node["schema"], example["value"], f"{place}/{name}")
        elif isinstance(node.get("examples"), list):
            for example in node["examples"]:
                check({key: value for key, value in node.items() if key != "examples"}, example, place)
        for name, value in node.items():
            if name not in ("example", "examples"):
                walk(value, f"{place}/{name}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            walk(value, f"{place}/{index}")


walk(document, "#")
print(f"{count} examples")
