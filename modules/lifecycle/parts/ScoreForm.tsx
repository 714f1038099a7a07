import type { Row } from "#kernel/page-document.ts";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { scoreSheet } from "../score.entity.ts";
import { ScoreItem } from "./ScoreItem.tsx";
import { isDone, totalOf, useScores, type Scores } from "./useScores.tsx";

interface Props {
  readonly sheet: Row;
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
      <div className="li-sheet">
        {[...Map.groupBy(lines, (line) => String(line["section"]))].map(([section, own]) => (
          <section key={section} aria-label={section}>
            <h2>
              {section}
              <small className="li-empty">
                {own.filter((line) => isDone(marks[String(line["id"])])).length}/{own.length}
              </small>
            </h2>
            {own.map((line) => (
              <ScoreItem
                key={String(line["id"])}
                line={line}
                mark={marks[String(line["id"])]!}
                error={errors[String(line["id"])]}
                editable={editable}
                patch={(change) => patch(String(line["id"]), change)}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function Head({ sheet, scores }: { readonly sheet: Row; readonly scores: Scores }) {
  const say = useText();
  const viewer = useViewer();
  const { lines, marks, editable, dirty, busy, save, submit } = scores;
  const done = lines.filter((line) => isDone(marks[String(line["id"])])).length;
  const total = totalOf(lines, marks);
  const due = String(sheet["dueDate"] ?? "").slice(0, 16);
  return (
    <header className="li-head">
      <div>
        <h1>
          {String(sheet["inspectNo"])} <StatusTag entity={scoreSheet} code={sheet["status"]} />
        </h1>
        <p>
          <span>{String(sheet["supplierName"] ?? "")}</span>
          <span>{String(sheet["inspectDate"] ?? "")}</span>
          <span>{say([`期限 ${due}`, `Due ${due}`])}</span>
          <span>{say([`已评 ${done}/${lines.length}`, `${done} of ${lines.length} scored`])}</span>
          <span>{say([`我的总分 ${total}`, `My total ${total}`])}</span>
        </p>
      </div>
      {editable ? (
        <div className="li-head-buttons">
          <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
            {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
          </Button>
          {viewer.may("btnSubmit") ? (
            <Button type="primary" loading={busy} onClick={() => void submit()}>
              {say(["提交评分", "Submit"])}
            </Button>
          ) : null}
        </div>
      ) : null}
    </header>
  );
}

function Notes({ sheet, scores }: { readonly sheet: Row; readonly scores: Scores }) {
  const say = useText();
  return (
    <>
      {sheet["returnReason"] ? (
        <p className="li-note" role="note">
          {say([`已退回：${String(sheet["returnReason"])}`, `Returned: ${String(sheet["returnReason"])}`])}
        </p>
      ) : null}
      {scores.restored && scores.dirty && scores.editable ? (
        <p className="li-note" role="note">
          {say(["已恢复本机未保存的评分", "Unsaved scores were restored"])}
          <Button size="small" onClick={scores.drop}>
            {say(["放弃本机内容", "Discard them"])}
          </Button>
        </p>
      ) : null}
    </>
  );
}
