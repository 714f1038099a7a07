import { isDecimal, trim } from "#kernel/decimal.ts";
import type { Seen } from "#kernel/seen.ts";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { ScoreItem } from "#kernel/web/block/ScoreSheet.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { Input, Switch } from "antd";
import { needsComment } from "../inspect-score.ts";
import { scoreLine } from "../score.entity.ts";
import type { Mark } from "./scoreDraft.ts";

interface Props {
  readonly line: Seen<typeof scoreLine>;
  readonly mark: Mark;
  readonly error: string | undefined;
  readonly editable: boolean;
  patch(change: Partial<Mark>): void;
}

/** One item of the sheet with its score, comment and evidence. */
export function ScoreRow({ line, mark, error, editable, patch }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const most = line.maxScore ?? "0";
  const name = (language === "EN" && line.itemNameEn) || line.itemName || "";
  const na = mark.naFlag === "Y";
  const low = !na && isDecimal(mark.score) && needsComment(mark.score, most);
  const weight = trim(line.itemWeight ?? "0");
  return (
    <ScoreItem
      title={name}
      mark={line.vetoFlag === "Y" ? <Badge tone="error">{say(["否决项", "Veto"])}</Badge> : null}
      criteria={line.criteria}
      note={say([`权重 ${weight}%`, `Weight ${weight}%`])}
      done={na || isDecimal(mark.score)}
      error={error}
      files={
        <FilesBlock
          entity={scoreLine}
          fieldKey="fileIds"
          row={{ id: line.id, fileIds: mark.fileIds }}
          showVisibility={false}
          {...(editable ? { change: (fileIds: string) => patch({ fileIds }) } : {})}
        />
      }
    >
      {editable ? (
        <>
          <Inline>
            <NumberInput
              value={mark.score}
              scale={2}
              disabled={na}
              suffix={`/ ${trim(most)}`}
              status={error ? "error" : ""}
              label={say([`${name} 得分`, `${name} score`])}
              change={(score) => patch({ score })}
            />
            <Inline as="label">
              <Switch
                size="small"
                checked={na}
                aria-label={say([`${name} 不适用`, `${name} not applicable`])}
                onChange={(on) => patch({ naFlag: on ? "Y" : "N", ...(on ? { score: null } : {}) })}
              />
              {say(["不适用", "N/A"])}
            </Inline>
          </Inline>
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 5 }}
            maxLength={1000}
            value={mark.comment}
            status={low && mark.comment.trim() === "" ? "warning" : ""}
            aria-label={say([`${name} 说明`, `${name} comment`])}
            placeholder={low ? say(["低于60%须填写说明", "Explain: below 60%"]) : say(["说明（可选）", "Comment (optional)"])}
            onChange={(event) => patch({ comment: event.target.value })}
          />
        </>
      ) : (
        <>
          <b className="pg-figure">{na ? say(["不适用", "N/A"]) : `${mark.score === null ? "–" : trim(mark.score)} / ${trim(most)}`}</b>
          {mark.comment ? (
            <Words as="p" size="small" typed>
              {mark.comment}
            </Words>
          ) : null}
        </>
      )}
    </ScoreItem>
  );
}
