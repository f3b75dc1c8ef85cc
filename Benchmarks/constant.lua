wrk.path = "/healthz"
