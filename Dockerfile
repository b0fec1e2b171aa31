# A static binary on an empty base: no shell, no package, not root. Where the images are pinned
# is said in docs/operating.md.
ARG GO_IMAGE=golang:1.26-bookworm
ARG BASE_IMAGE=gcr.io/distroless/static-debian12:nonroot

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
