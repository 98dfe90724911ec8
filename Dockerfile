# The local service in a container: docker build -t reach . && docker run -p 8080:8080 -v reach:/data reach
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && mkdir package && npm pack --pack-destination package

FROM node:24-slim
COPY --from=build /build/package/reach-*.tgz /tmp/reach.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/reach.tgz && rm /tmp/reach.tgz \
    && mkdir /data && chown 1000:1000 /data
# The image's user node, by its number: a host that refuses root (Kubernetes: runAsNonRoot) cannot look up a name.
USER 1000
ENV REACH_HOME=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["reach"]
# Plain http: put something that ends TLS in front of it.
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--insecure"]
