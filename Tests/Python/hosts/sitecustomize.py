"""Plays a hosts file: with this folder on PYTHONPATH, Python finds the names of HOSTS, and no others.

HOSTS is a JSON object of names and their places: {"api.example.com": ["127.0.0.1", 8082]}. So a client with a built-in
host reaches a service under test, without root and without a change to the client, and a test never calls a real one.
"""

import json
import os
import socket

hosts = json.loads(os.environ["HOSTS"])
find = socket.getaddrinfo


def getaddrinfo(host, port, *arguments, **options):
    if host not in hosts:
        raise socket.gaierror(socket.EAI_NONAME, f"{host} is not in HOSTS")
    return find(*hosts[host], *arguments, **options)


socket.getaddrinfo = getaddrinfo
