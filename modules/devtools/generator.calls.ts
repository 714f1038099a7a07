import { PassThrough } from "node:stream";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { ZipOut } from "#kernel/server/excel/zip.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { takes } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { filesOf, planOfEntity, planOfTable, type MadeFile } from "./generate.ts";
import { readTable } from "./schema.calls.ts";

async function filesFor(kernel: Kernel, body: Row): Promise<readonly MadeFile[]> {
  const wanted = String(body["tableName"] ?? body["modelId"] ?? body["entity"] ?? "");
  const name = typeof body["name"] === "string" && /^[A-Z]\w{2,59}$/.test(body["name"]) ? body["name"] : null;
  const entity = kernel.declared.entities.get(wanted);
  if (entity && body["from"] !== "TABLE") return filesOf(planOfEntity(entity, name ?? `${entity.name}Copy`));
  const table = /^[\w$ -]{1,63}$/.test(wanted) ? await readTable(kernel, wanted) : null;
  if (!table) throw refuse("DATA_NOT_FOUND", "数据不存在", "Not found");
  const refs = Object.fromEntries(
    table.references
      .filter((reference) => kernel.declared.entities.has(reference.targetTable))
      .map((reference) => [reference.columnName, reference.targetTable]),
  );
  const labelCn = String(body["labelCn"] || entity?.label[0] || wanted);
  const labelEn = String(body["labelEn"] || entity?.label[1] || wanted);
  return filesOf(planOfTable({ tableName: name ?? wanted, labelCn, labelEn, columns: table.columns, refs }));
}

/** What is copied: a table, or what is declared already. */
const source = { from: "text", tableName: "text", modelId: "text", entity: "text" } as const;

/** Declarations made from tables or from other declarations: shown first, then taken away as a zip. Off unless the installation is a workshop. */
export const generatorCalls = (kernel: Kernel): Call[] => [
  {
    service: "generatorServer",
    path: "v1/baseGeneratorRest/generatorCode",
    guard: "session",
    perMinute: 60,
    raw: true,
    input: takes({ ...source, name: "text", labelCn: "text", labelEn: "text", preview: "yn" }),
    async handle(ctx: Context, body: Row) {
      const preview = body["preview"] === true || body["preview"] === "Y";
      if (!ctx.me.holds(preview ? "btnPreview" : "btnGenerate")) throw permDenied();
      if ((await kernel.settings.value("DEV_TOOLS")) !== "Y")
        throw refuse("GEN_DISABLED", "生产环境不允许生成代码", "Code generation is off in production");
      const files = await filesFor(kernel, body);
      if (preview) return { files };
      const out = new PassThrough();
      const zip = new ZipOut(async (bytes) => void out.write(bytes));
      const write = async (): Promise<void> => {
        for (const file of files) await zip.part(file.path, file.text);
        await zip.finish();
        out.end();
      };
      write().catch((error: unknown) => out.destroy(error as Error));
      const name = files[0]!.path.replace(/\.entity\.ts$/, "");
      return ctx.reply
        .headers({ "content-type": "application/zip", "content-disposition": disposition(`${name}.zip`, "attachment") })
        .send(out);
    },
  },
];
