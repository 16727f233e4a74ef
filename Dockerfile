# syntax=docker/dockerfile:1
# One image with one binary: every role of the service is a command of it. Zones are embedded in the binary, so all it
# needs from outside are the certificates of public authorities.

FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY embedded/standins embedded/standins
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
# What `litmus version` prints: the commit is not in the image's context.
ARG VERSION=
# "slim" leaves out the Temporal server, and with it `litmus up` and `litmus temporal`.
ARG TAGS=
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 go build -trimpath -tags "$TAGS" -ldflags="-s -w -X litmus/cli.release=$VERSION" -o /image/litmus ./cmd/litmus
# /data and /tmp are for `litmus up`, which keeps a database; api and worker write no files.
RUN mkdir -p /image/data /image/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build --chown=65532:65532 /image/ /
USER 65532:65532
WORKDIR /data
# The api listens on 8080, a worker answers health checks on 8081.
EXPOSE 8080 8081
ENTRYPOINT ["/litmus"]
CMD ["api"]
