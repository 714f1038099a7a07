import type { Inputs } from "#kernel/expression/run.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, like, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Text } from "#kernel/text.ts";
import { askRule, logFields, type Asked, type RuleBiz } from "./ask.ts";
import { told, whyRows, type Decision } from "./engine/decide.ts";
import { ruleDecisionLog, ruleSet } from "./rule-set.entity.ts";
import { reportOf } from "./publishing.ts";
import { engineCases, engineSet, type FieldRow } from "./stored.ts";

const mostAtOnce = 500;

const rulesCall = (name: string, input: CallInput, handle: Call["handle"]): Call => ({
  service: "ruleEngineServer",
  path: `v1/baseRuleSetRestful/${name}`,
  guard: "session",
  input,
  handle,
});

const object = (value: unknown): Row => (value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Row) : {});

const codeIn = (body: Row): string => {
  if (typeof body["ruleCode"] === "string" && body["ruleCode"] !== "") return body["ruleCode"];
  throw refuse("FIELD_REQUIRED", "请填写规则编码", "The rule code is missing");
};

function bizOf(value: unknown): RuleBiz | null {
  const { bizType, bizId } = object(value);
  return typeof bizType === "string" && typeof bizId === "string" ? { bizType, bizId } : null;
}

const answered = (asked: Asked, logId: string): Row => ({
  logId,
  ruleCode: asked.ruleCode,
  version: asked.version,
  outputs: asked.outputs,
  usedDefault: asked.usedDefault,
  matched: asked.matched,
  explanation: asked.explanation,
  problems: asked.problems,
  fault: asked.fault?.code ?? null,
});

/** Asking, testing and explaining rules from outside of an action. */
export class DecisionCalls {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get calls(): Call[] {
    return [
      rulesCall(
        "evaluate",
        takes({ ruleCode: "text", inputs: "object", bizRef: "object" }),
        async (ctx, body) => (await this.evaluate(ctx, codeIn(body), [body]))[0],
      ),
      rulesCall("batchEvaluate", takes({ ruleCode: "text", rows: "list" }), (ctx, body) => {
        const rows = Array.isArray(body["rows"]) ? (body["rows"] as unknown[]).map(object) : [];
        if (rows.length === 0 || rows.length > mostAtOnce)
          throw refuse("BATCH_SIZE", `一次须处理 1 至 ${mostAtOnce} 条`, `Handle 1 to ${mostAtOnce} at a time`);
        return this.evaluate(ctx, codeIn(body), rows);
      }),
      rulesCall("test", takes({ id: "id" }), (ctx, body) => this.test(ctx, body["id"])),
      rulesCall("publish", like(ruleSet.name, "doPublish"), (ctx, body) =>
        this.#kernel.calls.handle(ctx, "ruleEngineServer", "baseRuleSetRestful", "doPublish", body),
      ),
      rulesCall("explain", asks({ logId: "id", bizRef: "object" }), (ctx, body) => this.explain(ctx, body)),
    ];
  }

