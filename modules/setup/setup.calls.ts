import { profile } from "#kernel/platform/setting.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { workbookLimit } from "#kernel/server/gate/body.ts";
import { noFile } from "#kernel/server/sheet/book.ts";
import { asks, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";
import { approvalChoices } from "./approvals.ts";
import { presets } from "./presets.ts";
import { roleSets } from "./role-sets.ts";
import { BookExport } from "./server/book-export.ts";
import { MasterBook } from "./server/book.ts";
import { saveApproval } from "./server/approval.ts";
import { setupChoices } from "./server/choices.ts";
import { saveCompany, savePlaces } from "./server/company.ts";
import { isSetUp, setupFacts } from "./server/facts.ts";
import { publishFirstOrder, receiveFirstOrder, saveFirstOrder } from "./server/first-order.ts";
import { saveGoods } from "./server/goods.ts";
import { savePeople } from "./server/people.ts";
import { saveSupplier } from "./server/suppliers.ts";
import { must, textOr, Work, type Row } from "./server/work.ts";
import { doneSteps, isComplete, stepCodes, stepsOf } from "./steps.ts";

/** From the first receipt on the company works: its data changes where it is kept, by those who may, with its approvals. */
const setUpOver = () => refuse("SETUP_OVER", "系统已在使用，请在各自的页面维护", "The system is in use: change this on its own page");

const inputs: Readonly<Record<string, CallInput>> = {
  findState: asks(),
  findChoices: asks(),
  saveCompany: takes({
    name: "text",
    preset: "text",
    country: "text",
    language: "text",
    zone: "text",
    currency: "text",
    taxPercent: "text",
  }),
  savePlaces: takes({ company: "text", taxNo: "text", address: "text", unit: "text", warehouse: "text", consignee: "text", phone: "text" }),
  savePeople: takes({ people: "list" }),
  saveApproval: takes({ choice: "text", limit: "text", confirms: "flag", inspects: "flag" }),
  saveGoods: takes({ goods: "list" }),
  saveSupplier: takes({
    preset: "text",
    country: "text",
    name: "text",
    taxNo: "text",
    legalPerson: "text",
    address: "text",
    contact: "text",
    email: "text",
    products: "text",
    termId: "id",
    taxRate: "text",
    confirmed: "texts",
  }),
  saveFirstOrder: takes({ supplierId: "id", itemId: "id", qty: "text", price: "text", needByDate: "date", reason: "text" }),
  doPublish: takes({ id: "id" }),
  doReceive: takes({ id: "id" }),
  doSkip: takes({ step: "text", skipped: "flag" }),
  exportBook: asks({ filled: "flag" }),
  checkBook: asks({ file: "text" }),
  importBook: takes({ file: "text", importId: "text", confirmed: "texts" }),
};

/** A workbook as the browser sends it along. */
function fileOf(body: Row): Buffer {
  const file = typeof body["file"] === "string" ? Buffer.from(body["file"], "base64") : Buffer.alloc(0);
  if (file.length === 0) throw noFile();
  return file;
}

const answers = ({ confirmed }: Row): readonly string[] => (Array.isArray(confirmed) ? confirmed.map(String) : []);

/** The set-up assistant: how far the company is, and one call for each step. */
export function setupCalls(kernel: Kernel, gate: Gate): Call[] {
  const state = async (ctx: Context) => {
    const work = new Work(kernel, ctx);
    const over = await isSetUp(work);
    const facts = over ? null : await setupFacts(work);
    const steps = facts ? stepsOf(facts) : doneSteps;
    return {
      steps: steps.map((entry) => ({ ...entry, note: say(entry.note, ctx.language) })),
      complete: isComplete(steps),
      over,
      order: facts?.order ?? null,
      approval: facts?.approval ?? null,
      lacking: (facts?.suppliers.lacking ?? []).map(({ lacks, ...one }) => ({
        ...one,
        lacks: lacks.map((text) => say(text, ctx.language)),
      })),
    };
  };
  const book = async (ctx: Context, body: Row): Promise<MasterBook> =>
    new MasterBook(kernel, ctx, !(await isSetUp(new Work(kernel, ctx))), answers(body));
  const call = (name: string, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    service: "srmServer",
    path: `v1/setupService/${name}`,
    guard: "session",
    input: inputs[name]!,
    handle,
    ...more,
  });
  /** A step that writes; it answers how far the company is then. */
  const step = (name: string, write: (work: Work, body: Row) => Promise<Row | void>): Call =>
    call(name, async (ctx, body) => {
      const work = new Work(kernel, ctx, answers(body));
      if (await isSetUp(work)) throw setUpOver();
      const result = await write(work, body);
      return { ...(await state(ctx)), ...result };
    });
  return [
    call("findState", state),
    call("findChoices", async (ctx) => ({
      presets,
      roleSets,
      approvalChoices,
      ...(await setupChoices(new Work(kernel, ctx), ctx.language)),
    })),
    step("saveCompany", saveCompany),
    step("savePlaces", savePlaces),
    step("savePeople", async (work, body) => ({ opened: await savePeople(work, gate, body) })),
    step("saveApproval", saveApproval),
    step("saveGoods", async (work, body) => void (await saveGoods(work, body))),
    step("saveSupplier", async (work, body) => void (await saveSupplier(work, body))),
    step("saveFirstOrder", async (work, body) => void (await saveFirstOrder(work, body))),
    step("doPublish", (work, body) => publishFirstOrder(work, must(body, "id", "订单", "Order"))),
    step("doReceive", async (work, body) => void (await receiveFirstOrder(work, must(body, "id", "订单", "Order")))),
    call(
      "exportBook",
      async (ctx, body) => new BookExport(kernel, ctx, !(await isSetUp(new Work(kernel, ctx)))).send(body["filled"] === true),
      {
        raw: true,
      },
    ),
    call("checkBook", async (ctx, body) => ({ sheets: await (await book(ctx, body)).check(fileOf(body)) }), { bodyLimit: workbookLimit }),
    call(
      "importBook",
      async (ctx, body) => ({ sheets: await (await book(ctx, body)).commit(fileOf(body), textOr(body, "importId", ctx.requestId)) }),
      { bodyLimit: workbookLimit },
    ),
    call("doSkip", async (ctx, body) => {
      await skip(new Work(kernel, ctx), String(body["step"] ?? ""), body["skipped"] !== false);
      return state(ctx);
    }),
  ];
}

/** Skipping is the one thing that cannot be told from the data. */
async function skip(work: Work, step: string, isSkipped: boolean): Promise<void> {
  const { skipped } = await setupFacts(work);
  const next = stepCodes.filter((code) => (code === step ? isSkipped : skipped.includes(code)));
  const [setting] = await work.where(profile, { profileCode: "SETUP_SKIPPED" });
  if (!setting) return;
  const known = setting.values.find((doc) => doc.level === "SITE");
  const value = next.join(",");
  const values = value
    ? { changed: [{ ...(known ? { id: known.id } : {}), level: "SITE", levelId: null, value }], removed: [] }
    : { changed: [], removed: known ? [known.id] : [] };
  await work.save(profile, setting.id, { versionNum: setting.versionNum, values });
  await work.kernel.settings.ready();
}
