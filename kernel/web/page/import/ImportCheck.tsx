import { Button, Checkbox, Radio } from "antd";
import { Download, Upload as UploadIcon } from "lucide-react";
import { useMemo, useState } from "react";
import type { Text } from "../../../text.ts";
import { FixLink } from "../../FixLink.tsx";
import { useKey } from "../../keys.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import type { Kind } from "./findings.ts";
import { causesOf, countsOf, isHeld, placeKey, placesText, rowsOf } from "./findings.ts";
import { fetchErrorFile } from "./importCall.ts";
import type { ImportAnswer, ImportMode, Place } from "./importCall.ts";
import { ImportDiff } from "./ImportDiff.tsx";

interface Props {
  readonly answer: ImportAnswer;
  readonly error: string;
  readonly busy: boolean;
  back(): void;
  write(mode: ImportMode, confirmed: readonly string[]): void;
  cancel(): void;
}

const counters: readonly (readonly [Kind, Text, Text])[] = [
  ["all", ["全部", "All"], ["", ""]],
  ["new", ["新增", "New"], ["", ""]],
  ["changed", ["更新", "Changed"], ["", ""]],
  ["same", ["不变", "Same"], ["跳过", "skipped"]],
  ["wrong", ["错误", "Wrong"], ["不能写入", "not imported"]],
  ["warned", ["提醒", "Warned"], ["可写入", "imported"]],
];

