/** Lines of code for each route a module serves, tests, styles and translations included: node scripts/size.mjs. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { continueOnOurNode, install, root } from "./ground.mjs";

install();
await continueOnOurNode();
// Node 20 has no globSync: it is imported on our Node only.
const { globSync } = await import("node:fs");
const { scanPage } = await import("../kernel/web/pages-plugin.ts");
const { allOf, routesOf } = await import("../kernel/web/page/declared-plugin.ts");
const { modules } = await import("../modules/index.ts");

const read = (file) => readFileSync(join(root, file), "utf8");
const linesOf = (files) => files.reduce((sum, file) => sum + read(file).split("\n").length - 1, 0);
const isTest = (file) => /\.test\.tsx?$/.test(file);

const rows = readdirSync(join(root, "modules"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const files = globSync(`modules/${name}/**/*.{ts,tsx,css}`, { cwd: root });
    const written = files
      .filter((file) => /\.(list|edit|page)\.tsx$/.test(file))
      .flatMap((file) => scanPage(file, read(file))?.routes ?? []);
    const entities = modules.filter((module) => module.code === name).flatMap((module) => module.entities);
    const declared = [...allOf(entities).values()].flatMap((entity) => routesOf(entity).map(([route]) => route));
    const routes = new Set([...written, ...declared]);
    const lines = linesOf(files);
    return {
      module: name,
      routes: routes.size,
      lines,
      tests: linesOf(files.filter(isTest)),
      styles: linesOf(files.filter((file) => file.endsWith(".css"))),
    };
  });
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
const all = { module: "all", routes: total("routes"), lines: total("lines"), tests: total("tests"), styles: total("styles") };
const perRoute = ({ lines, routes }) => (routes > 0 ? Math.round(lines / routes) : "–");
console.log("| module | routes | lines | of them tests | of them styles | lines per route |\n|---|---|---|---|---|---|");
for (const row of [...rows, all])
  console.log(`| ${row.module} | ${row.routes} | ${row.lines} | ${row.tests} | ${row.styles} | ${perRoute(row)} |`);
