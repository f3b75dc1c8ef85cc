"""The rates of the bare primitives of tokenizing, which `WalletBenchmark` measures on one core."""

import re
import subprocess

# The benchmark's cards are Mastercard's. The device's chain is proved before an Apple card is sealed.
PARTS = {
    "tokenize Apple": ("Apple: prove the chain", "Apple: seal for Mastercard"),
    "tokenize Google": ("Google Pay: seal for Mastercard",),
    "tokenize Samsung": ("Samsung Pay: seal for Mastercard",),
}


def primitive_rates(program):
    shown = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"^(.+?) {2,}(\d+) +(.+?) {2,}(\d+) +ratio", shown, re.M)
    bare = {name: float(rate) for name, _, _, rate in lines}
    return {operation: 1 / sum(1 / bare[part] for part in parts) for operation, parts in PARTS.items()}
