import type { Seen } from "#kernel/seen.ts";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { ReadHead } from "#kernel/web/block/ReadPage.tsx";
import { ScoreSection } from "#kernel/web/block/ScoreSheet.tsx";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { scoreSheet } from "../score.entity.ts";
import { ScoreRow } from "./ScoreRow.tsx";
import { isDone, totalOf, useScores, type Scores } from "./useScores.tsx";

interface Props {
  readonly sheet: Seen<typeof scoreSheet>;
  again(): void;
}

/** A sheet: its head, what is to be known first, and the items by section. */
export function ScoreForm({ sheet, again }: Props) {
  const scores = useScores(sheet, again);
  const { editable, lines, marks, errors, save, patch } = scores;
  useKey("Mod+S", ["保存", "Save"], () => void save(), { off: !editable });
  return (
    <>
      <Head sheet={sheet} scores={scores} />
      <Notes sheet={sheet} scores={scores} />
      {[...Map.groupBy(lines, (line) => line.section ?? "")].map(([section, items]) => (
        <ScoreSection key={section} title={section} end={`${items.filter(({ id }) => isDone(marks[id])).length}/${items.length}`}>
          {items.map((line) => (
            <ScoreRow
              key={line.id}
              line={line}
              mark={marks[line.id]!}
              error={errors[line.id]}
              editable={editable}
              patch={(change) => patch(line.id, change)}
            />
          ))}
        </ScoreSection>
      ))}
    </>
  );
}

function Head({ sheet, scores }: { readonly sheet: Seen<typeof scoreSheet>; readonly scores: Scores }) {
  const say = useText();
  const viewer = useViewer();
  const { lines, marks, editable, dirty, busy, save, submit } = scores;
  const done = lines.filter(({ id }) => isDone(marks[id])).length;
  const total = totalOf(lines, marks);
  const due = sheet.dueDate?.slice(0, 16) ?? "";
  return (
    <ReadHead
      title={
        <>
          {sheet.inspectNo} <StatusTag entity={scoreSheet} code={sheet.status} />
        </>
      }
      facts={[
        sheet.supplierName,
        sheet.inspectDate,
        say([`期限 ${due}`, `Due ${due}`]),
        say([`已评 ${done}/${lines.length}`, `${done} of ${lines.length} scored`]),
        say([`我的总分 ${total}`, `My total ${total}`]),
      ]}
      buttons={
        editable ? (
          <>
            <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
            {viewer.may("btnSubmit") ? (
              <Button type="primary" loading={busy} onClick={() => void submit()}>
                {say(["提交评分", "Submit"])}
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}

function Notes({ sheet, scores }: { readonly sheet: Seen<typeof scoreSheet>; readonly scores: Scores }) {
  const say = useText();
  return (
    <>
      {sheet.returnReason ? (
        <Notice tone="warning">{say([`已退回：${sheet.returnReason}`, `Returned: ${sheet.returnReason}`])}</Notice>
      ) : null}
      {scores.restored && scores.dirty && scores.editable ? (
        <Notice
          tone="warning"
          action={
            <Button size="small" onClick={scores.drop}>
              {say(["放弃本机内容", "Discard them"])}
            </Button>
          }
        >
          {say(["已恢复本机未保存的评分", "Unsaved scores were restored"])}
        </Notice>
      ) : null}
    </>
  );
}