  /** The version in force, asked once for each set of inputs; every answer leaves a line in the log. */
  async evaluate(ctx: Context, ruleCode: string, asks: readonly Row[]): Promise<Row[]> {
    const { actor, finder } = this.#kernel;
    if (!finder.mayRead(ruleSet, ctx.me)) throw permDenied();
    const facts = factsFor(this.#kernel, ctx.me);
    const at = { now: ctx.now.toISOString(), zone: ctx.me.zone };
    const decisions: Asked[] = [];
    for (const row of asks) {
      const biz = bizOf(row["bizRef"]);
      decisions.push(await askRule(facts, ruleCode, object(row["inputs"]) as Inputs, at, biz ? { biz } : {}));
    }
    const { documents } = await actor.act(
      {
        entity: ruleDecisionLog,
        action: "saveOrUpdate",
        targets: decisions.map((decision) => ({ id: undefined, input: logFields(decision) })),
      },
      { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    return decisions.map((decision, index) => answered(decision, String(documents[index]?.["id"] ?? "")));
  }

  /** A stored version with its examples: what came out, and what would stand against publishing. */
  async test(ctx: Context, id: unknown): Promise<Row> {
    const doc = (await this.#kernel.finder.byId(ruleSet, id, ctx.me)) as Parameters<typeof reportOf>[0];
    const at = { now: ctx.now.toISOString(), zone: ctx.me.zone };
    const { errors, notes, gaps, cases } = reportOf(doc, at);
    const engine = engineSet(doc);
    const inputs = engineCases(doc.cases, engine).map((engineExample) => engineExample.inputs);
    const inWords = (text: Text): string => say(text, ctx.language);
    return {
      green: errors.length === 0,
      findings: [...errors, ...notes].map(({ text, ...one }) => ({ ...one, msg: inWords(text) })),
      gaps: { ...gaps, open: gaps.open.map(inWords) },
      cases: cases.map((example, index) => ({
        name: example.name,
        green: example.green,
        wrong: example.wrong,
        outputs: example.decision.outputs,
        told: told(example.decision, labelsIn(doc.inputFields)).map(inWords),
        why: whyRows(engine, inputs[index] ?? {}, at, { language: ctx.language }),
      })),
    };
  }

  /** A stored decision in words: to whoever reads the log, and to whoever may read the record it is about. */
  async explain(ctx: Context, body: Row): Promise<Row | Row[]> {
    if (typeof body["logId"] === "string") return this.#told(ctx, await this.#logged(ctx, body["logId"]));
    const biz = bizOf(body["bizRef"]);
    if (!biz) throw refuse("FIELD_REQUIRED", "请指明决策", "Choose a decision");
    await this.#mayReadRecord(ctx, biz.bizType, biz.bizId);
    const { rows } = await this.#kernel.finder.list(
      ruleDecisionLog,
      { bizType: biz.bizType, bizId: biz.bizId, pageIndex: 1, pageRows: 50, count: "none" },
      inOwnName(ctx.me),
    );
    const mine = rows.filter((row) => row["bizId"] === biz.bizId && row["bizType"] === biz.bizType);
    return Promise.all(mine.map((row) => this.#told(ctx, row)));
  }

  async #logged(ctx: Context, id: string): Promise<Row> {
    const { finder } = this.#kernel;
    if (finder.mayRead(ruleDecisionLog, ctx.me)) return finder.byId(ruleDecisionLog, id, ctx.me);
    const row = await finder.byId(ruleDecisionLog, id, inOwnName(ctx.me));
    await this.#mayReadRecord(ctx, String(row["bizType"]), String(row["bizId"]));
    return row;
  }

  async #mayReadRecord(ctx: Context, bizType: string, bizId: string): Promise<void> {
    const entity = this.#kernel.declared.entities.get(bizType);
    if (!entity) throw permDenied();
    await this.#kernel.finder.byId(entity, bizId, ctx.me);
  }

  async #told(ctx: Context, row: Row): Promise<Row> {
    const { rows } = await this.#kernel.finder.list(
      ruleSet,
      { ruleCode: [row["ruleCode"]], version: [row["version"]], pageRows: 1, count: "none" },
      inOwnName(ctx.me),
    );
    const stored = rows[0] ? await this.#kernel.finder.byId(ruleSet, rows[0]["id"], inOwnName(ctx.me)) : null;
    const decision = { ...row, usedDefault: row["usedDefault"] === "Y", fault: null } as unknown as Decision;
    const label = labelsIn((stored?.["inputFields"] as readonly FieldRow[] | undefined) ?? null);
    const shown = Object.entries(object(row["inputs"])).map(([key, value]) => ({ key, label: say(label(key), ctx.language), value }));
    return {
      ...row,
      ruleName: (ctx.language === "EN" && stored?.["nameEn"]) || stored?.["name"] || row["ruleCode"],
      told: told(decision, label).map((text) => say(text, ctx.language)),
      inputsShown: shown,
    };
  }
}

/** What people call the inputs of a version; a field nobody named goes by its own name. */
function labelsIn(rows: readonly FieldRow[] | null): (path: string) => Text {
  const labels = new Map((rows ?? []).map((row) => [row.name, [row.labelCn, row.labelEn || row.labelCn] as Text]));
  return (path) => labels.get(path) ?? [path, path];
}
