import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { none } from "./house.ts";

const root = join(import.meta.dirname, "..", "..");

const under = (room: string): string[] =>
  existsSync(join(root, room))
    ? readdirSync(join(root, room), { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile() && /\.tsx?$/.test(f.name))
        .map((f) => relative(root, join(f.parentPath, f.name)))
    : [];
const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)test-|(^|\/)examples\.ts$/.test(file);
const read = (file: string): string => readFileSync(join(root, file), "utf8");
/** Sources without comments: a word in a sentence is no bypass. */
const code = (file: string): string =>
  read(file)
    .replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, " "))
    .replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

const product = [
  ...["kernel", "modules", "bridges", "demo"].flatMap(under),
  ...readdirSync(root).filter((name) => name.endsWith(".ts") && !name.includes("config")),
].filter((file) => !isTest(file));
const found = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    code(file)
      .split("\n")
      .flatMap((line, n) => (pattern.test(line) ? [`${file}:${n + 1} ${line.trim().slice(0, 140)}`] : [])),
  );

/** The server's rooms: the kernel's, the bridges', and the one a module may have for statements that ask for more than a list does. */
const isServerRoom = (file: string): boolean => /^(?:kernel\/server|bridges|modules\/[\w-]+\/server)\//.test(file);

/** Where a selection is built from sources outside the server: the same declaration serves the stored rows and the reader's own. */
const selections: Readonly<Record<string, string>> = { "kernel/figures.ts": "joins a document's source with that of its lines" };

/** Where a module writes rows by statements, and why act is not the way. */
const writers: Readonly<Record<string, string>> = {
  "modules/messages/server/":
    "a post office moves hundreds of deliveries at a time: claims, leases and counts are sets of rows, not documents",
  "modules/base/server/receiver-ids.ts": "corrects ids that an earlier release stored in capitals, once, at the start",
};

