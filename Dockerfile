# syntax=docker/dockerfile:1
# warmgate in one file on Node alone: no shell, no package manager, not root.
#   docker build --build-arg REVISION="$(git rev-parse --short=7 HEAD)" -t warmgate .
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY build build
COPY plugin plugin
COPY charts/patch/values.schema.json charts/patch/
ARG REVISION=""
RUN WARMGATE_REVISION="$REVISION" npm run build

FROM gcr.io/distroless/nodejs24-debian13:nonroot
COPY --from=build --chmod=0555 /src/dist/warmgate.js /warmgate.mjs
COPY --from=build --chmod=0444 /src/dist/LICENSES.txt /LICENSES.txt
USER 65532:65532
ENTRYPOINT ["/nodejs/bin/node", "/warmgate.mjs"]
CMD ["--help"]
ARG REVISION=""
LABEL org.opencontainers.image.title="warmgate" \
      org.opencontainers.image.description="Proves after a release that every warm Theia Cloud instance reached it" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="$REVISION"
