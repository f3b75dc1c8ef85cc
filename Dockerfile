# syntax=docker/dockerfile:1

# Builds the program in an image with Swift. The Swift runtime is linked in; libpq and OpenSSL come from Debian. The
# debugging information is a file beside the program, as after `make build`.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpq-dev libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift schema.sql ./
COPY Plugins Plugins
COPY Sources Sources
COPY Tests Tests
RUN --mount=type=cache,target=/src/.build \
    swift build --configuration release --static-swift-stdlib --product tessera \
    && built="$(swift build --configuration release --show-bin-path)/tessera" \
    && objcopy --only-keep-debug "$built" /usr/local/bin/tessera.debug \
    && objcopy --strip-debug --add-gnu-debuglink=/usr/local/bin/tessera.debug "$built" /usr/local/bin/tessera

# For a debugger: docker build --target symbols --output symbols .
FROM scratch AS symbols
COPY --from=build /usr/local/bin/tessera.debug /

# The image that runs contains no compiler, no Postgres server (TESSERA_DATABASE_URL names the database) and no secret.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libpq5 libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tessera \
    && install --directory --mode 0700 --owner tessera --group tessera /var/lib/tessera
COPY --from=build /usr/local/bin/tessera /usr/local/bin/tessera

USER tessera
# This directory contains the key-encryption key, unless TESSERA_KEY_FILE names another file. Keep the key on a volume,
# and keep a copy.
ENV TESSERA_DATA_DIR=/var/lib/tessera
VOLUME /var/lib/tessera
# In a container, the listener must be reachable from outside. A sandbox is reachable only if TESSERA_SANDBOX_HOST and
# TESSERA_SANDBOX_TOKEN are set.
ENV TESSERA_HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["tessera", "healthcheck"]
ENTRYPOINT ["tessera"]
CMD ["serve"]