describe("promise 11: no bypass exists", () => {
  test("SQL is written in the server's rooms, and nowhere else", () => {
    const sql =
      /[`"']\s*(?:select\s+.+\s+from\s|insert\s+into\s|update\s+["\w$]+.*\sset\s|delete\s+from\s|with\s+\w+\s+as\s*\(|alter\s+table|create\s+(?:table|index|view)|drop\s+table|truncate\s)/i;
    none(
      found(
        product.filter((file) => !isServerRoom(file) && !(file in selections)),
        sql,
      ),
    );
  });

  test("a module reaches the database through find and act alone", () => {
    const reaching = /\b(?:db|tx|pool|client)\.(?:query|one|tx|connect)\b|#kernel\/server\/database\/db\b|from "pg"|\.onStatement\(/;
    none(
      found(
        product.filter((file) => (file.startsWith("modules/") || file.startsWith("demo/")) && !isServerRoom(file)),
        reaching,
      ),
    );
  });

  test("the server's room of a module reads; rows are written by act, but for what is listed", () => {
    const writing = /[`"'(]\s*(?:insert\s+into\s|update\s+["\w$]+.*\sset\s|delete\s+from\s|truncate\s)/i;
    const own = product.filter((file) => file.startsWith("modules/") && !Object.keys(writers).some((room) => file.startsWith(room)));
    none(found(own, writing));
  });

  test("no word for going around the rules: sudo, override, skip, force, trust", () => {
    const around =
      /\b(?:sudo|overrideAccess|override(?:Permission|Check|Guard)\w*|bypass\w*|skip(?:Check|Permission|Guard|Rule|Validation|Access)\w*|ignore(?:Permission|Access|Scope)\w*|force(?:Save|Write|Delete)\w*|asAdmin|runAs|impersonate\w*|unsafe(?:Save|Write|Sql)\w*|trusted(?:Caller|User))\b/i;
    none(found(product, around));
  });

  /** The system is an actor with a name, and a caller may borrow its reach; each place where either happens is listed with what it does there. */
  const actors: Readonly<Record<string, string>> = {
    "kernel/server/act/each.ts": "does what the clock asks of every row that is due, in the name of the area that calls it",
    "kernel/server/constructs/due.ts": "runs what entities declare by their dates, in the name of their area",
    "kernel/server/access/security.ts": "writes security events to the system log and tells those who look after security",
    "kernel/server/find/titles.ts": "reads names behind references a rule chose",
    "kernel/server/install/ship.ts": "installs what the modules ship",
    "kernel/server/install/first.ts": "makes the first administrator",
    "kernel/server/access/directory.ts": "sets passwords for the gate",
    "kernel/server/sheet/back-export.ts": "keeps the state of background exports",
    "kernel/server/sheet/import-calls.ts": "keeps the record of an import",
    "kernel/server/admin/ask.ts": "lets people keep their own account, and whoever may set a secret set it",
    "kernel/server/http/table-config-calls.ts": "keeps the columns an administrator sets for all",
    "modules/admin/work.calls.ts": "lets days pass for leavers and logs",
    "modules/access/register.calls.ts": "registers the product's own calls",
    "modules/access/sso.calls.ts": "links whoever an outside source vouches for, and keeps what the source says of itself",
    "modules/access/oauth.calls.ts": "ends tokens for the application that has them",
    "modules/access/api.calls.ts": "brings in the calls of a definition, once its button was asked for",
    "modules/base/reader.calls.ts": "shows strangers what is published to all, and remembers who read what",
    "modules/base/work.calls.ts": "lets days pass for to-dos and rates",
    "modules/devtools/favourite.calls.ts": "reads what is recommended to the caller's own responsibility",
    "modules/devtools/model.calls.ts": "reads what this installation calls its fields",
    "modules/rules/decision.calls.ts": "writes the log of decisions, and reads it for whoever sees the record it is about",
    "modules/workflow/clockwork.calls.ts": "moves approvals when their time or their work is done",
    "modules/workflow/chat.calls.ts": "reads what the chat is told of an approval",
    "modules/workflow/server/seats.ts": "finds tasks whose holders have lost the role or the data they got them for",
    "modules/workflow/mail.calls.ts": "shows whoever brings a signed link the one task that it is for",
    "modules/workflow/server/desk.ts": "passes on what people decide; the rules of an approval ask whose task it is",
    "modules/workflow/server/reports.ts": "reads decisions for whoever watches, within his organisations",
    "modules/messages/server/fanout.ts": "makes the instance of a message that an event asks for",
    "modules/messages/server/receiver-query.ts": "reads the receivers of a query that the product ships",
    "modules/messages/server/retire-sql.ts": "switches off receivers that were written as SQL",
    "modules/messages/server/receivers.ts": "asks the rule that names who hears of an event",
    "modules/delivery/server/titles.ts": "finds which items a word means; the orders they stand on are the caller's own",
    "modules/messages/server/notices.ts": "writes a notice rule into the configuration that carries it out",
    "modules/messages/server/setup-calls.ts": "keeps the secrets of sources and accounts, once the button was asked for",
    "modules/messages/server/stop-calls.ts": "keeps how the caller himself wants to hear",
    "modules/base/server/pull.ts": "brings in rates from their source, once the button was asked for or by the clock",
    "modules/supplier/master.calls.ts": "lets days pass for suppliers and their certificates",
    "modules/supplier/server/trades.ts": "keeps the days of business on a supplier's file as the books tell them",
    "modules/supplier/server/import.ts":
      "brings in whole files of suppliers under the name of whoever imports, once the button was asked for",
    "modules/supplier/warning.calls.ts": "raises and clears warnings as the facts are",
    "modules/register/server/company-look.ts": "looks companies up by itself, once a week and when one registers",
    "modules/register/visitor.calls.ts": "writes the draft of a visitor who is nobody yet",
    "modules/register/applicant.calls.ts": "reads what an applicant's own file still lacks",
    "modules/lifecycle/requalify.calls.ts": "begins the reviews of a wave, within the organisations of whoever asked for it",
    "modules/lifecycle/signing.calls.ts": "writes down what the signing house, by its signature, says was signed",
    "modules/contracts/signing/desk.calls.ts":
      "makes the official copy and the signatures, and writes down what a signer or the provider did; the callers prove whose task it is",
    "modules/finance/server/backfill.ts": "makes the rows of postings of the time before finance",
    "modules/finance/statement/side.calls.ts": "generates the statements whose day has come",
    "modules/finance/advance/side.calls.ts": "asks for what is left of advances when an order or a contract ends",
    "modules/demand/planning.calls.ts": "works out anew how customer orders are covered",
    "kernel/server/http/answer-link.ts":
      "shows whoever brings a signed link the one document that it is for; it is confirmed in that person's name",
    "modules/order/production/production.calls.ts": "tells again which productions will be late",
    "modules/order/server/order-calls.ts": "tells of deliveries due, and proves the ledger by night",
    "modules/order/server/order-mail.ts": "reads the order that a letter to its supplier is about",
    "modules/setup/server/book.ts": "brings in master data for the administrator who sets up an empty company",
    "modules/setup/server/book-export.ts": "writes master data out for the administrator who sets up an empty company",
    "modules/setup/server/work.ts": "founds a company for its administrator, who holds no business role yet",
    "modules/contracts/server/refund-follow.ts": "moves the refunds that wait for goods when goods are posted",
    "modules/contracts/server/warning-watch.ts": "raises and clears warnings as the facts are",
    "modules/delivery/server/inbox-calls.ts": "takes in what warehouses report, each movement by its own receipt or return",
    "demo/year/crowd.ts": "brings in the suppliers and materials of the year",
    "demo/contracts/stage.ts": "signs and lets days pass in the story of contracts",
    "demo/cast.ts": "does what no person of a story does: visitors, outside houses, the passing of days",
    "demo/register.ts": "tells the stories of registrations in people's own names",
    "demo/supplier.ts": "founds the suppliers of the demonstration",
    "demo/people.ts": "founds the demonstration's company",
  };
  test("the system acts, and lends its reach, in the server's rooms and in places that are listed", () => {
    const making = new Set(found(product, /\b(?:systemMe|inOwnName|eachAs)\(/).map((line) => line.split(":")[0]!));
    expect(making.size).toBeGreaterThan(0);
    const isRoom = (file: string): boolean => isServerRoom(file) || /^modules\/[\w-]+\/(?:[\w-]+\/)?[\w-]+\.calls\.ts$|^demo\//.test(file);
    none([
      ...[...making].filter((file) => !(file in actors)).map((file) => `${file} acts as the system and is not listed`),
      ...[...making].filter((file) => !isRoom(file)).map((file) => `${file} acts as the system outside the server's rooms`),
      ...Object.keys(actors)
        .filter((file) => !making.has(file))
        .map((file) => `${file} is listed and makes no system actor`),
    ]);
  });

  test("nobody becomes the system by a spread: the audience is written in one place", () => {
    const made = found(product, /audience:\s*"system"/).filter((line) => !line.startsWith("kernel/server/access/permit.ts"));
    none(made);
  });

  test("the system's own name is never put on a person, nor a person's on the system", () => {
    none(found(product, /\.\.\.systemMe\([^)]*\)\s*,.*userId:/).map((line) => `a system actor under a person's name: ${line}`));
  });

  const rules = product.filter((file) => /^modules\/.*\.rules\.ts$/.test(file));
  const allowed =
    /^(?:#kernel\/(?:rule|question|approval|days|ledger|ledger-book|ledger-postings|ledger-rule|revision|revision-diff|revision-rule|versioned-rule|chooser|gate|effective|merge|entity|decimal|text|refusal|time|field|cron|program|expression\/[\w-]+)\.ts|#kernel\/platform\/[\w-]+\.entity\.ts|#modules\/[\w-]+\/index\.ts|\.{1,2}\/[\w./-]+\.ts)$/;
  /** Of these a rule takes what is named and nothing else. */
  const doors: Readonly<Record<string, readonly string[]>> = {
    "#kernel/module.ts": ["EventShape", "lookup", "lookupOf", "Lookup", "Profiles", "ProfileShape"],
    "#kernel/declared.ts": ["perProduct"],
    "#kernel/timed.ts": ["DatedRow", "Reached", "whose"],
    "#kernel/file.ts": ["idsOf"],
    "#kernel/text-compare.ts": ["characterPieces", "matchTexts", "Match", "piecesOf", "Piece"],
    "#kernel/check.ts": ["checkValue"],
    "#kernel/page-document.ts": ["isSame"],
    "#kernel/query.ts": ["Sources", "Sql"],
    "#kernel/rmb.ts": ["rmbCapital"],
    "#kernel/credit-code.ts": ["isCreditCode"],
    "#kernel/seal.ts": ["digestOf", "Seal"],
  };
  /** Who closes and opens sensitive values, with the keys that the server brings before the first rule is asked. */
  const keepers: Readonly<Record<string, readonly string[]>> = {
    "modules/supplier/sensitive.ts": ["closed", "opened"],
    "modules/supplier/change.lines.ts": ["closed", "opened"],
  };
  const isNamed = (file: string, names: string, from: string): boolean => {
    const known = [...(doors[from] ?? []), ...(from === "#kernel/seal.ts" ? (keepers[file] ?? []) : [])];
    const asked = names
      .replace(/[{}]|\btype\b/g, " ")
      .split(",")
      .map((name) => name.trim().replace(/ as \w+$/, ""));
    return from in doors && asked.every((name) => name === "" || known.includes(name));
  };
  /** A rule and every plain file beside it that it leans on. */
  function leaning(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const [, from] of code(file).matchAll(/from\s+"(\.{1,2}\/[^"]+)"/g))
      leaning(relative(root, join(root, dirname(file), from!)), seen);
    return seen;
  }
  test("rules import facts and words, and what they lean on does the same", () => {
    expect(rules.length).toBeGreaterThan(5);
    const files = [...new Set(rules.flatMap((file) => [...leaning(file)]))].filter((file) => !file.endsWith(".entity.ts"));
    none(
      files.flatMap((file) =>
        [...code(file).matchAll(/(?:import|export)\s([^;"]*?)from\s+"([^"]+)"|import\(?\s*"([^"]+)"/g)]
          .map(([, names, from, bare]) => [names ?? "*", from ?? bare!] as const)
          .filter(([names, from]) => !(allowed.test(from) || isNamed(file, names, from)) || /\/server\/|\.calls\.ts$|\.tsx$/.test(from))
          .map(([names, from]) => `${file} imports ${names.trim()} from ${from}`),
      ),
    );
  });

  test("rules are pure: no clock, no chance, no network, no environment, no memory of their own", () => {
    const files = [...new Set(rules.flatMap((file) => [...leaning(file)]))];
    none(
      found(files, /\bDate\.now\b|new Date\(\s*\)|Math\.random|crypto\.|\bfetch\(|\bprocess\.|globalThis|setTimeout|setInterval|^let\s/),
    );
  });
});
