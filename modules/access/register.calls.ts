import { createHash } from "node:crypto";
import type { Action, Entity } from "#kernel/entity.ts";
import { alone } from "#kernel/server/database/alone.ts";
import type { Call } from "#kernel/server/http/call.ts";
import type { CallRule, HeardCall } from "#kernel/server/gate/doors.ts";
import { callsOfSystem, keepScanned, rulesOfCalls, scannedDigest } from "#kernel/server/gate/stored-calls.ts";
import { newId } from "#kernel/server/act/id.ts";
import { addressOf, openapi } from "#kernel/server/http/openapi.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { verbOf } from "#kernel/server/act/verb.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Text } from "#kernel/text.ts";

const flushMs = 500;
const mostWaiting = 2_000;

const generic: Readonly<Record<string, Text>> = {
  findById: ["按编号查一条", "One document by id"],
  listByPage: ["分页查询", "A page of rows"],
  pickByPage: ["选择框查询", "Code and name for pickers"],
  countViews: ["视图计数", "Rows per view"],
  history: ["变更历史", "Who changed what, when and why"],
  whereUsed: ["被引用情况", "What refers to it"],
  whyNot: ["为何不能操作", "Why an action is not possible"],
  whatIf: ["试算操作结果", "What an action would change"],
  saveOrUpdate: ["保存", "Create or change a document"],
  doBatchSaveOrUpdate: ["批量保存", "Several in one transaction"],
  delete: ["删除", "Delete one"],
  doBatchDelete: ["批量删除", "Delete several"],
};
const reading = ["findById", "listByPage", "pickByPage", "countViews", "history", "whereUsed", "whyNot", "whatIf"];

/** What the product answers, as rows of the register: read from its own description, guards from the declarations behind it. */
export function scan(declared: Premises["kernel"]["declared"], calls: readonly Call[]): Row[] {
  const { paths, components } = openapi(declared, calls, "0") as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Row }> } }>>;
    components: { schemas: Record<string, Row> };
  };
  const methodOf = (call: Call): string => call.method ?? "POST";
  const named = new Map(calls.map((call) => [`${methodOf(call)} ${addressOf(call)}`, call]));
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, operation]): Row => {
      const schema = operation.requestBody?.content["application/json"]?.schema ?? null;
      const ref = typeof schema?.["$ref"] === "string" ? schema["$ref"].split("/").at(-1)! : null;
      const method = name.toUpperCase();
      const call = named.get(`${method} ${path}`);
      // Two calls at one address are told apart by their method.
      const isSecond = method === "GET" && named.has(`POST ${path}`);
      const row = call ? ofCall(call, isSecond ? ".get" : "") : ofEntity(declared, path);
      return {
        ...row,
        serviceCode: "BASE",
        method,
        path: call ? `/api/${call.service}/${call.path}` : path,
        requestSchema: ref ? (components.schemas[ref] ?? schema) : schema,
        responseSchema: { $ref: "#/components/schemas/Reply" },
        deprecated: "N",
      };
    }),
  );
}

const guardOf: Readonly<Record<Call["guard"], string>> = {
  public: "PUBLIC",
  anonymous: "PUBLIC",
  session: "SESSION",
  restricted: "SESSION",
};

