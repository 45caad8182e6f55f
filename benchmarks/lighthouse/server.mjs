/* A server of one folder that compresses, as those of GitHub Pages do. */
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain", ".xml": "text/xml",
  ".ipynb": "application/json",
};

const answer = (root) => async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://here").pathname);
  try {
    const file = join(root, normalize(path.endsWith("/") ? `${path}index.html` : path));
    const type = TYPES[extname(file)] || "application/octet-stream";
    const zipped = extname(file) !== ".png";
    const data = await readFile(file);
    response.writeHead(200, {
      "content-type": type,
      "cache-control": "max-age=600",
      ...(zipped && { "content-encoding": "gzip" }),
    });
    response.end(zipped ? gzipSync(data) : data);
  } catch {
    response.writeHead(404).end();
  }
};

/* Gives the address, and how to stop it. */
export const serve = (root) => new Promise((ready) => {
  const server = createServer(answer(root));
  server.listen(0, "127.0.0.1", () => ready({
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => server.close(),
  }));
});
