/* Lighthouse on every page of the built site, telephone and desktop.

     npm ci && npm run measure -- [--runs 5] [--only chapters/01] [--out FILE]

   Each number is the median of the runs; FILE is written after every page, so that a
   run that was cut short keeps what it has. Times belong to this machine: compare
   them with nothing else. Ends with status 1 if a page misses a goal. */
import { readdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { readFileSync } from "node:fs";
import { serve } from "./server.mjs";

const HERE = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const SITE = resolve(HERE, "../../_build/html");
const { values: asked } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    out: { type: "string", default: resolve(HERE, "../results/lighthouse.json") },
  },
});
const GOALS = { telephone: 0.95, desktop: 0.99, "telephone, figure": 0.9 };
const KILOBYTES = 150;
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu"];

const pages = async () => {
  const files = await readdir(SITE, { recursive: true });
  return files.filter((file) => file.endsWith(".html") && file !== "404.html")
    .filter((file) => file.startsWith(asked.only)).sort();
};
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

const look = async (address, way) => {
  const chrome = await launch({ chromeFlags: FLAGS, chromePath: process.env.CHROME_PATH });
  try {
    const config = way === "desktop" ? desktopConfig : undefined;
    return (await lighthouse(address, { port: chrome.port, logLevel: "error" }, config)).lhr;
  } finally {
    chrome.kill();
  }
};
const kilobytes = (lhr) => {
  const items = lhr.audits["network-requests"].details.items;
  const counted = items.filter(({ resourceType }) => resourceType !== "Image");
  return counted.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000;
};
const failed = (lhr) => Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
  id === "performance" ? [] : auditRefs.filter(({ weight }) => weight > 0)
    .map((ref) => lhr.audits[ref.id]).filter(({ score }) => score !== null && score < 1)
    .map((audit) => audit.id));
const summary = (runs) => {
  const scores = Object.keys(runs[0].categories);
  const middle = (of) => median(runs.map(of));
  const time = (name) => Math.round(middle((lhr) => lhr.audits[name].numericValue));
  return {
    ...Object.fromEntries(scores.map((s) => [s, middle((lhr) => lhr.categories[s].score)])),
    lcp: time("largest-contentful-paint"),
    tbt: time("total-blocking-time"),
    cls: Number(middle((lhr) => lhr.audits["cumulative-layout-shift"].numericValue).toFixed(3)),
    kB: Number(middle(kilobytes).toFixed(1)),
    failed: [...new Set(runs.flatMap(failed))],
  };
};
const missed = (page, way, found) => {
  const moving = readFileSync(resolve(SITE, page), "utf8").includes("data-figure=");
  const goal = GOALS[moving ? `${way}, figure` : way] ?? GOALS[way];
  const perfect = ["accessibility", "best-practices", "seo"];
  return [
    ...perfect.filter((name) => found[name] < 1).map((name) => `${name} ${found[name]}`),
    ...(found.performance < goal ? [`performance ${found.performance} < ${goal}`] : []),
    ...(found.kB >= KILOBYTES ? [`${found.kB} kB`] : []),
  ].map((what) => `${page}, ${way}: ${what}`);
};

const measure = async (server, page, way) => {
  const runs = [];
  for (let n = 0; n < Number(asked.runs); n += 1) runs.push(await look(server + page, way));
  return [summary(runs), runs[0]];
};

const { address, stop } = await serve(SITE);
const result = {
  runs: Number(asked.runs), date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0].model}`, node: process.version, pages: {},
};
const misses = [];
for (const page of await pages()) {
  result.pages[page] = {};
  for (const way of ["telephone", "desktop"]) {
    const [found, lhr] = await measure(address, page, way);
    result.lighthouse = lhr.lighthouseVersion;
    result.browser = lhr.environment.hostUserAgent.match(/Chrome\/[\d.]+/)[0];
    result.pages[page][way] = found;
    misses.push(...missed(page, way, found));
    console.log(page, way, JSON.stringify(found));
  }
  await writeFile(asked.out, `${JSON.stringify({ ...result, misses }, null, 1)}\n`);
}
stop();
console.log(misses.length ? misses.join("\n") : "Every page meets every goal.");
process.exitCode = misses.length ? 1 : 0;
