# syntax=docker/dockerfile:1

# Makes the packages as `make package` does, and an image of each program: tessera, or tessera-core with
# `--target tessera-core`. To make an image from packages that are there already:
# docker build --build-context package=.build/package .
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends dpkg-dev libpq-dev libssl-dev pkg-config python3 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# What the programs are made of, without tests and pages, so that a change of these does not build them again.
COPY Package.swift ./
COPY Packaging Packaging
COPY Plugins Plugins
COPY Sources Sources
RUN --mount=type=cache,target=/src/.build \
    Packaging/resolve > Package.resolved \
    && Packaging/build tessera tessera-core \
    && mkdir /built \
    && cp -R .build/production .build/checkouts /built
COPY CHANGELOG.md LICENSE README.md schema.sql ./
COPY docs docs
COPY scenarios scenarios
# The time of the packages' files, in seconds since 1970.
ARG SOURCE_DATE_EPOCH=0
RUN cp -R /built/. .build \
    && Packaging/pack /package .build/production/tessera .build/production/tessera-core \
    && cp .build/production/*.debug /package

# The Debian packages, the tarballs, and the debugging information:
# docker build --target package --output packages .
FROM scratch AS package
COPY --from=build /package /

# The images that run contain no compiler, no Postgres server (TESSERA_DATABASE_URL names the database) and no secret.
FROM debian:bookworm-slim AS system
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tessera \
    && install --directory --mode 0700 --owner tessera --group tessera /var/lib/tessera
# This directory contains the key-encryption key, unless TESSERA_KEY_FILE names another file. Keep the key on a volume,
# and keep a copy.
ENV TESSERA_DATA_DIR=/var/lib/tessera
# In a container, the listener must be reachable from outside. A sandbox is reachable only if TESSERA_SANDBOX_HOST and
# TESSERA_SANDBOX_TOKEN are set.
ENV TESSERA_HOST=0.0.0.0

FROM system AS tessera-core
RUN --mount=type=bind,from=package,target=/package \
    apt-get update \
    && apt-get install --yes --no-install-recommends /package/tessera-core_*.deb \
    && rm -rf /var/lib/apt/lists/*
USER tessera
VOLUME /var/lib/tessera
# The card service. Metrics have a port only if TESSERA_METRICS_PORT names it.
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["tessera-core", "healthcheck"]
ENTRYPOINT ["tessera-core"]
CMD ["serve"]

FROM system AS tessera
RUN --mount=type=bind,from=package,target=/package \
    apt-get update \
    && apt-get install --yes --no-install-recommends /package/tessera_*.deb \
    && rm -rf /var/lib/apt/lists/*
USER tessera
VOLUME /var/lib/tessera
# The card service, its sandbox with the console, and the gateways of merchants.
EXPOSE 8080 8081 8082
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["tessera", "healthcheck"]
ENTRYPOINT ["tessera"]
CMD ["serve"]
