import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { readAs } from "#kernel/page-document.ts";
import type { FixPlace } from "#kernel/web/call-error.ts";
import { FixLink } from "#kernel/web/FixLink.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { tryPass, type Sheet } from "./wire.tsx";

interface Finding {
  readonly tone: "error" | "warning" | "success";
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
  const load = useLoad(`try:${taskId}:${String(row.versionNum)}`, async () => (taskId ? tryPass(sheet.instanceId, taskId) : null));
  if (!taskId) return null;
  const trial = load.data;
  // A word that is still to be written is asked for when it is decided, not before.
  const reasons = (trial?.reasons ?? []).filter((reason) => !reason.code.startsWith("BPM_COMMENT"));
  const findings: readonly Finding[] = [
    ...reasons.map((reason): Finding => ({ tone: "error", text: reason.msg, fix: reason.fix })),
    ...(trial?.notes ?? []).map((note): Finding => ({ tone: "warning", text: note.msg })),
    ...oddities(entity, row, language).map((text): Finding => ({ tone: "warning", text })),
  ];
  const all: readonly Finding[] =
    findings.length > 0
      ? findings
      : [
          {
            tone: "success",
            text: load.loading
              ? say(["正在检查…", "Checking…"])
              : say(["没有发现例外，现在可以批准。", "Nothing unusual; it can be approved now."]),
          },
        ];
  return (
    <section aria-label={say(["批准前请看", "Before you approve"])} aria-busy={load.loading}>
      <h3 className="pg-h3">{say(["批准前请看", "Before you approve"])}</h3>
      <Box>
        <Stack gap="xs">
          {all.map(({ tone, text, fix }) => (
            <Inline key={text} as="p">
              <Mark tone={tone}>{text}</Mark> <FixLink fix={fix} />
            </Inline>
          ))}
        </Stack>
      </Box>
    </section>
  );
}