const ofCall = (call: Call, suffix: string): Row => ({
  apiCode: `${call.service}.${call.path.replaceAll("/", ".")}`.slice(0, 140) + suffix,
  group: call.path
    .replace(/^v\d+\//, "")
    .split("/")[0]!
    .slice(0, 100),
  summaryCn: call.path.split("/").at(-1)!,
  summaryEn: call.path.split("/").at(-1)!,
  guard: call.path.startsWith("baseOauthService/") && call.guard === "public" ? "OAUTH" : guardOf[call.guard],
  guardEntity: null,
  guardButton: null,
  rateLimitPerMin: call.perMinute ?? null,
});

function ofEntity(declared: Premises["kernel"]["declared"], path: string): Row {
  const [segment = "", name = ""] = path.split("/").slice(-2);
  const e = declared.byPath(segment)!;
  const own = (e.actions as Record<string, Action>)[name]?.label;
  const label = own ?? generic[name] ?? [name, name];
  return {
    apiCode: `${e.name}.${name}`,
    group: declared.moduleOf(e).code,
    summaryCn: `${e.label[0]}：${label[0]}`,
    summaryEn: `${e.label[1]}: ${label[1]}`,
    guard: e.open && reading.includes(name) ? "SESSION" : "RESOURCE",
    guardEntity: e.name,
    guardButton: buttonOf(e, name),
    rateLimitPerMin: null,
  };
}

function buttonOf(e: Entity, name: string): string | null {
  if (reading.includes(name)) return null;
  const verb = name === "doBatchDelete" ? "delete" : name === "doBatchSaveOrUpdate" ? "saveOrUpdate" : name;
  return verbOf(e, verb)?.button ?? null;
}

const scannedKeys = [
  "apiCode",
  "group",
  "summaryCn",
  "summaryEn",
  "requestSchema",
  "responseSchema",
  "guard",
  "guardEntity",
  "guardButton",
  "deprecated",
];

/** The register of calls: filled by the product itself at every start, obeyed by the gate from memory, and what is heard is written down. */
export class Register {
  readonly #at: Premises;
  #rules: ReadonlyMap<string, CallRule> = new Map();
  #loading: Promise<unknown> | null = null;
  #waiting: HeardCall[] = [];
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(at: Premises) {
    this.#at = at;
  }

  /** Whoever asks after a change must not be told the old: while rules are read anew, the answer waits for them. */
  ruleOf = (method: string, path: string): CallRule | undefined | Promise<CallRule | undefined> => {
    const key = `${method} ${path}`;
    return this.#loading ? this.#loading.then(() => this.#rules.get(key)) : this.#rules.get(key);
  };

  /** Rules first, so that a call switched off stays off; then the scan, while people already work. */
  start(): () => Promise<void> {
    const { bus } = this.#at.kernel;
    bus.watch(["BaseApi"], () => this.#reload());
    this.#work = this.load()
      .then(() => this.scan())
      .catch((error: unknown) => this.#at.gate.alarm("BACKGROUND", { error: String(error) }));
    return async () => {
      clearTimeout(this.#timer);
      await this.#work;
      await this.#flush();
    };
  }

  /** Resolves when the register is filled. */
  ready(): Promise<unknown> {
    return this.#work;
  }

  #reload(): void {
    const turn = (this.#loading ?? Promise.resolve())
      .then(() => this.load())
      .catch((error: unknown) => this.#at.gate.alarm("BACKGROUND", { error: String(error) }))
      .finally(() => this.#loading === turn && (this.#loading = null));
    this.#loading = turn;
  }

  /** Only what differs from an open, unlimited, unwritten call is kept in memory. */
  async load(): Promise<void> {
    this.#rules = await rulesOfCalls(this.#at.kernel.db);
  }

  /** Brings the register to what the product answers now; nothing is done when nothing changed since the last start. */
  async scan(): Promise<void> {
    const { kernel } = this.#at;
    const rows = scan(kernel.declared, this.#at.calls());
    const digest = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
    const isKnown = async (): Promise<boolean> => (await scannedDigest(kernel.db)) === digest;
    if (await isKnown()) return;
    await alone(kernel.db, "registrationScan", async () => {
      if (await isKnown()) return;
      await this.#bring(rows);
      await keepScanned(kernel.db, digest);
    });
    await this.load();
  }

  async #bring(rows: readonly Row[]): Promise<void> {
    const { kernel } = this.#at;
    const known = (await callsOfSystem(kernel.db, "BASE")).filter((row) => row["source"] === "SCAN");
    const byKey = new Map(known.map((row) => [`${row["method"]} ${row["path"]}`, row]));
    const made: { id?: string; input: Row }[] = [];
    for (const row of rows) {
      const old = byKey.get(`${row["method"]} ${row["path"]}`);
      byKey.delete(`${row["method"]} ${row["path"]}`);
      if (!old) made.push({ input: { ...row, source: "SCAN", logLevel: "NONE", enabledFlag: "Y" } });
      else if (scannedKeys.some((key) => key !== "group" && canonical(old[key]) !== canonical(row[key])))
        made.push({
          id: String(old["id"]),
          input: Object.fromEntries(scannedKeys.filter((key) => key !== "group").map((key) => [key, row[key]])),
        });
    }
    const gone = [...byKey.values()];
    // What vanished while somebody links to it stays known and is switched off.
    const entries = gone
      .filter((row) => row["linked"])
      .map((row) => ({ id: String(row["id"]), input: { enabledFlag: "N", deprecated: "Y" } }));
    const removes = gone.filter((row) => !row["linked"]).map((row) => String(row["id"]));
    if (removes.length)
      await this.#act(
        "delete",
        removes.map((id) => ({ id, input: {} })),
      );
    if (made.length + entries.length) await this.#act("saveOrUpdate", [...entries, ...made]);
  }

  #act(action: string, targets: readonly { id?: string; input: Row }[]): Promise<unknown> {
    const { kernel, clock } = this.#at;
    return kernel.actor.act(
      { entity: kernel.declared.entity("BaseApi"), action, targets, bulk: true, inParts: 300 },
      { me: systemMe("register"), now: clock.now(), requestId: newId(), ip: null },
    );
  }

  /** Notes a call; written down a moment later, many at once, so that nobody waits for it. */
  heard = (call: HeardCall): void => {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(call);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#flush()).catch(() => undefined);
    }, flushMs).unref();
  };

  async #flush(): Promise<void> {
    const { outsideLog } = this.#at.kernel;
    for (const call of this.#waiting.splice(0))
      await outsideLog.interface({
        direction: "IN",
        interfaceCode: `${call.method} ${call.path}`.slice(0, 100),
        partner: call.app,
        httpStatus: call.http,
        request: Buffer.isBuffer(call.request) ? `<${call.request.length} bytes>` : call.request,
        response: call.reply,
        ok: call.http < 400 && !call.reply?.startsWith('{"status":"E"'),
        costMs: call.ms,
        traceId: call.requestId,
        ...(call.userId ? { by: call.userId } : {}),
      });
  }
}

/** Equal however the database ordered the keys. */
function canonical(value: unknown): string {
  const order = (current: unknown): unknown =>
    Array.isArray(current)
      ? current.map(order)
      : typeof current === "object" && current !== null
        ? Object.fromEntries(
            Object.entries(current)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, part]) => [key, order(part)]),
          )
        : current;
  return JSON.stringify(order(value ?? null));
}
