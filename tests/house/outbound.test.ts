import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Nothing leaves the house but through kernel/server/outside/outside.ts: a file that could open a connection by itself is named here with its reason, or is wrong. */
const root = join(import.meta.dirname, "..", "..");

const means: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a socket", /(?:from|import)\s*\(?\s*"(?:node:)?(?:net|tls|dgram|http|https|http2|dns|dns\/promises)"/],
  ["fetch", /(?<![.\w#])fetch\(|globalThis\.fetch/],
  ["a web socket", /new (?:WebSocket|EventSource)\(/],
  ["a client library", /(?:from|import)\s*\(?\s*"(?:pg|nodemailer|openid-client|undici|ws|@aws-sdk\/[\w-]+)"/],
];

/** Why a file may, and what shows that it goes through the guard where it uses a library. */
const known: Readonly<Record<string, RegExp | "own" | "types" | "operator">> = {
  "kernel/server/outside/outside.ts": "own",
  // The product's own database, named by the operator.
  "kernel/server/database/db.ts": "own",
  "kernel/server/database/db-types.ts": "own",
  "kernel/server/database/db-listen.ts": "own",
  "kernel/server/database/database-home.ts": "own",
  "kernel/server/database/database-roles.ts": "own",
  "kernel/server/guarded-sql/guarded-sql.ts": "own",
  "kernel/server/database/embedded-pg.ts": "own",
  "kernel/server/database/embedded-pg-process.ts": "own",
  // A method of that name, which reads rows.
  "kernel/server/act/facts.ts": /^ {2}fetch\(e: Entity/m,
  // Answers connections, opens none.
  "kernel/server/push/push.ts": "own",
  // FILE_SCANNER is the operator's, no page can change it.
  "bridges/scan.ts": "operator",
  "bridges/mail.ts": /getSocket: guarded\(\(\) => outside\.connect\("mail"/,
  "bridges/s3.ts": /requestHandler: outside\.agents\(\)/,
  "kernel/server/database/probe.ts": /stream: \(\) => outside\.socket\(pinned\)/,
  "modules/access/sign-on.calls.ts": /\[oidc\.customFetch\]: this\.#fetch[^]*config\[oidc\.customFetch\] = this\.#fetch/,
};

const sources = ["kernel", "modules", "bridges"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|\.d\.ts$|test-world\.ts$|^kernel\/web\//.test(name))
  .concat("product.ts");
const textOf = (name: string): string => readFileSync(join(root, name), "utf8");

/** A text without what is imported for its type alone, or to read the form of an address: that connects to nothing. */
const activeOf = (text: string): string =>
  text.replace(/^import type [^;]*;$/gm, "").replace(/^import \{ (?:(?:isIP|BlockList|type \w+)(?:, | (?=\})))+\} from "node:net";$/gm, "");

test("no file opens a connection of its own past the guard", () => {
  const wrong = sources.flatMap((name) => {
    const text = textOf(name);
    const found = means.filter(([, pattern]) => pattern.test(activeOf(text))).map(([what]) => what);
    const why = known[name];
    if (found.length === 0) return [];
    if (why === undefined) return [`${name} uses ${found.join(", ")}: go through Outside (Premises.outside)`];
    return why instanceof RegExp && !why.test(text) ? [`${name} no longer goes through Outside`] : [];
  });
  expect(wrong).toEqual([]);
});

test("every reason given above is still needed", () => {
  const idle = Object.keys(known).filter(
    (name) => !sources.includes(name) || !means.some(([, pattern]) => pattern.test(activeOf(textOf(name)))),
  );
  expect(idle).toEqual([]);
});

test("no name that came from a row or a request picks a variable of the environment", () => {
  const wrong = sources
    .filter((name) => name !== "kernel/server/access/secret.ts" && name !== "kernel/server/gate/vault.ts")
    .flatMap((name) => (/\benv\[(?!")/.test(textOf(name)) ? [`${name}: use secretOf`] : []));
  expect(wrong).toEqual([]);
});
