# A static binary on an empty base: no shell, no package, not root. make pin renews the digests, which
# docs/operating.md explains.
ARG GO_IMAGE=golang:1.26.8-bookworm@sha256:a688600ca24f8a4d3ca77f95b0dd40704a9fc787c826660eb7ba0b641b8b175d
ARG BASE_IMAGE=gcr.io/distroless/static-debian12:nonroot@sha256:afa5c872c891853ca7fcf1f12c3edb23f7eeef36189728842dd51042ff57f7ab

FROM ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN CGO_ENABLED=0 GOGC=off GOMEMLIMIT=1GiB go build -trimpath -buildvcs=false -gcflags=all=-dwarf=false -ldflags "-s -w -X 'main.version=${VERSION}'" \
		-o /out/keepsake ./cmd/keepsake \
	&& mkdir -p /out/data

FROM ${BASE_IMAGE}
COPY --from=build /out/keepsake /usr/local/bin/keepsake
# An empty folder owned by the user: a new volume takes its owner from here.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
ENV DATABASE_URL=sqlite:/data/keepsake.db \
	KEEPSAKE_HTTP_ADDR=:8081 \
	KEEPSAKE_LOG_FORMAT=json
EXPOSE 8081 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["/usr/local/bin/keepsake", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/keepsake"]
CMD ["serve"]
