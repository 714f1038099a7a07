import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { readAs } from "#kernel/page-document.ts";
import type { FixPlace } from "#kernel/web/call-error.ts";
import { FixLink } from "#kernel/web/FixLink.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { tryPass, type Sheet } from "./wire.tsx";

interface Finding {
  readonly level: "bad" | "warn" | "ok";
  readonly text: string;
  readonly fix?: FixPlace | undefined;
}

/** What the document itself found odd: the words of its exceptions, each on a line of its own. */
function oddities(entity: Entity, row: Row, language: "CN" | "EN"): readonly string[] {
  const read = readAs(entity, row, language);
  return Object.entries(entity.fields)
    .filter(([key, field]) => field.kind === "longtext" && field.computed && /exception/i.test(key) && !key.endsWith("En"))
    .flatMap(([key]) => String(read[key] ?? "").split("\n"))
    .map((line) =>
      line.replace(/^(\d+): (?:[A-Z]+-\d+ )?/, (_, number: string) => (language === "EN" ? `Line ${number}: ` : `第 ${number} 行：`)),
    )
    .filter(Boolean);
}

/** What was checked for whoever decides, before he decides: what stands in the way, what is odd, what passed. */
export function Checks({ sheet, entity, row }: { readonly sheet: Sheet; readonly entity: Entity; readonly row: Row }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const taskId = sheet.mine?.taskId ?? "";
  const load = useLoad(`try:${taskId}:${String(row["versionNum"])}`, async () => (taskId ? tryPass(sheet.instanceId, taskId) : null));
  if (!taskId) return null;
  const trial = load.data;
  // A word that is still to be written is asked for when it is decided, not before.
  const reasons = (trial?.reasons ?? []).filter((one) => !one.code.startsWith("BPM_COMMENT"));
  const findings: readonly Finding[] = [
    ...reasons.map((one): Finding => ({ level: "bad", text: one.msg, fix: one.fix })),
    ...(trial?.notes ?? []).map((one): Finding => ({ level: "warn", text: one.msg })),
    ...oddities(entity, row, language).map((text): Finding => ({ level: "warn", text })),
  ];
  const icons = { bad: CircleX, warn: TriangleAlert, ok: CircleCheck };
  const all: readonly Finding[] =
    findings.length > 0
      ? findings
      : [
          {
            level: "ok",
            text: load.loading
              ? say(["正在检查…", "Checking…"])
              : say(["没有发现例外，现在可以批准。", "Nothing unusual; it can be approved now."]),
          },
        ];
  return (
    <section className="wf-checks" aria-label={say(["批准前请看", "Before you approve"])} aria-busy={load.loading}>
      <h3 className="pg-h3">{say(["批准前请看", "Before you approve"])}</h3>
      <ul>
        {all.map(({ level, text, fix }) => {
          const Icon = icons[level];
          return (
            <li key={text} data-level={level}>
              <Icon size={14} aria-hidden /> <span>{text}</span> <FixLink fix={fix} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
