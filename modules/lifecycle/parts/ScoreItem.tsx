import { isDecimal, trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { Input, Switch } from "antd";
import { needsComment } from "../inspect-score.ts";
import { scoreLine } from "../score.entity.ts";
import type { Mark } from "./scoreDraft.ts";

interface Props {
  readonly line: Row;
  readonly mark: Mark;
  readonly error: string | undefined;
  readonly editable: boolean;
  patch(change: Partial<Mark>): void;
}

/** One item: what is asked for at the left, the judgement at the right. */
export function ScoreItem({ line, mark, error, editable, patch }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const most = String(line["maxScore"]);
  const name = String((language === "EN" && line["itemNameEn"]) || line["itemName"]);
  const na = mark.naFlag === "Y";
  const low = !na && isDecimal(mark.score) && needsComment(mark.score, most);
  return (
    <article className="li-item" data-bad={error !== undefined} data-done={na || isDecimal(mark.score)} aria-label={name}>
      <div>
        <h3>
          {name}
          {line["vetoFlag"] === "Y" ? <span className="li-veto">{say(["否决项", "Veto"])}</span> : null}
        </h3>
        {line["criteria"] ? <p className="li-text">{String(line["criteria"])}</p> : null}
        <p className="li-empty">{say([`权重 ${trim(String(line["itemWeight"]))}%`, `Weight ${trim(String(line["itemWeight"]))}%`])}</p>
        <FilesBlock
          entity={scoreLine}
          fieldKey="fileIds"
          row={{ id: line["id"], fileIds: mark.fileIds }}
          showVisibility={false}
          {...(editable ? { change: (fileIds: string) => patch({ fileIds }) } : {})}
        />
      </div>
      <div>
        {editable ? (
          <>
            <div className="li-mark">
              <NumberInput
                value={mark.score}
                scale={2}
                disabled={na}
                suffix={`/ ${trim(most)}`}
                status={error ? "error" : ""}
                label={say([`${name} 得分`, `${name} score`])}
                change={(score) => patch({ score })}
              />
              <label className="li-mark">
                <Switch
                  size="small"
                  checked={na}
                  aria-label={say([`${name} 不适用`, `${name} not applicable`])}
                  onChange={(on) => patch({ naFlag: on ? "Y" : "N", ...(on ? { score: null } : {}) })}
                />
                {say(["不适用", "N/A"])}
              </label>
            </div>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 5 }}
              maxLength={1000}
              value={mark.comment}
              status={low && mark.comment.trim() === "" ? "warning" : ""}
              aria-label={say([`${name} 说明`, `${name} comment`])}
              placeholder={low ? say(["低于60%须填写说明", "Explain: below 60%"]) : say(["说明（可选）", "Comment (optional)"])}
              style={{ marginTop: 8 }}
              onChange={(event) => patch({ comment: event.target.value })}
            />
          </>
        ) : (
          <>
            <b className="pg-figure">{na ? say(["不适用", "N/A"]) : `${mark.score === null ? "–" : trim(mark.score)} / ${trim(most)}`}</b>
            {mark.comment ? <p className="li-text">{mark.comment}</p> : null}
          </>
        )}
        {error ? (
          <p className="li-bad" role="alert">
            {error}
          </p>
        ) : null}
      </div>
    </article>
  );
}