/** The dry run as it can be read: counters that filter, the differences, problems by cause, and the way of writing. */
export function ImportCheck({ answer, error, busy, back, write, cancel }: Props) {
  const say = useText();
  const counts = countsOf(answer);
  const [kind, setKind] = useState<Kind>("all");
  const [hideSame, setHideSame] = useState(answer.sheets.length > 1 && counts.same < counts.all);
  const [at, setAt] = useState<Place | null>(null);
  const [mode, setMode] = useState<ImportMode>(counts.wrong > 0 ? "VALID_ROWS" : "ALL_OR_NOTHING");
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const wrongRows = useMemo(() => wrongPlaces(answer), [answer]);
  const next = (): void => {
    const here = at === null ? -1 : wrongRows.findIndex((place) => placeKey(place) === placeKey(at));
    setAt(wrongRows[here + 1] ?? wrongRows[0] ?? null);
  };
  useKey("F8", ["下一个错误", "Next error"], next, { inFields: true });
  const writable = counts.new + counts.changed + answer.removes;
  const open = answer.asks.filter((ask) => !agreed.includes(ask.code));
  const go = (place: Place | null): void => {
    setKind("all");
    setAt(place);
  };
  return (
    <div className="pg-import-check">
      <div className="pg-import-left">
        <Counters counts={counts} kind={kind} choose={setKind} />
        <Legend hideSame={hideSame} setHideSame={setHideSame} {...(wrongRows.length > 0 ? { next } : {})} />
        <ImportDiff answer={answer} kind={kind} hideSame={hideSame && kind !== "same"} at={at} />
      </div>
      <div className="pg-import-right">
        <Problems answer={answer} wrong={counts.wrong} only={() => setKind("wrong")} go={go} />
        <Questions answer={answer} agreed={agreed} agree={setAgreed} />
        <Ways mode={mode} counts={counts} choose={setMode} />
        {error ? (
          <p className="pg-sentence pg-sentence-bad" role="alert">
            {error}
          </p>
        ) : null}
        <div className="pg-import-foot">
          <Button
            type="primary"
            icon={<UploadIcon size={14} />}
            loading={busy}
            disabled={writable === 0 || open.length > 0 || (mode === "ALL_OR_NOTHING" && counts.wrong > 0)}
            onClick={() => write(mode, agreed)}
          >
            {say([`写入 ${writable} 行`, `Import ${writable} ${writable === 1 ? "row" : "rows"}`])}
          </Button>
          <Button disabled={busy} onClick={back}>
            {say(["换文件", "Another file"])}
          </Button>
          <Button type="text" onClick={cancel}>
            {say(["取消", "Cancel"])}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Wrong rows in the order in which they are drawn. */
function wrongPlaces(answer: ImportAnswer): readonly Place[] {
  const wrong = new Set(answer.errors.filter((error) => !isHeld(error)).map(placeKey));
  return rowsOf(answer).filter((row) => wrong.has(placeKey(row)));
}

interface QuestionsProps {
  readonly answer: ImportAnswer;
  readonly agreed: readonly string[];
  agree(codes: readonly string[]): void;
}

/** What rules ask before they let it pass; each must be agreed to. */
function Questions({ answer, agreed, agree }: QuestionsProps) {
  const say = useText();
  if (answer.asks.length === 0) return null;
  return (
    <div className="pg-import-asks">
      <h3 className="pg-h3">{say(["需要确认", "To confirm"])}</h3>
      <Checkbox.Group value={[...agreed]} onChange={(codes) => agree(codes)}>
        {answer.asks.map((ask) => (
          <Checkbox key={ask.code} value={ask.code}>
            {ask.msg}
            <small>
              {say(["行 ", "Rows "])}
              {placesText(ask.rows, answer.sheets.length > 1, say(["、", ", "]))}
            </small>
            {ask.rows.slice(0, 8).flatMap(({ row, msg }) =>
              msg ? (
                <small key={row}>
                  {say([`行 ${row}：`, `Row ${row}: `])}
                  {msg}
                </small>
              ) : (
                []
              ),
            )}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </div>
  );
}

type Counts = Readonly<Record<Kind, number>>;

function Counters({ counts, kind, choose }: { readonly counts: Counts; readonly kind: Kind; choose(kind: Kind): void }) {
  const say = useText();
  return (
    <div className="pg-import-counts" role="tablist" aria-label={say(["结果", "Result"])}>
      {counters.map(([key, name, note]) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={kind === key}
          className={`pg-import-count pg-import-count-${key}`}
          onClick={() => choose(key)}
        >
          <span>{say(name)}</span>
          <b>{counts[key]}</b> <small>{say(note)}</small>
        </button>
      ))}
    </div>
  );
}

function Legend({ hideSame, setHideSame, next }: { readonly hideSame: boolean; setHideSame(hide: boolean): void; next?: () => void }) {
  const say = useText();
  return (
    <div className="pg-import-legend">
      <span>
        {say(["对照系统现值，", ""])}
        <del>{say(["划线", "Struck"])}</del>
        {say(["为旧值", ": old value"])}
      </span>
      <span className="pg-swatch pg-swatch-new">{say(["新增行", "new row"])}</span>
      <span className="pg-swatch pg-swatch-changed">{say(["变更格", "changed cell"])}</span>
      <span className="pg-swatch pg-swatch-wrong">{say(["错误格", "wrong cell"])}</span>
      <span className="pg-grow" />
      <Checkbox checked={hideSame} onChange={(event) => setHideSame(event.target.checked)}>
        {say(["隐藏不变的行", "Hide unchanged"])}
      </Checkbox>
      <Button size="small" disabled={!next} onClick={next}>
        {say(["下一个错误", "Next error"])} <kbd className="s-kbd">F8</kbd>
      </Button>
    </div>
  );
}

const pills = { error: "pg-pill-bad", warning: "pg-pill-warn", held: "" } as const;

interface ProblemsProps {
  readonly answer: ImportAnswer;
  readonly wrong: number;
  only(): void;
  go(place: Place | null): void;
}

function Problems({ answer, wrong, only, go }: ProblemsProps) {
  const say = useText();
  const causes = causesOf(answer);
  const comma = say(["、", ", "]);
  return (
    <div className="pg-import-problems">
      <h3 className="pg-h3">
        {say(["要处理的问题", "Problems"])}
        {wrong > 0 ? (
          <button type="button" className="pg-link pg-h3-end" onClick={only}>
            {say(["只看错误行", "Rows with errors only"])}
          </button>
        ) : null}
      </h3>
      {causes.length === 0 ? <p className="pg-ok">{say(["没有发现问题。", "No problems found."])}</p> : null}
      <ul>
        {causes.slice(0, 30).map((cause) => (
          <li key={cause.level + cause.msg}>
            <span className={`pg-pill ${pills[cause.level]}`}>{cause.rows.length}</span>
            <div>
              <b>{cause.msg}</b>
              <small>
                {say(["行 ", "Rows "])}
                {placesText(cause.rows, answer.sheets.length > 1, comma)} <FixLink fix={cause.fix} />
              </small>
            </div>
            <button type="button" className="pg-link" onClick={() => go(cause.rows[0] ?? null)}>
              {say(["定位", "Open"])}
            </button>
          </li>
        ))}
      </ul>
      <Unknown name={["未识别的列：", "Unknown columns: "]} list={answer.unknownColumns} />
      <Unknown name={["未识别的工作表：", "Unknown sheets: "]} list={answer.unknownSheets} />
      {answer.errorFileId ? <ErrorFile id={answer.errorFileId} wrong={wrong} /> : null}
    </div>
  );
}

function Unknown({ name, list }: { readonly name: Text; readonly list: readonly string[] }) {
  const say = useText();
  if (list.length === 0) return null;
  return (
    <p className="pg-faint">
      {say(name)}
      {list.join(say(["、", ", "]))}
    </p>
  );
}

function ErrorFile({ id, wrong }: { readonly id: string; readonly wrong: number }) {
  const say = useText();
  return (
    <>
      <Button block icon={<Download size={14} />} onClick={() => void fetchErrorFile(id).catch(toast.error)}>
        {say([`下载错误文件（${wrong} 行，原因写在格内）`, `Error file (${wrong} rows, reasons in the cells)`])}
      </Button>
      <p className="pg-faint">
        {say(["改好后原样再传，错误列会被忽略。", "Correct the rows and upload the file again. The error column is ignored."])}
      </p>
    </>
  );
}

function Ways({
  mode,
  counts,
  choose,
}: {
  readonly mode: ImportMode;
  readonly counts: Readonly<Record<Kind, number>>;
  choose(mode: ImportMode): void;
}) {
  const say = useText();
  const all =
    counts.wrong > 0
      ? say([`有 ${counts.wrong} 行错误，现在不能写入`, `${counts.wrong} rows have errors, not possible now`])
      : say([`新增 ${counts.new}、更新 ${counts.changed}`, `${counts.new} new, ${counts.changed} changed`]);
  return (
    <div className="pg-import-ways">
      <h3 className="pg-h3">{say(["写入方式", "Syntax"])}</h3>
      <Radio.Group value={mode} onChange={(event) => choose(event.target.value as ImportMode)}>
        <Radio value="ALL_OR_NOTHING" className="pg-way" disabled={counts.wrong > 0}>
          <b>{say(["全部成功才写入", "All or nothing"])}</b>
          <small>{all}</small>
        </Radio>
        <Radio value="VALID_ROWS" className="pg-way">
          <b>{say(["只写入正确行", "Valid rows only"])}</b>
          <small>
            {say([
              `新增 ${counts.new}、更新 ${counts.changed}；错误 ${counts.wrong} 行留在文件里`,
              `${counts.new} new, ${counts.changed} changed; ${counts.wrong} rows with errors are left out`,
            ])}
          </small>
        </Radio>
      </Radio.Group>
    </div>
  );
}
