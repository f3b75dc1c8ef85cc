"""The certificates of a simulated Apple device, under a root of their own."""

import base64
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Apple marks its certificates with extensions whose presence is all that they say.
SETTINGS = """
[req]
distinguished_name = name
prompt = no
[name]
commonName = Tessera Benchmark
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[subordinate]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
1.2.840.113635.100.6.2.15 = DER:0500
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, keyEncipherment, keyAgreement
1.2.840.113635.100.6.39 = critical, DER:0500
"""


@dataclass
class Device:
    """The root is a PEM file for `--apple-root`; the certificates are as an app sends them."""
    root: Path
    leaf: str
    subordinate: str


def make_device(directory):
    settings = directory / "openssl.cnf"
    settings.write_text(SETTINGS)
    issuer = []
    for name in ("root", "subordinate", "leaf"):
        certificate, key = directory / f"{name}.pem", directory / f"{name}.pem.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-config", settings, "-extensions", name, "-subj", f"/CN=Benchmark {name}",
             "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "30", "-keyout", key,
             "-out", certificate, *issuer],
            check=True, capture_output=True)
        issuer = ["-CA", certificate, "-CAkey", key]
    return Device(directory / "root.pem", sent(directory / "leaf.pem"), sent(directory / "subordinate.pem"))


def sent(certificate):
    der = subprocess.run(
        ["openssl", "x509", "-in", certificate, "-outform", "DER"], check=True, capture_output=True).stdout
    return base64.b64encode(der).decode()
